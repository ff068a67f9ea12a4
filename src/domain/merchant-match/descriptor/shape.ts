import type { Word } from './words.ts'

/** A sequence of words in the forms in which names are compared. */
export interface Shape {
  /** All letters of the words without spaces or accents. */
  readonly run: string
  /** All letters of the words with accents, without spaces. */
  readonly spelled: string
  /** The words with the name's own spaces; `&` stands for the word "and". */
  readonly spaced: string
  /** The words with every space that an acquirer may insert, see `Word.seams`. */
  readonly seams: string
  readonly hasArticle: boolean
}

/**
 * The shape of some words. A leading "the" is left out; an "and", spelled out or as an ampersand, becomes a separator.
 */
export function shapeOf(words: readonly Word[]): Shape {
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
 * Whether `spaced` has spaces only where `seams` permits them. An "and" may be missing ("BARNES NOBLE"), but not added
 * ("BURGER & KING").
 */
export function partsWithin(spaced: string, seams: string): boolean {
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
