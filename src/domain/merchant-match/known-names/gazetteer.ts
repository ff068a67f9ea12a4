import gazetteer from './gazetteer.json' with { type: 'json' }
import { placesBeyondGazetteer } from '../places/places-beyond-gazetteer.ts'
import { cityNames } from '../places/places.ts'

/** A place of the gazetteer, which lists the towns of many countries (`gazetteer.json`). */
export interface ListedPlace {
  /** The ISO 3166 codes of the countries that have a place of this name, one after the other: `GBUS`. */
  readonly countries: string
  /** Whether the place's name is also an ordinary word. It then counts only beside a number or another place. */
  readonly isWord: boolean
  /**
   * Whether the place has few inhabitants, so that its name may well be a merchant's. It then counts only beside a number, a legal form or
   * another place, or in its own country.
   */
  readonly isSmall: boolean
}

/**
 * Finds the gazetteer's place with the given name. The name must be in lower case, with no accents or with two letters for an umlaut, and
 * with one space between words.
 */
export const listedPlace = (name: string): ListedPlace | undefined =>
  places().get(name) ?? (UMLAUT.test(name) ? places().get(withoutUmlauts(name)) : undefined)

/** Whether the given words are the end of a longer place name of the gazetteer, as "hill" of "mill hill". */
export const endsPlaceName = (words: string): boolean =>
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
 * Whether the name of a place begins with `cut`. Names that are ordinary words do not count. `country`: only places in it count; null: only
 * large places count.
 */
export function beginsPlaceName(cut: string, country: string | null): boolean {
  const names = country === null ? largePlaces() : (ofCountries().get(country) ?? [])
  let [low, high] = [0, names.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((names[middle] as string) < cut) low = middle + 1
    else high = middle
  }
  return names[low]?.startsWith(cut) === true
}

/** The places of the gazetteer. They are parsed when a name first needs them, because most names never do. */
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
  for (const entry of gazetteer.british.names.split('|')) add('GB', `${entry}~`)
  for (const [country, names] of Object.entries(placesBeyondGazetteer)) {
    for (const name of names.split(/\s+/)) add(country, name.replaceAll('_', ' '))
  }
  return read
})

/**
 * The names of large places that are no ordinary words. If the country is not known, only these are recognized by their beginning, which is
 * weaker evidence than a whole name.
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
