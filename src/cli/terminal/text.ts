import { withMixedAlphabetNotes } from '../../lib/mixed-scripts.ts'

/** Matches control characters and marks of direction: a merchant's name must not control somebody's terminal. */
const UNPRINTABLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Whether a text has no characters that control a terminal. */
export const isPrintableText = (text: string): boolean => text.search(UNPRINTABLE) === -1

/**
 * Makes a text that somebody else wrote safe to print: without control characters, and with a note behind words that mix scripts to look
 * like other words.
 */
export const printableText = (text: string): string => withMixedAlphabetNotes(withoutControlCharacters(text))

/** A text on one line, without characters that move the cursor. */
export const withoutControlCharacters = (text: string): string => text.replaceAll(UNPRINTABLE, '\u{fffd}')

/** Escapes the control characters of a text, as JSON and YAML do between double quotes. Line breaks stay. */
export const escapeControlCharacters = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** How many columns a text takes on a terminal. */
export function terminalWidthOf(text: string): number {
  let width = 0
  for (const { segment } of characters.segment(text)) width += WIDE.test(segment) ? 2 : 1
  return width
}

export const padTextToTerminalWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - terminalWidthOf(text)))

/** Cuts a text to a width, with a mark in place of the part that is cut off. */
export function cutTextToTerminalWidth(text: string, width: number): string {
  if (terminalWidthOf(text) <= width) return text
  let taken = ''
  for (const { segment } of characters.segment(text)) {
    if (terminalWidthOf(taken + segment) > width - 1) break
    taken += segment
  }
  return `${taken}…`
}

/** Breaks a text into lines of whole words. A word that is longer than a line gets a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/u)) {
    const last = lines.at(-1)
    if (last !== undefined && terminalWidthOf(last) + 1 + terminalWidthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A time as text, to the second: `2026-01-31 12:00:00Z`. Empty where `timestamp` is null or undefined. */
export const shortTimeText = (timestamp: string | null | undefined): string =>
  timestamp ? `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}Z` : ''
