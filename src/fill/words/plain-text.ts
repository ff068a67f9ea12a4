/**
 * A text of a shop's page in the form in which the filler compares texts: small letters without accents, one space between two words.
 * `camelCase` names come apart into their words. The function runs in pages, too.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u064b-\u065f]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The pattern (for the flag `u`) of any of some words or phrases. A phrase also matches where it is written as one word. After `=` a word
 * matches only where no letter is beside it.
 */
export const anyWordPattern = (phrases: readonly string[]): string =>
  phrases
    .map((phrase) => ({ isWhole: phrase.startsWith('='), pattern: plainText(phrase).replaceAll(' ', ' ?') }))
    .toSorted((a, b) => b.pattern.length - a.pattern.length)
    .map(({ isWhole, pattern }) => (isWhole ? `(?<!\\p{L})${pattern}(?!\\p{L})` : pattern))
    .join('|')

/** The words of a text with bars between them, as the lists of this folder are written. */
export const splitBarSeparatedWords = (text: string): readonly string[] => text.split('|').map((each) => each.trim())
