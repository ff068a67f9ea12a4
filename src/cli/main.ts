#!/usr/bin/env node
import { OperatorError } from '../app/operator-error.ts'
import { readSettings } from '../app/settings/read-settings.ts'
import { version } from '../app/version.ts'
import { readArguments } from './arguments.ts'
import { tellError } from './command-error.ts'
import { findCommand } from './commands.ts'
import { commandHelp, generalHelp, settingsHelp } from './help.ts'

/** The command that runs where the command line names none: `purser`, and `purser --port 8421`. */
const DEFAULT_COMMAND = 'start'

async function main(argv: string[]): Promise<void> {
  const [first, second, ...more] = argv
  if (first === '--version' || first === '-v') return console.log(version)
  if (first === '--help' || first === '-h' || (first === 'help' && second === undefined))
    return console.log(generalHelp())
  if (first === 'help' && second === 'settings') return console.log(settingsHelp())
  if (first === 'help') return main([second ?? '', '--help', ...more])
  const isNamed = first !== undefined && !first.startsWith('-')
  return run(isNamed ? first : DEFAULT_COMMAND, isNamed ? argv.slice(1) : argv)
}

async function run(name: string, args: string[]): Promise<void> {
  const listed = findCommand(name)
  if (listed === undefined) {
    throw new OperatorError(`There is no command ${JSON.stringify(name)}. purser --help lists all commands.`)
  }
  const command = await listed.load()
  const { words, flags } = readArguments(name, command, args)
  if (flags['help'] === true) return console.log(commandHelp(name, listed.summary, command))
  await command.run({ words, flags, json: flags['json'] === true, settings: readSettings(process.env, flags) })
}

// Without this handler, SIGUSR1 would make Node open its debugger, which can read every key in memory. `npm start` passes --disable-sigusr1
// instead. An installed command cannot pass it in its first line, because not every system's `env` passes arguments on.
process.on('SIGUSR1', () => undefined)
// A reader such as `head` may close the output before its end. That ends the command without an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const argv = process.argv.slice(2)
main(argv).catch((error: unknown) => {
  process.exitCode = tellError(error, argv.includes('--json'))
})
