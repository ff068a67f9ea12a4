import type { Next } from './tool.ts'

/** Why a tool does not even ask Purser. */
export type OwnCode = 'no_card' | 'which_card' | 'not_filled' | 'not_askable' | 'not_more'

/** What a tool refuses by itself, with the way out. */
export class Refusal extends Error {
  readonly code: OwnCode
  readonly fixedBy: 'you' | 'time' | 'owner'
  readonly next: Next

  constructor(code: OwnCode, message: string, { fixedBy, next }: Pick<Refusal, 'fixedBy' | 'next'>) {
    super(message)
    this.code = code
    this.fixedBy = fixedBy
    this.next = next
  }
}
