import { optionHelp } from '../app/settings/options.ts'
import type { Command, Flag } from './command.ts'
import { commandGroups } from './commands.ts'
import { exitCodeMeanings } from './exit-codes.ts'

export function generalHelp(): string {
  const names = commandGroups.flatMap(({ commands }) => Object.keys(commands))
  const width = Math.max(...names.map((name) => name.length))
  const groups = commandGroups.map(({ title, commands }) => {
    const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
    return [`${title}:`, ...lines].join('\n')
  })
  return `purser <command> [words] [flags]: spending cards for software agents

${groups.join('\n\n')}

purser <command> --help shows the command's flags and examples. purser help settings shows every setting. Every command takes --json,
and then prints JSON. Without a command, the service starts.

Exit codes:
${indented(Object.entries(exitCodeMeanings).map(([code, meaning]) => `${code}  ${meaning}`))}
`
}

/** The help of one command: what it does, how it is written, its flags, and examples. */
export function commandHelp(name: string, summary: string, command: Command): string {
  const { usage, details, flags = {}, examples } = command
  const sections = [
    summary,
    indented(usage.split('\n')),
    ...(details === undefined ? [] : [details]),
    ...(Object.keys(flags).length === 0 ? [] : [`Flags:\n${indented(flagLines(flags))}`]),
    `${examples.length === 1 ? 'Example' : 'Examples'}:\n${indented(examples)}`,
    name === 'start' ? settingsHelp() : 'Settings: purser help settings. --json prints JSON.',
  ]
  return `${sections.join('\n\n')}\n`
}

export const settingsHelp = (): string => `Settings, as flag and environment variable [default]:\n${optionHelp()}`

/** A flag as a person writes it: `--status active`. */
export const writtenFlag = (name: string, { value, type }: Flag): string =>
  `--${name}${type === 'boolean' ? '' : ` ${value ?? '...'}`}`

function flagLines(flags: Readonly<Record<string, Flag>>): string[] {
  const rows = Object.entries(flags).map(([name, flag]) => [writtenFlag(name, flag), flag.description ?? ''] as const)
  const width = Math.max(...rows.map(([written]) => written.length))
  return rows.map(([written, description]) => `${written.padEnd(width)}  ${description}`.trimEnd())
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n')
