import { mixedWords } from '../../../src/lib/mixed-scripts.ts'

/** A piece of a text: as it is, a character that nobody would see or that turns what follows around, or a word that mixes scripts. */
export interface Piece {
  readonly text: string
  /** `U+202E`, where the piece is such a character. */
  readonly mark?: string
  /** `Latin + Cyrillic`, where the piece is a word that mixes these. */
  readonly scripts?: string
}

/** Control and format characters, but for the joiners that scripts and emoji are written with. */
const UNSEEN = /((?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u

/** The pieces of a text that others wrote, so that what it does not show is shown. */
export const pieces = (text: string): Piece[] =>
  text.split(UNSEEN).flatMap((piece, index) => {
    if (piece === '') return []
    return index % 2 === 0 ? wordsOf(piece) : [{ text: piece, mark: codeOf(piece) }]
  })

/** A text in pieces, with each word that mixes scripts in one of its own. */
function wordsOf(text: string): Piece[] {
  const words = mixedWords(text)
  const plain = (from: number, to?: number): Piece => ({ text: text.slice(from, to) })
  const ends = [0, ...words.map(({ word, index }) => index + word.length)]
  return [
    ...words.flatMap(({ word, index, scripts }, at) => [plain(ends[at] ?? 0, index), { text: word, scripts }]),
    plain(ends.at(-1) ?? 0),
  ].filter((piece) => piece.text !== '')
}

/** A text of others with its marks in brackets, for titles and other places without elements: `Shop[U+202E]pohs`, `GіtHub [Latin + Cyrillic]`. */
export const marked = (text: string): string =>
  pieces(text)
    .map(({ text: piece, mark, scripts }) =>
      mark === undefined ? `${piece}${scripts === undefined ? '' : ` [${scripts}]`}` : `[${mark}]`,
    )
    .join('')

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
