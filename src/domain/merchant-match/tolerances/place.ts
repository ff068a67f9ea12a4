import { beginsPlaceName, endsPlaceName, listedPlace, type ListedPlace } from '../known-names/gazetteer.ts'
import { placeNameTail } from '../descriptor/place-tail.ts'
import { longestPlaceEndingIn, findGeographicPlace } from '../places/places.ts'
import { connectorWords, genericNameWords, legalForms, tradeWords } from '../descriptor/vocabulary.ts'
import {
  toleranceOfWordsBehindName,
  isMerchantNameCutOff,
  type MerchantNameReadFromEnd,
  type MerchantNameTolerance,
} from './tolerance.ts'

/**
 * Recognizes a city, a district, a state or a country that an acquirer has appended to a merchant's name: "MILL HILL", "- EALING", "SEATTLE
 * WA". At the end of a full field the place may be cut off: "SOUTHAMPT".
 */
export const placeNameTolerance: MerchantNameTolerance = {
  name: 'place',
  length: (tailed) => {
    const { words, end } = tailed
    if (longestPlaceEndingIn(words[end - 1]?.text ?? '') === 0) return longestListed(tailed)
    const known = placeNameTail(words, end, isBesidePlace(tailed) || hasListedBefore(tailed))
    const isSecondCity = known?.kind === 'city' && tailed.taken.some(({ text }) => isKnownCity(text))
    return Math.max(isSecondCity ? 0 : (known?.length ?? 0), longestListed(tailed))
  },
}

/** How many places of the gazetteer may stand at the end of a name: one city and one district. */
const MOST_LISTED = 2
const isKnownCity = (text: string) => findGeographicPlace(text.toLowerCase())?.kind === 'city'

const isBesidePlace = (tailed: MerchantNameReadFromEnd) =>
  toleranceOfWordsBehindName(tailed) === 'place' || toleranceOfWordsBehindName(tailed) === 'own_place'

/** Whether a place of the gazetteer stands before an abbreviated state, as in "DAYTON OH". */
function hasListedBefore({ words, end }: MerchantNameReadFromEnd): boolean {
  const [last, first] = [words[end - 2]?.text ?? '', words[end - 3]?.text ?? '']
  return end > 2 && (listedPlace(last) !== undefined || (end > 3 && listedPlace(`${first} ${last}`) !== undefined))
}

const MOST_WORDS = 5

/** Matches the number of a district after its city: "PARIS 11", "LYON 03". */
const QUARTER = /^[0-9]{1,2}$/
const MOST_WORDS_OF_CITY = 3

function longestListed(tailed: MerchantNameReadFromEnd): number {
  const { words, end, taken } = tailed
  if (taken.filter(({ tolerance, text }) => tolerance === 'place' && text.length > 3).length >= MOST_LISTED) return 0
  const hasQuarter = QUARTER.test(words[end - 1]?.text ?? '') && words[end - 1]?.gap === 'space'
  const last = hasQuarter ? end - 1 : end
  const hasCut = isMerchantNameCutOff(tailed)
  let name = ''
  let longest = 0
  for (let start = last - 1; start > 0 && start >= last - MOST_WORDS; start -= 1) {
    const word = words[start]
    if (word === undefined || word.gap === 'star' || word.gap === 'dot' || word.gap === 'slash') break
    name = name === '' ? word.text : `${word.text} ${name}`
    const candidate = hasQuarter ? quarteredCity(name) : (listedPlace(name) ?? cutPlace(tailed, name))
    if (candidate !== undefined && isBelieved(candidate, tailed, start)) longest = end - start
    const goesOn = hasCut || (hasQuarter && start > last - MOST_WORDS_OF_CITY) || endsPlaceName(name)
    if (word.gap === 'ampersand' || !goesOn) break
  }
  return longest
}

const quarteredCity = (name: string) =>
  isKnownCity(name) ? { countries: '', isWord: false, isSmall: false } : listedPlace(name)

const SHORTEST_CUT = 5
const SHORTEST_BEHIND_NUMBER = 3

/**
 * Finds a place of the gazetteer that is cut off at the end of a full field. The place counts only if the authorization is from its
 * country, or after a number, because almost any text, such as "REPAI", is the beginning of some place.
 */
function cutPlace(tailed: MerchantNameReadFromEnd, name: string): ListedPlace | undefined {
  if (!isMerchantNameCutOff(tailed) || genericNameWords.has(name) || tradeWords.has(name)) return undefined
  const { country } = tailed.where
  const isBehindNumber = isSupport(tailed.words[tailed.end - name.split(' ').length - 1]?.text)
  if (country === null && !isBehindNumber) return undefined
  if (name.length < (isBehindNumber ? SHORTEST_BEHIND_NUMBER : SHORTEST_CUT)) return undefined
  return beginsPlaceName(name, country)
    ? { countries: country ?? '', isWord: false, isSmall: !isBehindNumber }
    : undefined
}

/**
 * Whether the words from `start` on count as this place of the gazetteer. They do not count if the authorization is from another country,
 * if they follow a word such as "of", or if they may be a word or a name and stand by themselves.
 */
function isBelieved(candidate: ListedPlace, tailed: MerchantNameReadFromEnd, start: number): boolean {
  const { where, words } = tailed
  const before = words[start - 1]
  if (before === undefined || connectorWords.has(before.text)) return false
  const isThere = where.country !== null && candidate.countries.includes(where.country)
  if (where.country !== null && candidate.countries !== '' && !isThere) return false
  if (isBesidePlace(tailed) || isSupport(before.text)) return true
  if (candidate.isWord) return isThere && !candidate.isSmall
  return !candidate.isSmall || isThere
}

/** Whether the word is a number, a legal form or a place, so that the merchant's name has ended before it. */
const isSupport = (text = '') =>
  /[0-9]{2}/.test(text) || legalForms.has(text) || findGeographicPlace(text) !== undefined
