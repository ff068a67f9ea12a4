/** Alphabets with letters that look like letters of another alphabet. Other scripts stand beside Latin in honest names, as in `SK텔레콤`. */
const ALPHABETS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Cherokee', 'Coptic', 'Lisu'] as const
const patterns = new Map(ALPHABETS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')]))

/** Greek letters that are signs of measures beside Latin letters, as in `10 kΩ`, and look like no Latin letter. */
const SIGNS = /[\u0394\u03A9\u03BC\u03C0\u2126]/gu
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** A word that mixes alphabets, with its position in the text and the alphabets: `Latin + Cyrillic`. */
export interface MixedScriptWord {
  readonly word: string
  readonly index: number
  readonly scripts: string
}

/**
 * The words of a text that mix alphabets whose letters look alike: `GіtHub` with a Cyrillic letter reads as another name. Words that are
 * followed by the note of `withMixedAlphabetNotes` already are left out.
 */
export const mixedScriptWords = (text: string): MixedScriptWord[] =>
  Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    const written = word.replaceAll(SIGNS, '')
    const scripts = ALPHABETS.filter((name) => patterns.get(name)?.test(written)).join(' + ')
    const isMixed = scripts.includes(' + ') && !text.startsWith(noteOf(scripts), index + word.length)
    return isMixed ? [{ word, index, scripts }] : []
  })

/** A text with a note behind each word that mixes alphabets: `GіtHub [Latin + Cyrillic]`. */
export function withMixedAlphabetNotes(text: string): string {
  let noted = ''
  let from = 0
  for (const { word, index, scripts } of mixedScriptWords(text)) {
    const end = index + word.length
    noted += text.slice(from, end) + noteOf(scripts)
    from = end
  }
  return noted + text.slice(from)
}

const noteOf = (scripts: string): string => ` [${scripts}]`
