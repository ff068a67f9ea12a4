import { inspect } from 'node:util'
import { OperatorError } from '../app/operator-error.ts'
import { ServiceBusyError } from '../lib/traffic/busy-error.ts'
import type { ShellCommand } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { terminalJson, printTextToStderr } from './terminal/print.ts'

/** An error that ends a command. Its message is all that the person at the shell sees. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number
  /** The error as `--json` prints it, in the shape of the API's errors. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(message: string, exitCode: number, problem: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.exitCode = exitCode
    this.problem = problem
  }
}

/** The error for words that a command does not take. Its message shows the command's usage. */
export const misusedCommandError = ({ usage }: Pick<ShellCommand, 'usage'>): OperatorError =>
  new OperatorError(`Usage:\n${usage}`)

/** Prints the error that ended the command, and returns the exit code. */
export function printCommandError(error: unknown, json: boolean): number {
  if (error instanceof CommandError) return tell(error.message, { json, problem: error.problem, code: error.exitCode })
  if (error instanceof OperatorError) {
    return tell(error.message, { json, problem: { code: 'refused' }, code: exitCodes.refused })
  }
  if (error instanceof ServiceBusyError) {
    return tell(error.message, { json, problem: { code: 'unavailable' }, code: exitCodes.unreachable })
  }
  printTextToStderr(inspect(error))
  return exitCodes.failed
}

function tell(message: string, { json, problem, code }: { json: boolean; problem: object; code: number }): number {
  printTextToStderr(json ? terminalJson({ error: { message, ...problem } }) : `purser: ${message}`)
  return code
}
