import { styleText } from 'node:util'

export type TerminalColour = 'red' | 'green' | 'yellow' | 'dim' | 'bold'

/** The abilities of an output stream: a terminal has a width and maybe colours, a file or pipe has neither. */
export interface TerminalScreen {
  /** The number of columns of the terminal. Infinite where the stream is no terminal. */
  readonly width: number
  readonly isTerminal: boolean
  /** The text in a colour, on a terminal that has colours and without NO_COLOR. Otherwise the plain text. */
  paint(colour: TerminalColour, text: string): string
}

export const terminalScreenOf = (stream: NodeJS.WriteStream): TerminalScreen => ({
  // Some terminals, such as those of a serial line or of CI, say that they have 0 columns: they do not know.
  width: stream.isTTY && stream.columns > 0 ? stream.columns : Number.POSITIVE_INFINITY,
  isTerminal: stream.isTTY,
  paint: (colour, text) => styleText(colour, text, { stream }),
})
