import type { Word } from './words.ts'

/** A sequence of words in the ways that names are compared. */
export interface Shape {
  /** All letters, no spaces. */
  readonly run: string
  /** The run with its accents. */
  readonly spelled: string
  /** With the spaces that the name has. */
  readonly spaced: string
  /** With all spaces that it may have, see `Word.seams`. */
  readonly seams: string
}

/** "and" is the same written out, as an ampersand and left out; so is a leading "the". */
export function shapeOf(words: readonly Word[]): Shape {
  const shape = { run: '', spelled: '', spaced: '', seams: '' }
  const first = words.length > 1 && words[0]?.text === 'the' ? 1 : 0
  for (let index = first; index < words.length; index += 1) {
    const word = words[index]
    if (word === undefined || (word.text === 'and' && index > first && index < words.length - 1)) continue
    const space = shape.run === '' ? '' : ' '
    shape.run += word.text
    shape.spelled += word.spelled
    shape.spaced += space + word.text
    shape.seams += space + word.seams
  }
  return shape
}

/** Does `spaced` part its words only where `seams` does? */
export function partsWithin(spaced: string, seams: string): boolean {
  let at = 0
  for (const character of spaced) {
    if (seams[at] === ' ' && character !== ' ') at += 1
    if (seams[at] !== character) return false
    at += 1
  }
  return at === seams.length
}
