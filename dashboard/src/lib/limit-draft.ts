import { parseAmount } from './amount.ts'
import type { Amounts } from './limits.ts'
import type { LimitWindow } from './words/windows.ts'

/** An amount as somebody types it, and for how long it is. */
export interface LimitDraft {
  readonly amount: string
  readonly period: LimitWindow
}

export const NO_LIMIT: LimitDraft = { amount: '', period: 'perMonth' }

/** The hard cap that a draft asks for; null where it asks for none, undefined where its amount is none. */
export function limitsOfDraft({ amount, period }: LimitDraft, currency = 'USD'): Amounts | null | undefined {
  if (amount.trim() === '') return null
  const cents = parseAmount(amount, currency)
  return cents ? { [period]: cents } : undefined
}
