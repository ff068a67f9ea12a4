import { formatMoney } from '../domain/money.ts'

const DEFAULT = 'USD'

/** The currency of amounts, left out for USD: a model reads every word, and most amounts are in USD. */
export const currencyToolOutput = (currency = DEFAULT): { currency?: string } =>
  currency === DEFAULT ? {} : { currency }

/** An amount in words, shown beside its number of minor units, so that a model that sends `24` for 24.00 notices its mistake. */
export const moneyInWords = (amount: number, currency = DEFAULT): string => formatMoney(amount, currency)
