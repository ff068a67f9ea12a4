import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { OperatorError } from '../../app/operator-error.ts'
import { safeTerminalText } from './print.ts'

/** Asks the person at the terminal for a line of text. An empty answer means `proposal`. */
export async function askLineAtTerminal(question: string, proposal: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = (await terminal.question(`${safeTerminalText(question)} [${proposal}]: `)).trim()
  terminal.close()
  return answer === '' ? proposal : answer
}

/** Asks the person at the terminal for a yes. Anything but `y` and `yes` is a no. */
export async function isConfirmedAtTerminal(question: string): Promise<boolean> {
  return /^y(?:es)?$/iu.test(await askLineAtTerminal(question, 'y/N'))
}

/**
 * Reads a secret: from the terminal without showing it, otherwise the first line of standard input. It is never an argument, which every
 * user of the machine could read.
 */
export async function readSecretFromTerminal(question: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine(await textOf(process.stdin))
  process.stderr.write(question)
  // The line reader echoes what a person types into its output, so this output goes nowhere and the secret is not shown.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  terminal.on('SIGINT', () => {
    process.stderr.write('\n')
    process.exit(130)
  })
  const answer = await terminal.question('')
  terminal.close()
  process.stderr.write('\n')
  return firstLine(answer)
}

function firstLine(text: string): string {
  const line = (text.split('\n')[0] ?? '').trim()
  if (line === '')
    throw new OperatorError('No API key was given on standard input. For instance: purser login < key.txt')
  return line
}
