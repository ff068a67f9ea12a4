import { isMerchantBillingName } from '../known-names/known-names.ts'
import type { MerchantNameTail } from './number-tail.ts'
import { longestPlaceEndingIn, findGeographicPlace, type GazetteerPlace } from '../places/places.ts'
import { merchantNameShapeOf } from './shape.ts'
import { connectorWords } from './vocabulary.ts'
import type { MerchantNameWord } from './words.ts'

/** Finds the longest place at the end of a name's first `end` words. Null: they end with no place. */
export function placeNameTail(
  words: readonly MerchantNameWord[],
  end: number,
  hasPlace: boolean,
): (GazetteerPlace & MerchantNameTail) | null {
  const longest = longestPlaceEndingIn(words[end - 1]?.text ?? '')
  for (let length = longest; length > 0; length -= 1) {
    const place = placeAt(words, end - length, end)
    const before = words[end - length - 1]
    if (place === undefined || before === undefined) continue
    if (connectorWords.has(before.text)) return null
    const isAlone = () =>
      !hasPlace &&
      !supportsPlace(before) &&
      !isMerchantBillingName(merchantNameShapeOf(words.slice(0, end - length)).run)
    return place.weak && isAlone() ? null : { ...place, length }
  }
  return null
}

function placeAt(words: readonly MerchantNameWord[], start: number, end: number): GazetteerPlace | undefined {
  let name = ''
  for (let index = start; index < end; index += 1) {
    const word = words[index]
    if (word === undefined || word.gap !== 'space') return undefined
    name += name === '' ? word.text : ` ${word.text}`
  }
  return findGeographicPlace(name)
}

/**
 * Whether a word of a name is a place, a number or a domain. After such a word, a weak place (one that is also an ordinary word) counts as
 * a place.
 */
const supportsPlace = ({ text, gap }: MerchantNameWord) =>
  findGeographicPlace(text) !== undefined || /[0-9]{3}/.test(text) || (gap === 'dot' && text === 'com')
