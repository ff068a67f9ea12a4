import { replaceCardNumbers } from '../lib/card-numbers.ts'

const MOST = 256

const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Text that a shop or another person wrote: on one line, without characters that nobody sees, and cut. It only ever stands in a field
 * of its own, never inside a sentence of ours.
 */
export const foreign = (text: string): string => text.replaceAll(UNSEEN, ' ').trim().slice(0, MOST)

/** What a caller said, to be said again: a number that a shop has taught a model goes no further. */
export const withoutNumbers = (text: string): string =>
  replaceCardNumbers(foreign(text), (run) => `****${run.slice(-4)}`)
