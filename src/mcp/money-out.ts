import { formatMoney } from '../domain/money.ts'

const DEFAULT = 'USD'

/** The currency of amounts, unless they are in USD. A model reads every word, and most amounts are. */
export const currencyOut = (currency = DEFAULT): { currency?: string } => (currency === DEFAULT ? {} : { currency })

/** An amount in words, beside its number of minor units: a model that sends `24` for 24.00 sees here what it said. */
export const inWords = (amount: number, currency = DEFAULT): string => formatMoney(amount, currency)
