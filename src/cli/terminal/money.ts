import { type AmountAndCeiling, amountInWords } from '../../domain/amount-in-words.ts'
import { formatMoney } from '../../domain/money.ts'

/** An amount as text: `$1,234.50` for 123450 of USD. `currency`: an ISO 4217 code. */
export const moneyText = (amount: number, currency = 'USD'): string => formatMoney(amount, currency.toUpperCase())

/** The amount of an intent, and its ceiling where that is much more: `$1.00, up to $90,001.00`. */
export const intentAmountText = (intent: AmountAndCeiling, unbounded = 'any amount'): string =>
  amountInWords(intent, { money: moneyText, unbounded })
