import { settingOptionsHelp } from '../app/settings/options.ts'
import type { NamedShellCommand } from './arguments.ts'
import type { ShellCommand, CommandFlag } from './command.ts'
import { shellCommandGroups, shellCommandNames } from './commands.ts'
import { exitCodeMeanings } from './exit-codes.ts'

export function shellHelp(): string {
  const width = Math.max(...shellCommandNames.map((name) => name.length))
  const groups = shellCommandGroups.map(({ title, commands }) => {
    const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
    return [`${title}:`, ...lines].join('\n')
  })
  return `purser <command> [words] [flags]: spending cards for software agents

${groups.join('\n\n')}

purser <command> --help shows the command's flags and examples. purser help settings shows every setting. Every command takes --json,
and then prints JSON.

Exit codes:
${indented(Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code}  ${meaning}`))}
`
}

/** The help of one command or action: what it does, how it is written, its flags, and examples. */
export function commandHelp({ name, summary, command }: Omit<NamedShellCommand, 'args'>): string {
  const { usage, details, flags = {}, examples } = command
  const actions = 'actions' in command ? command.actions : undefined
  const sections = [
    summary,
    actions === undefined ? indented(usage.split('\n')) : indented(actionLines(actions)),
    ...(details === undefined ? [] : [details]),
    ...(Object.keys(flags).length === 0 ? [] : [`Flags:\n${indented(flagLines(flags))}`]),
    `${examples.length === 1 ? 'Example' : 'Examples'}:\n${indented(examples)}`,
    ...(actions === undefined ? [] : [`purser ${name} <word> --help shows the flags.`]),
    name === 'start' ? settingsHelp() : 'Settings: purser help settings. --json prints JSON.',
  ]
  return `${sections.join('\n\n')}\n`
}

export const settingsHelp = (): string =>
  `Settings, as flag and environment variable [default]:\n${settingOptionsHelp()}`

/** A flag as a person writes it: `--status active`. */
export const commandFlagAsTyped = (name: string, { value, type }: CommandFlag): string =>
  `--${name}${type === 'boolean' ? '' : ` ${value ?? '...'}`}`

const flagLines = (flags: Readonly<Record<string, CommandFlag>>): string[] =>
  inColumns(Object.entries(flags).map(([name, flag]) => [commandFlagAsTyped(name, flag), flag.description ?? '']))

const actionLines = (actions: NonNullable<ShellCommand['actions']>): string[] =>
  inColumns(Object.values(actions).map(({ usage, summary }) => [usage.split('\n')[0] ?? '', summary]))

/** The most characters of a help text's first column. A longer text has its description on the next line. */
const MOST_WIDTH = 60

function inColumns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length).filter((length) => length <= MOST_WIDTH))
  return rows.flatMap(([left, right]) =>
    left.length > width
      ? [left, `${' '.repeat(width)}  ${right}`.trimEnd()]
      : [`${left.padEnd(width)}  ${right}`.trimEnd()],
  )
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n')
