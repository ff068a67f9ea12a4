#!/usr/bin/env node
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorError } from '../app/operator-error.ts'
import { optionRows } from '../app/options.ts'
import { readSettings } from '../app/read-settings.ts'
import { version } from '../app/version.ts'
import type { Command } from './command.ts'
import { commandHelp, generalHelp } from './help.ts'

/** Loaded when called: `purser --version` does not load a web server. The first one is what `purser` alone does. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).start,
  demo: async () => (await import('./commands/demo.ts')).demo,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  keys: async () => (await import('./commands/keys.ts')).keys,
  accounts: async () => (await import('./commands/accounts.ts')).accounts,
  vault: async () => (await import('./commands/vault.ts')).vault,
  audit: async () => (await import('./commands/audit.ts')).audit,
  clock: async () => (await import('./commands/clock.ts')).clock,
  verify: async () => (await import('./commands/verify.ts')).verify,
}

const OPERATOR_ERROR = 2

async function main(argv: string[]): Promise<void> {
  const [first, ...rest] = argv
  if (first === '--version' || first === '-v') return console.log(version)
  if (first === '--help' || first === '-h' || first === 'help') return console.log(await generalHelp(commands))
  const named = first !== undefined && !first.startsWith('-')
  const name = named ? first : 'start'
  const load = commands[name]
  if (load === undefined) {
    throw new OperatorError(`There is no command ${JSON.stringify(name)}. purser --help lists those there are.`)
  }
  const command = await load()
  const { values, positionals } = parse(named ? rest : argv, command)
  if (values['help'] === true) return console.log(commandHelp(command))
  await command.run({ words: positionals, flags: values, settings: readSettings(process.env, values) })
}

type Values = Record<string, string | boolean | undefined>

function parse(args: string[], command: Command): { values: Values; positionals: string[] } {
  const options = { ...settingFlags(), ...command.flags, help: { type: 'boolean', short: 'h' } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${command.usage}`)
  }
}

function settingFlags(): ParseArgsOptionsConfig {
  const rows = optionRows.filter((row) => row.flag !== undefined)
  const typeOf = (switchedOn: string | undefined) => (switchedOn === undefined ? 'string' : 'boolean')
  return Object.fromEntries(rows.map((row) => [row.flag, { type: typeOf(row.type.switchedOn) }]))
}

// Node would open its debugger, which reads every key in memory. `npm start` says --disable-sigusr1; the first line of an installed
// command cannot: not every system's `env` passes arguments on.
process.on('SIGUSR1', () => undefined)

main(process.argv.slice(2)).catch((error: unknown) => {
  const isForThePerson = error instanceof OperatorError
  console.error(isForThePerson ? `purser: ${error.message}` : error)
  process.exitCode = isForThePerson ? OPERATOR_ERROR : 1
})
