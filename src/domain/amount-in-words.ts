import type { policySheet } from '../contract/policy-sheet/policy-sheet.ts'
import { percentOf } from './percent.ts'

/**
 * An intent's expected amount and its ceiling, in minor units of its currency (ISO 4217, default USD). Undefined: the intent has no amount,
 * or no ceiling.
 */
export interface AmountAndCeiling {
  readonly expectedAmount?: number | undefined
  readonly ceiling?: number | undefined
  readonly expectedCurrency?: string | undefined
}

interface Words {
  /** The words for an intent without an amount. */
  readonly unbounded?: string
  /** Writes an amount with its currency. Browsers write amounts in another way than messages do. */
  readonly money: (amount: number, currency: string) => string
}

/**
 * The tolerance that counts where no policy sets one, in percent. The number stands here so that pages that show amounts need not load the
 * policy sheet; the type makes a different number an error.
 */
const DEFAULT_TOLERANCE_PERCENT: (typeof policySheet)['intentTolerancePercent']['default'] = 10

/**
 * An intent's amount as people decide about it: `$49.00`, or `$1.00, up to $90,001.00` where the ceiling, which is what they approve, is
 * more than the amount by more than the default tolerance. Every surface that names the amount of an intent asks this function: the agent
 * chooses the amount and the tolerance, and a person who sees the amount alone agrees to what they never saw.
 */
export function amountInWords(intent: AmountAndCeiling, words: Words): string {
  const { expectedAmount: amount } = intent
  if (amount === undefined) return words.unbounded ?? 'any amount'
  return isCeilingMuchHigher(intent) ? amountAndCeiling(intent, words) : moneyOf(intent, amount, words)
}

/** Whether an intent's ceiling is more than its amount by more than the default tolerance. */
export const isCeilingMuchHigher = ({ expectedAmount: amount, ceiling }: AmountAndCeiling): boolean =>
  amount !== undefined && ceiling !== undefined && ceiling - amount > percentOf(amount, DEFAULT_TOLERANCE_PERCENT)

/** The amount and the ceiling of an intent: `$49.00, up to $53.90`. */
export function amountAndCeiling(intent: AmountAndCeiling, words: Words): string {
  const { expectedAmount: amount, ceiling } = intent
  if (amount === undefined) return words.unbounded ?? 'any amount'
  const asked = moneyOf(intent, amount, words)
  return ceiling === undefined || ceiling === amount ? asked : `${asked}, ${ceilingInWords(intent, words)}`
}

/** The ceiling of an intent: `up to $53.90`. */
export const ceilingInWords = (intent: AmountAndCeiling, words: Words): string =>
  intent.ceiling === undefined ? 'any amount within the limits' : `up to ${moneyOf(intent, intent.ceiling, words)}`

const moneyOf = ({ expectedCurrency = 'USD' }: AmountAndCeiling, amount: number, { money }: Words) =>
  money(amount, expectedCurrency)
