#!/usr/bin/env node
import { OperatorError } from '../app/operator-error.ts'
import { assertCertificatesChecked, dropPostgresVariables } from '../app/settings/foreign-variables.ts'
import { readSettings, unknownSettingVariables } from '../app/settings/read-settings.ts'
import type { Settings } from '../app/settings/options.ts'
import { type ShellArguments, chosenCommandAction, readShellArguments } from './arguments.ts'
import { printCommandError } from './command-error.ts'
import type { ListedShellCommand } from './command.ts'
import { shellCommandNames, findShellCommand } from './commands.ts'
import { mostLikelyWord } from './did-you-mean.ts'
import { exitCodes } from './exit-codes.ts'
import { printText, printTextToStderr } from './terminal/print.ts'

/** Loads the module of help texts only where help is printed, because loading takes most of a command's time. */
const help = () => import('./help.ts')

async function main(argv: string[]): Promise<void> {
  const [first, second, ...more] = argv
  if (first === undefined || first === '--help' || first === '-h') return printText((await help()).shellHelp())
  if (first === '--version' || first === '-v') return printText((await import('../app/version.ts')).packageVersion)
  if (first === 'help' && second === undefined) return printText((await help()).shellHelp())
  if (first === 'help' && second === 'settings') return printText((await help()).settingsHelp())
  if (first === 'help') return main([second ?? '', ...more, '--help'])
  if (first.startsWith('-')) {
    throw new OperatorError(
      'The command comes first: purser <command> [words] [flags]. For instance: purser start --port 8421',
    )
  }
  return run(first, argv.slice(1))
}

async function run(name: string, args: string[]): Promise<void> {
  const listed = findShellCommand(name)
  if (listed === undefined) throw noSuchCommand(name)
  const { summary } = listed
  const chosen = chosenCommandAction({ name, summary, command: await listed.load(), args })
  const { words, flags } = readShellArguments(chosen)
  dropPostgresVariables(process.env)
  if (name === 'start') assertCertificatesChecked(process.env)
  if (flags['help'] === true) return printText((await help()).commandHelp(chosen))
  const settings = await settingsFor(listed, { name, flags: withoutOwn(chosen.command.flags ?? {}, flags) })
  await chosen.command.run({ words, flags, json: flags['json'] === true, settings })
}

function noSuchCommand(name: string): OperatorError {
  const meant = mostLikelyWord(name, shellCommandNames)
  const advice = meant === null ? 'purser --help lists all commands.' : `Did you mean "purser ${meant}"?`
  return new OperatorError(`There is no command ${JSON.stringify(name)}. ${advice}`)
}

/** The flags of settings, without a command's own flags of the same name: in `webhooks create --url`, the URL is not that of the node. */
const withoutOwn = (own: object, flags: ShellArguments['flags']): ShellArguments['flags'] =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !Object.hasOwn(own, name)))

/**
 * The settings of a command. A command that calls a node gets the URL and the API key from a profile where neither flags nor environment
 * have them.
 */
async function settingsFor(
  { callsNode, opensDatabase }: ListedShellCommand,
  { name, flags }: { name: string; flags: ShellArguments['flags'] },
): Promise<Settings> {
  const settings = readSettings(process.env, flags)
  if (opensDatabase === true) {
    const { assertDatabaseNamed, misnamedSettingWarning: noSetting } = await import('../app/settings/misnamed.ts')
    assertDatabaseNamed(process.env, settings, flags['data-dir'] !== undefined)
    // `purser start` warns of unknown variables in its log instead.
    for (const each of name === 'start' ? [] : unknownSettingVariables(process.env))
      printTextToStderr(`purser: ${noSetting(each)}`)
  }
  if (callsNode !== true) return settings
  const { settingsWithProfile } = await import('./profiles/with-profile.ts')
  return settingsWithProfile(settings, { flags, env: process.env })
}

// Without this handler, SIGUSR1 would make Node open its debugger, which can read every key in memory. `npm start` passes --disable-sigusr1
// instead. An installed command cannot pass it in its first line, because not every system's `env` passes arguments on.
process.on('SIGUSR1', () => undefined)
// A reader of the output, such as `head`, may close it before its end. That ends the command, without an error unless the command has set
// one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  printTextToStderr(`purser: The output cannot be written: ${error.message}`)
  process.exit(exitCodes.failed)
})

const argv = process.argv.slice(2)
main(argv).catch((error: unknown) => {
  process.exitCode = printCommandError(error, argv.includes('--json'))
})
