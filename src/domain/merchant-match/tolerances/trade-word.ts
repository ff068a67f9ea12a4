import { merchantNameShapeOf } from '../descriptor/shape.ts'
import list from '../known-names/trades.json' with { type: 'json' }
import type { MerchantNameTolerance } from './tolerance.ts'

/** The brands behind whose names each word for a trade may stand, as letters without spaces. Words and brands are listed by a script. */
const brandsBefore = new Map<string, Set<string>>()
for (const [words, brands] of Object.entries(list.trades)) {
  for (const word of words.split(' ')) {
    const known = brandsBefore.get(word) ?? new Set()
    for (const brand of brands.split('|')) known.add(brand)
    brandsBefore.set(word, known)
  }
}
const MOST_WORDS = 3

/**
 * Recognizes the word for a brand's own trade behind its name: "HILTON HOTELS", "LA QUINTA INN & SUITES", "DOMINO'S PIZZA". The word must
 * be that of the brand's trade: "KINGFISHER HOTEL" is not the shop Kingfisher.
 */
export const tradeWordNameTolerance: MerchantNameTolerance = {
  name: 'shop_word',
  isMarked: true,
  length: ({ words, end }) => {
    for (let length = 1; length <= MOST_WORDS && length < end; length += 1) {
      const word = words[end - length]
      const brands = brandsBefore.get(word?.text ?? '')
      if (brands === undefined || word?.gap === 'star' || word?.gap === 'dot' || word?.gap === 'slash') return 0
      if (brands.has(merchantNameShapeOf(words.slice(0, end - length)).run)) return length
    }
    return 0
  },
}
