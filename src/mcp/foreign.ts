const MOST = 256

const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Text that a shop or another person wrote: on one line, without characters that nobody sees, and cut. It only ever stands in a field
 * of its own, never inside a sentence of ours.
 */
export const foreign = (text: string): string => text.replaceAll(UNSEEN, ' ').trim().slice(0, MOST)
