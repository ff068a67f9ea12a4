/**
 * Writes the brands of trades whose word may follow the brand's name: `npm run generate:merchant-names`. "Hilton Hotels" is Hilton, and
 * "Domino's Pizza" is Domino's; "Kingfisher Hotel" is not the shop Kingfisher. A brand counts if a single company of the index has its name.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { merchantNameShapeOf } from '../../src/domain/merchant-match/descriptor/shape.ts'
import { splitMerchantNameIntoWords } from '../../src/domain/merchant-match/descriptor/words.ts'
import { type ListedBrand, listedBrands } from './brands.ts'

/** The words that may stand for a trade behind the names of its brands, by the trade's folder in the index of brands, or by its cuisine. */
const wordsOf: Readonly<Record<string, string>> = {
  'tourism/hotel': 'hotel hotels inn inns suites resort resorts',
  'tourism/motel': 'hotel hotels inn inns suites motel motels',
  'amenity/pharmacy': 'pharmacy pharmacies chemist chemists drug drugs drugstore',
  'amenity/cafe': 'cafe cafes coffee',
  'amenity/car_rental': 'rental rentals hire',
  pizza: 'pizza pizzeria',
  burger: 'burger burgers',
  coffee_shop: 'coffee',
}
const SHORTEST_NAME = 3

const require = createRequire(import.meta.url)
const dictionary = new Set(require('an-array-of-english-words') as readonly string[])

const runOf = (name: string) => merchantNameShapeOf(splitMerchantNameIntoWords(name)).run
const brands = listedBrands()
const owners = new Map<string, Set<string>>()
for (const { name, wikidata } of brands) owners.set(runOf(name), (owners.get(runOf(name)) ?? new Set()).add(wikidata))

/**
 * Whether a brand has one trade, and a name that no other company has and that is no ordinary word ("Castle Coffee" is not the pub Castle).
 */
const isItsOwn = ({ name, wikidata, trades }: ListedBrand) =>
  wikidata !== '' &&
  trades.filter((trade) => trade.includes('/')).length === 1 &&
  owners.get(runOf(name))?.size === 1 &&
  runOf(name).length >= SHORTEST_NAME &&
  /[a-z]{2}/.test(runOf(name)) &&
  !dictionary.has(runOf(name)) &&
  /^[\w '’&.+-]+$/.test(name.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''))

const names = new Map<string, Set<string>>()
for (const brand of brands.filter(isItsOwn)) {
  for (const trade of brand.trades) {
    const words = wordsOf[trade]
    if (words !== undefined) names.set(words, (names.get(words) ?? new Set()).add(runOf(brand.name)))
  }
}

const list = {
  source: 'name-suggestion-index 8.0.20260918',
  licence: 'BSD-3-Clause',
  trades: Object.fromEntries([...names].map(([words, runs]) => [words, [...runs].toSorted().join('|')])),
}
const path = join(import.meta.dirname, '../../src/domain/merchant-match/known-names/trades.json')
writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`)
console.log([...names].map(([words, runs]) => `${runs.size} ${words}`).join('\n'))
