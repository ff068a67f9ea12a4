import type { MerchantNameWord } from './words.ts'

/** A sequence of words of a merchant's name, in the forms in which names are compared. */
export interface MerchantNameShape {
  /** The words of the merchant's name written together, without accents. */
  readonly run: string
  /** The words of the merchant's name written together, with their accents. */
  readonly spelled: string
  /** The words of the merchant's name without accents. Between two words there is a space, or `&` for an "and". */
  readonly spaced: string
  /** The words of the name as in `spaced`, with another space wherever an acquirer may split a word: see `Word.seams`. */
  readonly seams: string
  readonly hasArticle: boolean
}

/** Makes the shape of some words of a name. A leading "the" is left out; an "and", spelled out or as an ampersand, becomes a separator. */
export function merchantNameShapeOf(words: readonly MerchantNameWord[]): MerchantNameShape {
  const hasArticle = words.length > 1 && words[0]?.text === 'the'
  const shape = { run: '', spelled: '', spaced: '', seams: '', hasArticle }
  let between = ''
  for (const [index, word] of words.entries()) {
    if (index === 0 && hasArticle) continue
    if (word.text === 'and' && between !== '' && index < words.length - 1) {
      between = '&'
      continue
    }
    if (word.gap === 'ampersand' && between !== '') between = '&'
    shape.run += word.text
    shape.spelled += word.spelled
    shape.spaced += between + word.text
    shape.seams += between + word.seams
    between = ' '
  }
  return shape
}

/**
 * Compares two names: whether `spaced` of the one name has spaces only where `seams` of the other name permits them. An "and" may be
 * missing ("BARNES NOBLE"), but not added ("BURGER & KING").
 */
export function hasOnlyPermittedNameSpaces(spaced: string, seams: string): boolean {
  let at = 0
  for (let index = 0; index < spaced.length; index += 1) {
    const [unit, opposite] = [spaced[index], seams[at]]
    const isSeam = opposite === ' ' || opposite === '&'
    if (unit === ' ' || unit === '&') {
      if (!isSeam || (unit === '&' && opposite === ' ')) return false
    } else {
      if (isSeam) at += 1
      if (seams[at] !== unit) return false
    }
    at += 1
  }
  return at === seams.length
}
