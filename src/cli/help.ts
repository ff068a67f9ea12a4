import { optionHelp } from '../app/options.ts'
import type { Command } from './command.ts'

export async function generalHelp(commands: Record<string, () => Promise<Command>>): Promise<string> {
  const loaded = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => ({ name, summary: (await load()).summary })),
  )
  const width = Math.max(...loaded.map(({ name }) => name.length))
  const lines = loaded.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `purser <command> [flags]: spending cards for software agents

Commands (purser <command> --help):
${lines.join('\n')}

Settings, as flag and environment variable [default]:
${optionHelp()}
`
}

export const commandHelp = ({ summary, usage }: Command): string =>
  `${usage}\n\n${summary}\n\nSettings, as flag and environment variable [default]:\n${optionHelp()}\n`
