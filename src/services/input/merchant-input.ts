import type { MerchantInput } from '../../contract/decisions.ts'
import type { Merchant } from '../../domain/entities.ts'
import { maskCardNumbers } from '../../lib/numbers-in-text.ts'

/**
 * The merchant of a request in the form that is stored and compared: the country in upper case; an absent merchant has no fields. Card
 * numbers in its texts are masked instead of refused, because the buyer does not choose what a merchant calls itself (contract, section
 * 10).
 */
export function merchantOf(input: MerchantInput = {}, { cardBin }: { cardBin: string }): Merchant {
  const { country, ...texts } = input
  const masked = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, maskCardNumbers(text, cardBin)]),
  )
  return country === undefined ? masked : { ...masked, country: country.toUpperCase() }
}
