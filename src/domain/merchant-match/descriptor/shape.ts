import type { Word } from './words.ts'

/** A sequence of words in the ways that names are compared. */
export interface Shape {
  /** All letters, no spaces. */
  readonly run: string
  /** The run with its accents. */
  readonly spelled: string
  /** With the spaces that the name has; `&` for one with an "and". */
  readonly spaced: string
  /** With all spaces that it may have, see `Word.seams`. */
  readonly seams: string
  readonly hasArticle: boolean
}

/** A leading "the" is left out; an "and" stands between its words, whether written out or as an ampersand. */
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
 * Does `spaced` part its words only where `seams` does? An "and" may be lost ("BARNES NOBLE"), not won ("BURGER & KING").
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
