import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../../app/operator-error.ts'
import { safeTerminalText, printTextToStderr } from './print.ts'

export interface TerminalChoice {
  readonly question: string
  readonly choices: readonly string[]
  /** The error for a script, which cannot be asked for a choice. */
  readonly otherwise: string
}

/**
 * Asks the person at the terminal to choose, by name or number. Throws an OperatorError where there is no terminal, or the answer is none
 * of the choices.
 */
export async function chooseAtTerminal({ question, choices, otherwise }: TerminalChoice): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new OperatorError(otherwise)
  printTextToStderr(choices.map((choice, i) => `  ${i + 1}  ${choice}`).join('\n'))
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = (await terminal.question(`${safeTerminalText(question)} `)).trim()
  terminal.close()
  const chosen = choices.find((choice, i) => choice === answer || String(i + 1) === answer)
  if (chosen === undefined) throw new OperatorError(otherwise)
  return chosen
}
