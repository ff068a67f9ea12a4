import { styleText } from 'node:util'

export type Paint = 'red' | 'green' | 'yellow' | 'dim' | 'bold'

/** What a stream shows: a terminal has a width and maybe colour, a file or pipe has neither. */
export interface Screen {
  /** Columns; endless where nobody looks at lines. */
  readonly width: number
  readonly isTerminal: boolean
  /** The text in a colour, where there is one: on a terminal, and not with NO_COLOR. */
  paint(colour: Paint, text: string): string
}

export const screenOf = (stream: NodeJS.WriteStream): Screen => ({
  width: stream.isTTY ? stream.columns : Number.POSITIVE_INFINITY,
  isTerminal: stream.isTTY,
  paint: (colour, text) => styleText(colour, text, { stream }),
})
