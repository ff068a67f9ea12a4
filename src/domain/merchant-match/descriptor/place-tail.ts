import { isBillingName } from '../known-names/known-names.ts'
import type { NameTail } from './number-tail.ts'
import { longestPlaceEndingIn, findPlace, type Place } from '../places/places.ts'
import { descriptorShape } from './shape.ts'
import { connectorWords } from './vocabulary.ts'
import type { NameWord } from './words.ts'

/** Finds the longest place at the end of a name's first `end` words. Null: they end with no place. */
export function placeNameTail(words: readonly NameWord[], end: number, hasPlace: boolean): (Place & NameTail) | null {
  const longest = longestPlaceEndingIn(words[end - 1]?.text ?? '')
  for (let length = longest; length > 0; length -= 1) {
    const place = placeAt(words, end - length, end)
    const before = words[end - length - 1]
    if (place === undefined || before === undefined) continue
    if (connectorWords.has(before.text)) return null
    const isAlone = () =>
      !hasPlace && !supportsPlace(before) && !isBillingName(descriptorShape(words.slice(0, end - length)).run)
    return place.weak && isAlone() ? null : { ...place, length }
  }
  return null
}

function placeAt(words: readonly NameWord[], start: number, end: number): Place | undefined {
  let name = ''
  for (let index = start; index < end; index += 1) {
    const word = words[index]
    if (word === undefined || word.gap !== 'space') return undefined
    name += name === '' ? word.text : ` ${word.text}`
  }
  return findPlace(name)
}

/**
 * Whether a word of a name is a place, a number or a domain. After such a word, a weak place (one that is also an ordinary word) counts as
 * a place.
 */
const supportsPlace = ({ text, gap }: NameWord) =>
  findPlace(text) !== undefined || /[0-9]{3}/.test(text) || (gap === 'dot' && text === 'com')
