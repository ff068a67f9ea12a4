import { parseAmount } from './amount.ts'
import type { LimitAmounts } from './limits.ts'
import type { LimitWindow } from './words/windows.ts'

/** A limit as a form has it: the amount that somebody types, and the period that it is for. */
export interface LimitDraft {
  readonly amount: string
  readonly period: LimitWindow
}

export const NO_LIMIT_DRAFT: LimitDraft = { amount: '', period: 'perMonth' }

/** The hard cap of a limit's draft. Null: the amount is empty, so there is no cap. Undefined: the text is no amount. */
export function capsOfLimitDraft({ amount, period }: LimitDraft, currency = 'USD'): LimitAmounts | null | undefined {
  if (amount.trim() === '') return null
  const cents = parseAmount(amount, currency)
  return cents ? { [period]: cents } : undefined
}
