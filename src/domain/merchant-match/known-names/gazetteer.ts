import gazetteer from './gazetteer.json' with { type: 'json' }
import { morePlaces } from '../places/more-places.ts'
import { cityNames } from '../places/places.ts'

/** A place of the gazetteer. */
export interface ListedPlace {
  /** Concatenated ISO 3166 codes of the countries that have a place of this name: `GBUS`. */
  readonly countries: string
  /** Whether the place's name is also a word, so that it counts only beside a number or another place. */
  readonly isWord: boolean
  /**
   * Whether the place has few inhabitants, so that its name may well be a merchant's: it counts only beside a number, a legal form or
   * another place, or in its own country.
   */
  readonly isSmall: boolean
}

/** The place with the given name. Expects lower case, no accents or two letters for an umlaut, and words separated by one space. */
export const listedPlace = (name: string): ListedPlace | undefined =>
  places().get(name) ?? (UMLAUT.test(name) ? places().get(withoutUmlauts(name)) : undefined)

/** Whether the given words are the end of a longer place name, as "hill" of "mill hill". */
export const endsListedPlace = (words: string): boolean =>
  ends().has(words) || (UMLAUT.test(words) && ends().has(withoutUmlauts(words)))

const UMLAUT = /[aou]e/
const withoutUmlauts = (name: string) => name.replaceAll(/([aou])e/g, '$1')

const ends = once(() => {
  const all = new Set<string>()
  for (const name of places().keys()) {
    for (let at = name.indexOf(' '); at !== -1; at = name.indexOf(' ', at + 1)) all.add(name.slice(at + 1))
  }
  return all
})

/**
 * Whether the name of a place in the given country, if the name is no ordinary word, begins with `cut`. Without a country, only large
 * places count.
 */
export function beginsPlace(cut: string, country: string | null): boolean {
  const names = country === null ? largePlaces() : (ofCountries().get(country) ?? [])
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle] as string) < cut) low = middle + 1
    else high = middle
  }
  return names[low]?.startsWith(cut) === true
}

/** The places of the gazetteer, parsed when a name first needs them, because most names never do. */
const places = once(() => {
  const read = new Map<string, ListedPlace>()
  const add = (country: string, entry: string) => {
    const name = entry.replace(/[?~]+$/, '')
    const known = read.get(name)
    read.set(name, {
      countries: (known?.countries ?? '') + country,
      isWord: entry.includes('?'),
      isSmall: entry.endsWith('~') && known?.isSmall !== false,
    })
  }
  for (const [country, names] of Object.entries(gazetteer.countries)) {
    for (const entry of names.split('|')) add(country, entry)
  }
  for (const [country, names] of Object.entries(morePlaces)) {
    for (const name of names.split(/\s+/)) add(country, name.replaceAll('_', ' '))
  }
  return read
})

/**
 * The names of large places that are no ordinary words. Without a country, only these are recognized by their beginning, which is weaker
 * evidence.
 */
const largePlaces = once(() => {
  const large = [...places()].flatMap(([name, { isWord, isSmall }]) => (isWord || isSmall ? [] : [name]))
  return [...large, ...cityNames()].toSorted()
})

const ofCountries = once(() => {
  const sorted = new Map<string, string[]>()
  for (const [name, { countries, isWord }] of places()) {
    if (isWord) continue
    for (const country of countries.match(/../g) ?? []) {
      const names = sorted.get(country)
      if (names === undefined) sorted.set(country, [name])
      else names.push(name)
    }
  }
  for (const names of sorted.values()) names.sort()
  return sorted
})

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
