import { createInterface } from 'node:readline/promises'

/** Whether a person can be asked: input and output are a terminal. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks the person at the terminal. Resolves with true where the answer is `yes`. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^\s*y(?:es)?\s*$/iu.test(await terminal.question(`${question} [yes/no] `))
  } finally {
    terminal.close()
  }
}
