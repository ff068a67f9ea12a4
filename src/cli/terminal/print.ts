import { once } from 'node:events'
import { escapeControlCharacters, withoutControlCharacters } from './text.ts'

/**
 * Matches the escape sequences for colours that screen.ts writes. A text that has them can colour itself, and do nothing else to the
 * terminal.
 */
const PAINT = new RegExp(`(${String.raw`\u001b\[`}(?:1|2|22|3[1-3]|39)m)`, 'u')

/** Prints a text for people. Nothing that it quotes, from a server or a file, controls their terminal. */
export const printText = (text: string): void => console.log(safeTerminalText(text))

/** Prints a text for people on standard error, because standard output is for the answer of the command. */
export const printTextToStderr = (text: string): void => console.error(safeTerminalText(text))

/**
 * Prints data for a file or a program: unchanged, except on a terminal, where control characters are escaped. Resolves once the output
 * takes more, so that a slow reader gets everything.
 */
export async function printData(text: string): Promise<void> {
  const { stdout } = process
  if (!stdout.write(stdout.isTTY ? safeTerminalText(text) : text)) await once(stdout, 'drain')
}

/** Prints a line of a list that may be longer than a reader takes at once. Resolves once the output takes more. */
export const printLine = (line: string): Promise<void> => printData(`${safeTerminalText(line)}\n`)

/** A value as JSON, on one line or indented. Characters that control a terminal are escaped, which does not change the value. */
export const terminalJson = (value: unknown, indent?: number): string =>
  escapeControlCharacters(JSON.stringify(value, null, indent))

/**
 * A text in the form that is safe on a terminal: line by line, without characters that move the cursor, and with no colours but Purser's.
 */
export const safeTerminalText = (text: string): string => text.split('\n').map(lineOnTerminal).join('\n')

const lineOnTerminal = (line: string): string =>
  line
    .split(PAINT)
    .map((piece, index) => (index % 2 === 1 ? piece : withoutControlCharacters(piece)))
    .join('')
