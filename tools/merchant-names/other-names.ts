/**
 * Writes the alternative names of companies: `npm run generate:merchant-names`. A name counts only if it belongs to a single company of the
 * index and identifies it: "Courtyard by Marriott" is Courtyard, but "Central" could be many.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isBrandName } from '../../src/domain/merchant-match/known-names/known-names.ts'
import { merchantNameShapeOf } from '../../src/domain/merchant-match/descriptor/shape.ts'
import { connectorWords, genericNameWords } from '../../src/domain/merchant-match/descriptor/vocabulary.ts'
import { splitMerchantNameIntoWords } from '../../src/domain/merchant-match/descriptor/words.ts'
import { listedBrands, type ListedBrand } from './brands.ts'

const SHORTEST_NAME = 5

const require = createRequire(import.meta.url)
const dictionary = new Set(require('an-array-of-english-words') as readonly string[])
const runOf = (name: string) => merchantNameShapeOf(splitMerchantNameIntoWords(name)).run

const brands = listedBrands()
const owners = new Map<string, Set<string>>()
for (const { name, wikidata, otherNames } of brands) {
  for (const run of [name, ...otherNames].map(runOf)) owners.set(run, (owners.get(run) ?? new Set()).add(wikidata))
}

const isItsOwn = (name: string) => owners.get(runOf(name))?.size === 1

/** Whether a name identifies its company: it is long enough, and does not consist of common words. */
function saysWho(name: string): boolean {
  const words = splitMerchantNameIntoWords(name).map(({ text }) => text)
  const isCommon = words.every((word) => genericNameWords.has(word) || connectorWords.has(word))
  const isWord = words.length === 1 && dictionary.has(words[0] ?? '')
  return /^[A-Za-zÀ-ž0-9 '’&.,+-]+$/.test(name) && runOf(name).length >= SHORTEST_NAME && !isCommon && !isWord
}

const entriesOf = ({ name, wikidata, otherNames }: ListedBrand): string[] =>
  wikidata === '' || !isItsOwn(name)
    ? []
    : otherNames
        .filter(
          (other) => runOf(other) !== runOf(name) && isItsOwn(other) && saysWho(other) && !isBrandName(runOf(other)),
        )
        .map((other) => `${name}>${other}`)

const names = [...new Set(brands.flatMap(entriesOf))].toSorted()
const list = { source: 'name-suggestion-index 8.0.20260918', licence: 'BSD-3-Clause', names: names.join('|') }
const path = join(import.meta.dirname, '../../src/domain/merchant-match/known-names/other-names.json')
writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${names.length} other names`)
