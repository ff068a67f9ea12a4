import { listedPlace } from '../known-names/gazetteer.ts'
import types from '../known-names/street-types.json' with { type: 'json' }
import { findGeographicPlace } from '../places/places.ts'
import { genericNameWords, tradeWords } from '../descriptor/vocabulary.ts'
import type { MerchantNameWord } from '../descriptor/words.ts'
import { beginningsOfWords } from './beginnings.ts'
import { isMerchantNameCutOff, type MerchantNameReadFromEnd, type MerchantNameTolerance } from './tolerance.ts'

const setOf = (words: string) => new Set(words.split(/\s+/))

/** Street types that follow the name of the street: "ARGYLE ST". Those of three letters or more are listed by a script. */
const after = new Set([
  ...types.behind.split('|'),
  ...setOf('st rd dr ln sq plz square plaza mall centre center allee plein gatan vagen gade vej utca'),
])
/** Street types that precede the name of the street: "RUE DE RIVOLI", "VIALE PAPINIANO", "UL NOWY SWIAT". */
const before = new Set([...types.before.split('|'), ...setOf('av bd cl ul al quai corso piazza')])
/** Common street names. Streets that are named after places are recognized without being listed here. */
const usual = setOf(
  `high main church market station king kings queen queens park broadway mill green bridge victoria albert george prince
  princes castle grand first second third fourth fifth 1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th argyle oxford regent bond
  hauptstrasse haupt bahnhof markt kirch schiller goethe mayor gran major real roma garibaldi mazzini verdi dante papiniano
  meridiana diagonal rivoli gaulle gambetta republique liberte nationale pasteur hugo jaures nova paulista augusta
  drottning kungs stor nowy swiat marszalkowska george pitt elizabeth collins bourke`,
)
const articles = setOf('de la du des del della delle di da do dos las los le l')

/**
 * Recognizes a street after a merchant's name, with or without a house number. The street counts only if its name is a place or a common
 * street name.
 */
export const streetNameTolerance: MerchantNameTolerance = {
  name: 'street',
  length: (tailed) =>
    numbered(tailed, behindName(tailed) || beforeName(tailed)) || oneWord(tailed) || cutStreet(tailed),
}

function behindName({ words, end }: MerchantNameReadFromEnd): number {
  const [name, kind] = [words[end - 2], words[end - 1]]
  return kind?.gap === 'space' && end > 2 && after.has(kind.text) && isStreetName(name) ? 2 : 0
}

/**
 * The number of words of a street whose type precedes its name. Articles and one more name may stand between them: "RUE DE RIVOLI", "RUE
 * VICTOR HUGO". 0: there is no such street.
 */
function beforeName({ words, end }: MerchantNameReadFromEnd): number {
  const start = startOfStreet(words, end)
  return start > 0 && isStreetName(words[end - 1]) ? end - start : 0
}

function startOfStreet(words: readonly MerchantNameWord[], end: number): number {
  let names = 0
  for (let at = end - 2; at > 0 && at >= end - MAX_BETWEEN; at -= 1) {
    const { text } = words[at] as MerchantNameWord
    if (before.has(text)) return at
    if (!articles.has(text)) names += 1
    if (names > 1 || tradeWords.has(text) || genericNameWords.has(text) !== articles.has(text)) return 0
  }
  return 0
}

const MAX_BETWEEN = 4

/**
 * Matches street names of languages that write the type in the same word: "KERKSTRAAT", "DROTTNINGGATAN". Such a name counts only beside
 * the number of a house or a shop.
 */
const ONE_WORD =
  /^[a-z]{3,}(?:straat|laan|plein|strasse|str|gasse|platz|allee|weg|gatan|vagen|gade|vej|gata|veien|utca)$/

function oneWord({ words, end }: MerchantNameReadFromEnd): number {
  const [other, last] = [words[end - 2], words[end - 1]]
  if (last === undefined || other === undefined) return 0
  if (/^[0-9]{1,4}$/.test(last.text)) return ONE_WORD.test(other.text) && end > 2 ? 2 : 0
  return ONE_WORD.test(last.text) && end > 2 && /^[0-9]{1,4}$/.test(other.text) ? 2 : 0
}

/**
 * The number of words of a street that is cut off at the end of a full field, with the number of a house or a shop before it: "640 HIGH
 * STRE", "104 RUE GAMBETT", "398 CHURCH". 0: there is no such street.
 */
function cutStreet(tailed: MerchantNameReadFromEnd): number {
  const { words, end } = tailed
  const last = words[end - 1]
  if (!isMerchantNameCutOff(tailed) || last === undefined || last.gap === 'star') return 0
  const isKindCut = isStreetName(words[end - 2]) && kindBeginnings.has(last.text)
  const isNameCut = usualBeginnings.has(last.text)
  const isBare = before.has(last.text)
  const start = isKindCut ? end - 2 : isBare ? end - 1 : isNameCut ? startOfStreet(words, end) || end - 1 : end
  return start < end && /^[0-9]{1,4}$/.test(words[start - 1]?.text ?? '') && start > 1 ? end - start + 1 : 0
}

const kindBeginnings = beginningsOfWords(after)
const usualBeginnings = beginningsOfWords(usual)

const isStreetName = (word: MerchantNameWord | undefined) =>
  word !== undefined &&
  word.gap !== 'star' &&
  (usual.has(word.text) || findGeographicPlace(word.text) !== undefined || listedPlace(word.text) !== undefined)

/** The number of words at the end of a name that are a street with its house number, if it has one: "10 MARKET ST". */
function numbered({ words, end }: MerchantNameReadFromEnd, length: number): number {
  const number = words[end - length - 1]
  return length > 0 && end - length > 1 && /^[0-9]{1,4}$/.test(number?.text ?? '') ? length + 1 : length
}
