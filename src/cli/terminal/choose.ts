import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../../app/operator-error.ts'

export interface Choice {
  readonly question: string
  readonly choices: readonly string[]
  /** What a script is told, which nobody can ask. */
  readonly otherwise: string
}

/** Asks the person at the terminal, by name or number. Without a terminal it is refused. */
export async function choose({ question, choices, otherwise }: Choice): Promise<string> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new OperatorError(otherwise)
  console.error(choices.map((choice, i) => `  ${i + 1}  ${choice}`).join('\n'))
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = (await terminal.question(`${question} `)).trim()
  terminal.close()
  const chosen = choices.find((choice, i) => choice === answer || String(i + 1) === answer)
  if (chosen === undefined) throw new OperatorError(otherwise)
  return chosen
}
