import type { Next } from './tool.ts'

/** The codes of refusals that a tool makes without asking the API. */
export type OwnCode = 'no_card' | 'which_card' | 'not_filled' | 'not_askable' | 'not_more'

/** A refusal that a tool makes by itself, with what to do next. */
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
