/**
 * Writes the names that a tolerance would take for shorter names: `npm run generate:merchant-names`. "Wells Fargo" is not Wells in Fargo,
 * and "The Body Shop" is not a shop called Body.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMerchantName } from '../../src/domain/merchant-match/compiled-merchant.ts'
import { isBrandName } from '../../src/domain/merchant-match/known-names/known-names.ts'
import { findMerchantNameReadings } from '../../src/domain/merchant-match/descriptor/readings.ts'
import { UNKNOWN_MERCHANT_WHEREABOUTS } from '../../src/domain/merchant-match/places/whereabouts.ts'
import { listedBrands } from './brands.ts'

const nothingIsWhole = () => false
const readings = (name: string) =>
  findMerchantNameReadings(compileMerchantName(name), UNKNOWN_MERCHANT_WHEREABOUTS, nothingIsWhole).map(
    ({ shape }) => shape.run,
  )

const brands = listedBrands()
const companies = new Map<string, Set<string>>()
for (const { name, wikidata } of brands) {
  const run = readings(name)[0] ?? ''
  companies.set(run, (companies.get(run) ?? new Set()).add(wikidata))
}

/**
 * Whether a tolerance would read the name as a shorter name that belongs to another company. Parts that every comparison removes do not
 * count.
 */
const isProtected = ({ name, wikidata }: (typeof brands)[number]): boolean => {
  const [whole, ...shorter] = readings(name)
  return (
    shorter.length > 0 &&
    compileMerchantName(name).key === whole &&
    !shorter.some((run) => companies.get(run)?.has(wikidata) === true)
  )
}

const names = brands
  .filter(isProtected)
  .map(({ name }) => readings(name)[0] ?? '')
  .filter((run) => !isBrandName(run))
const unique = [...new Set(names)].toSorted()
const list = { source: 'name-suggestion-index 8.0.20260918', licence: 'BSD-3-Clause', names: unique.join('|') }
const path = join(import.meta.dirname, '../../src/domain/merchant-match/known-names/protected-names.json')
writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${unique.length} of ${brands.length} names`)
