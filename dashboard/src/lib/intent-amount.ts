import {
  amountAndCeiling,
  type AmountAndCeiling,
  amountInWords,
  ceilingInWords,
} from '../../../src/domain/amount-in-words.ts'
import { formatMoney } from './format.ts'

const money = formatMoney

/** The amount of an intent as people decide about it: `$49.00`, or `$1.00, up to $90,001.00` where its ceiling is much more. */
export const intentAmount = (intent: AmountAndCeiling, unbounded = 'any amount'): string =>
  amountInWords(intent, { money, unbounded })

/** The amount and the ceiling of an intent, even if they are close: `$49.00, up to $53.90`. */
export const intentAmountAndCeiling = (intent: AmountAndCeiling): string => amountAndCeiling(intent, { money })

/** The ceiling of an intent in words: the most that its purchase may cost. */
export const intentCeiling = (intent: AmountAndCeiling): string => ceilingInWords(intent, { money })
