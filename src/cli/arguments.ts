import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorError } from '../app/operator-error.ts'
import { optionRows } from '../app/settings/options.ts'
import type { Command } from './command.ts'

export interface Arguments {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/**
 * Reads the words and flags behind a command's name. Throws an OperatorError for a word or flag that the command does not take, so that a
 * mistyped command does nothing.
 */
export function readArguments(name: string, command: Command, args: string[]): Arguments {
  const { values: flags, positionals: words } = parsed(args, command)
  if (flags['help'] !== true && command.takesWords !== true && words.length > 0) {
    throw new OperatorError(
      `purser ${name} takes no words, and was given ${JSON.stringify(words.join(' '))}. The command comes first: purser <command> [words] [flags]`,
    )
  }
  return { words, flags }
}

function parsed(args: string[], command: Command) {
  const options = {
    ...settingFlags(),
    ...command.flags,
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${command.usage}`)
  }
}

function settingFlags(): ParseArgsOptionsConfig {
  const rows = optionRows.filter((row) => row.flag !== undefined)
  const typeOf = (switchedOn: string | undefined) => (switchedOn === undefined ? 'string' : 'boolean')
  return Object.fromEntries(rows.map((row) => [row.flag, { type: typeOf(row.type.switchedOn) }]))
}
