import type { Merchant } from '../../entities.ts'
import { tradeWords } from '../descriptor/vocabulary.ts'
import { splitMerchantNameIntoWords } from '../descriptor/words.ts'

/** The merchant's place as the authorization states it, split into words, so that it can be compared with the end of a name. */
export interface MerchantWhereabouts {
  /**
   * The words of the merchant's city. Empty: the authorization gives no city, or something else in its place ("HELP.UBER.COM",
   * "866-579-7172", "REPAIRS").
   */
  readonly city: readonly string[]
  readonly country: string | null
}

export const UNKNOWN_MERCHANT_WHEREABOUTS: MerchantWhereabouts = { city: [], country: null }

/**
 * Reads the place of an authorization's merchant. If the card is not present, the city field often has a telephone number or a web address.
 * Such a city is ignored.
 */
export function merchantWhereabouts({ city, country }: Pick<Merchant, 'city' | 'country'>): MerchantWhereabouts {
  if (city === undefined && country === undefined) return UNKNOWN_MERCHANT_WHEREABOUTS
  const words =
    city === undefined || /[0-9./@*]/.test(city.replaceAll('. ', ' ')) ? [] : splitMerchantNameIntoWords(city)
  const texts = words.map(({ text }) => text)
  return {
    city: texts.some((text) => tradeWords.has(text)) || texts.join('').length < 3 ? [] : texts,
    country: country?.toUpperCase() ?? null,
  }
}
