import type { MerchantInput } from '../../contract/decisions.ts'
import type { Merchant } from '../../domain/entities.ts'
import { maskCardNumbers } from '../../lib/numbers-in-text.ts'

/**
 * A merchant as rules see it and as it is kept: the country in upper case, an absent merchant without any field. Card numbers in
 * it are masked: a purchase is never refused for what a merchant calls itself (contract, section 10).
 */
export function merchantOf(input: MerchantInput = {}, { cardBin }: { cardBin: string }): Merchant {
  const { country, ...texts } = input
  const masked = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, maskCardNumbers(text, cardBin)]),
  )
  return country === undefined ? masked : { ...masked, country: country.toUpperCase() }
}
