import { mixedScriptWords } from '../../../src/lib/mixed-scripts.ts'

/**
 * A piece of a text: either plain, or one character that is invisible or reverses the direction of the text, or a word that mixes scripts.
 */
export interface MarkedTextPiece {
  readonly text: string
  /** The code point of an invisible character: `U+202E`. Absent: the piece is no such character. */
  readonly mark?: string
  /** The scripts of a word that mixes them: `Latin + Cyrillic`. Absent: the piece mixes none. */
  readonly scripts?: string
}

/** Invisible control and format characters, except the joiners that some scripts and emoji need. */
const UNSEEN = /((?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u

/** Divides a text of an agent or merchant into pieces, so that invisible characters and mixed scripts can be shown. */
export const untrustedTextPieces = (text: string): MarkedTextPiece[] =>
  text.split(UNSEEN).flatMap((piece, index) => {
    if (piece === '') return []
    return index % 2 === 0 ? wordsOf(piece) : [{ text: piece, mark: codeOf(piece) }]
  })

/** Divides a text into pieces, so that each word that mixes scripts is a piece of its own. */
function wordsOf(text: string): MarkedTextPiece[] {
  const words = mixedScriptWords(text)
  const plain = (from: number, to?: number): MarkedTextPiece => ({ text: text.slice(from, to) })
  const ends = [0, ...words.map(({ word, index }) => index + word.length)]
  return [
    ...words.flatMap(({ word, index, scripts }, at) => [plain(ends[at] ?? 0, index), { text: word, scripts }]),
    plain(ends.at(-1) ?? 0),
  ].filter((piece) => piece.text !== '')
}

/**
 * A text of an agent or merchant with its invisible characters and mixed scripts in brackets, for titles and other texts without markup:
 * `Shop[U+202E]pohs`, `GіtHub [Latin + Cyrillic]`.
 */
export const withMarkedCharacters = (text: string): string =>
  untrustedTextPieces(text)
    .map(({ text: piece, mark, scripts }) =>
      mark === undefined ? `${piece}${scripts === undefined ? '' : ` [${scripts}]`}` : `[${mark}]`,
    )
    .join('')

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
