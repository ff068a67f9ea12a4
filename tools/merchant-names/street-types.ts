/**
 * Writes the words for types of streets: `npm run generate:merchant-names`. Acquirers append addresses such as "HIGH STREET" or "RUE VICTOR
 * HUGO".
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitMerchantNameIntoWords } from '../../src/domain/merchant-match/descriptor/words.ts'

/** A word for a type of street as the package lists it, with its short forms. */
interface Entry {
  readonly tokens: readonly string[]
  readonly type?: string
}

/** Languages that write the type of a street before its name: "Rue Victor Hugo". */
const before = ['fr', 'es', 'it', 'pt', 'pl']
/** Languages that write the type of a street behind its name: "High Street". */
const behind = ['en', 'de', 'nl', 'sv']
/** The least length of a street type. Words of two letters may also be states or articles; the safe ones are in `tolerances/street.ts`. */
const SHORTEST = 3

const folder = join(import.meta.dirname, 'node_modules/@mapbox/geocoder-abbreviations/tokens')

const typesOf = (language: string): string[] =>
  (JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as readonly Entry[])
    .filter(({ type }) => type === 'way')
    .flatMap(({ tokens }) => tokens.map(wordOf))
    .filter((word) => word.length >= SHORTEST)

/** The word of a street type as it occurs in merchant names. Empty: the text is several words, or a pattern. */
function wordOf(text: string): string {
  const words = /^[\p{L}.]+$/u.test(text) ? splitMerchantNameIntoWords(text.replaceAll('.', '')) : []
  return words.length === 1 ? (words[0]?.text ?? '') : ''
}

const typesIn = (languages: readonly string[]) => [...new Set(languages.flatMap(typesOf))].toSorted()
const list = {
  source: '@mapbox/geocoder-abbreviations 4.6.9',
  licence: 'MIT',
  before: typesIn(before).join('|'),
  behind: typesIn(behind).join('|'),
}
const path = join(import.meta.dirname, '../../src/domain/merchant-match/known-names/street-types.json')
writeFileSync(path, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${typesIn(before).length} and ${typesIn(behind).length} kinds of streets`)
