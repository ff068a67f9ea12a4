import { latinLetters } from './latin-letters.ts'

/** The separator that stands before a word of a merchant's name. */
export type WordSeparator = 'none' | 'space' | 'apostrophe' | 'dot' | 'hyphen' | 'slash' | 'ampersand' | 'hash' | 'star'

export type CharacterKind = 'letter' | 'digit' | 'plus' | Exclude<WordSeparator, 'none'>

/**
 * The kind of each character of a name. Characters that are not listed here count as letters and stay as they are. No look-alike is ever
 * replaced: a Cyrillic "а", a "$" for an S or an invisible character makes another word.
 */
const kinds = new Map<string, CharacterKind>()
const classify = (characters: string, kind: CharacterKind) => {
  for (const character of characters) kinds.set(character, kind)
}
classify('0123456789', 'digit')
classify("'`‘’ʼ´", 'apostrophe')
classify('+', 'plus')
classify(' \t\r\n,;:!?()[]"_\u00A0\u2002\u2003\u2009\u202F\u3000“”„«»…•·・（）®™℠©', 'space')
classify('.', 'dot')
classify('-‐‑–—', 'hyphen')
classify('/', 'slash')
classify('&@', 'ampersand')
classify('#', 'hash')
classify('*', 'star')

/** The kinds of ASCII characters, by code. Nearly every name has no others. */
const asciiKinds = Array.from({ length: 128 }, (_, code) => kinds.get(String.fromCharCode(code)) ?? 'letter')

export const characterKind = (character: string): CharacterKind =>
  asciiKinds[character.codePointAt(0) ?? 0] ?? kinds.get(character) ?? 'letter'

const LAST_ASCII = '\u007F'

/** The plain letters that acquirers write for letters with marks. A letter with any other mark counts as another letter. */
const plainLetters = new Map<string, string>(latinLetters)
for (const [plain, accented] of [
  // Each row of this table has two or more forms of one Greek or Cyrillic letter: capitals lose these accents, and sigma has another form
  // at the end of a word.
  ['α', 'ά'],
  ['ε', 'έ'],
  ['η', 'ή'],
  ['ι', 'ίϊΐ'],
  ['ο', 'ό'],
  ['υ', 'ύϋΰ'],
  ['ω', 'ώ'],
  ['σ', 'ς'],
  ['е', 'ё'],
  // Each row of this table has a large kana and its small form, which banks do not permit in half-width fields.
  ['ア', 'ァ'],
  ['イ', 'ィ'],
  ['ウ', 'ゥ'],
  ['エ', 'ェ'],
  ['オ', 'ォ'],
  ['ツ', 'ッ'],
  ['ヤ', 'ャ'],
  ['ユ', 'ュ'],
  ['ヨ', 'ョ'],
] as const) {
  for (const character of accented) plainLetters.set(character, plain)
}

export const withoutAccent = (lower: string): string =>
  lower > LAST_ASCII ? (plainLetters.get(lower) ?? lower) : lower

/**
 * Returns a character in lower case. A look-alike whose lower case is an ASCII letter stays as it is: the Kelvin sign would become a "k".
 */
export function lowerCase(character: string): string {
  const lower = character.toLowerCase()
  return character > LAST_ASCII && lower <= LAST_ASCII ? character : lower
}

// Matches characters that only look like an ASCII or Latin character and that Unicode's composition (NFC) replaces by it: the Kelvin sign by
// the letter K, for example.
const COMPOSES_TO_LOOK_ALIKE = /[\u212A\u212B\u037E\u1FEF]/
const NOT_ASCII = /[\u0080-\uFFFF]/
/** Matches half-width katakana, which have one full-width form each and resemble no letters of another script. */
const HALF_WIDTH = /[\uFF66-\uFF9F]+/g

/**
 * Joins accents that are separate characters with their letters. Nothing else is unified: full-width, bold and circled letters stay
 * different, because they serve to make a name look like another. Only katakana are converted to full width.
 */
export const composeAccents = (name: string): string =>
  !NOT_ASCII.test(name) || COMPOSES_TO_LOOK_ALIKE.test(name)
    ? name
    : name.replaceAll(HALF_WIDTH, (kana) => kana.normalize('NFKC')).normalize('NFC')
