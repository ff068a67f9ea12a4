import type { Merchant } from '../../entities.ts'
import { tradeWords } from '../descriptor/vocabulary.ts'
import { readWords } from '../descriptor/words.ts'

/** Where an authorization says that its merchant is, made ready to explain the end of a name. */
export interface Whereabouts {
  /** The words of the city; none where it is not given, or is no city ("HELP.UBER.COM", "866-579-7172", "REPAIRS"). */
  readonly city: readonly string[]
  readonly country: string | null
}

export const NOWHERE: Whereabouts = { city: [], country: null }

/** A card that is not present often has a telephone or an address of the web for a city. */
export function whereaboutsOf({ city, country }: Pick<Merchant, 'city' | 'country'>): Whereabouts {
  if (city === undefined && country === undefined) return NOWHERE
  const words = city === undefined || /[0-9./@*]/.test(city.replaceAll('. ', ' ')) ? [] : readWords(city)
  const texts = words.map(({ text }) => text)
  return {
    city: texts.some((text) => tradeWords.has(text)) || texts.join('').length < 3 ? [] : texts,
    country: country?.toUpperCase() ?? null,
  }
}
