import { createRequire } from 'node:module'
import {
  connectorWords,
  genericNameWords,
  legalForms,
  tradeWords,
} from '../../src/domain/merchant-match/descriptor/vocabulary.ts'
import { splitMerchantNameIntoWords } from '../../src/domain/merchant-match/descriptor/words.ts'

const dictionary = new Set(createRequire(import.meta.url)('an-array-of-english-words') as readonly string[])
const SHORTEST_NAME = 3

/**
 * Spells the name of a place as the words of merchant names are compared: in lower case, without accents. Null if the name has no Latin
 * letters, or is too short.
 */
export function spelledPlaceName(name: string): string | null {
  const words = splitMerchantNameIntoWords(name).map(({ text }) => text)
  const joined = words.join(' ')
  const isPlain = /^[a-z ]+$/.test(joined) && joined.length >= SHORTEST_NAME && words.length <= 5
  return isPlain && !words.every((word) => genericNameWords.has(word) || connectorWords.has(word)) ? joined : null
}

/** Whether the name of a place may also be an ordinary word. */
export const isPlaceNameAlsoWord = (name: string): boolean =>
  name.length === SHORTEST_NAME ||
  dictionary.has(name) ||
  genericNameWords.has(name) ||
  legalForms.has(name) ||
  tradeWords.has(name)
