/** A piece of a text: as it is, or a character that nobody would see or that turns what follows around. */
export interface Piece {
  readonly text: string
  /** `U+202E`, where the piece is such a character. */
  readonly mark?: string
}

/** Control and format characters, but for the joiners that scripts and emoji are written with. */
const UNSEEN = /((?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])/u

/** The pieces of a text that others wrote, so that what it does not show is shown. */
export const pieces = (text: string): Piece[] =>
  text.split(UNSEEN).flatMap((piece, index) => {
    if (piece === '') return []
    return index % 2 === 0 ? [{ text: piece }] : [{ text: piece, mark: codeOf(piece) }]
  })

/** The same as one text, for titles: `Shop[U+202E]pohs`. */
export const marked = (text: string): string =>
  pieces(text)
    .map((piece) => (piece.mark === undefined ? piece.text : `[${piece.mark}]`))
    .join('')

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
