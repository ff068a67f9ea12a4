import type { MerchantInput } from '../../contract/decisions.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import type { Merchant, MerchantMoney } from '../../domain/entities.ts'
import { maskCardNumbers } from '../../lib/numbers-in-text.ts'
import { knownCurrency } from './known-currency.ts'

interface MoneyInput {
  readonly merchantAmount?: number
  readonly merchantCurrency?: string
}

/**
 * The amount in the merchant's own currency, as a request of the network has it. Throws where the request has only one of amount and
 * currency.
 */
export function merchantMoneyOfInput({
  merchantAmount: amount,
  merchantCurrency,
}: MoneyInput): MerchantMoney | undefined {
  if (amount === undefined && merchantCurrency === undefined) return undefined
  if (amount !== undefined && merchantCurrency !== undefined) {
    return { amount, currency: knownCurrency(merchantCurrency, 'merchantCurrency') }
  }
  throw invalidRequestError(
    amount === undefined ? 'merchantAmount' : 'merchantCurrency',
    '`merchantAmount` and `merchantCurrency` are sent together.',
    'parameter_missing',
    'Send both, such as `"merchantAmount": 1999, "merchantCurrency": "EUR"`, or neither.',
  )
}

/**
 * The merchant of a request in the form that is stored and compared: the country in upper case; an absent merchant has no fields. Card
 * numbers in its texts are masked instead of refused, because the buyer does not choose what a merchant calls itself (contract, section
 * 10).
 */
export function merchantOfInput(input: MerchantInput = {}, { cardBin }: { cardBin: string }): Merchant {
  const { country, ...texts } = input
  const masked = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, maskCardNumbers(text, cardBin)]),
  )
  return country === undefined ? masked : { ...masked, country: country.toUpperCase() }
}
