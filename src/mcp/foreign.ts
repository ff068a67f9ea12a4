const MOST = 256

const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Makes a text that a shop or another person wrote safe to show to a model: one line, no invisible characters, and bounded in length. The
 * caller puts the result into a field of its own, never into a sentence of Purser's.
 */
export const safeForeignText = (text: string): string => text.replaceAll(UNSEEN, ' ').trim().slice(0, MOST)
