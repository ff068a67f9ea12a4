import type { CommandAction, ShellCommand, CommandFlag } from '../../src/cli/command.ts'
import { shellCommandGroups } from '../../src/cli/commands.ts'
import { exitCodeMeanings } from '../../src/cli/exit-codes.ts'
import { commandFlagAsTyped } from '../../src/cli/help.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

const head = `${generatedMarkdownNotice('src/cli/commands')}
# Commands

\`npx --no purser <command> [words] [flags]\`, in the folder of a checkout or of a project that has installed \`@purser/server\`. Elsewhere
\`npx\` would fetch a package of that name, which is not Purser's. \`purser <command> --help\` shows the same as this page. With \`--json\`
every command prints JSON, and errors as \`{"error":{"message",...}}\` on standard error. Every setting of
[configuration.md](configuration.md) is a flag of every command. Tables fit the terminal. Colours appear only on a terminal that has
them, and not with \`NO_COLOR\`. Long work shows its progress on standard error.

Commands over the API call the node of the profile that \`purser login\` has made, or the node at \`PURSER_URL\`
(\`http://127.0.0.1:8420/v1\`) with the key in \`PURSER_API_KEY\`. They need no database, and never retry a request; only apply and
export do. Amounts are whole cents. [The guide](../guides/shell.md) shows them at work.

## Exit codes

${markdownTable(
  ['Code', 'Meaning'],
  Object.entries(exitCodeMeanings).map(([number, meaning]) => [number, meaning]),
)}

A service that a second signal ends has the exit code 130 or 143: see [operating](../guides/operating.md).
`

/** Generates the reference of all commands from their declarations. */
export async function commandsFile(): Promise<GeneratedFile> {
  const groups = shellCommandGroups.map(async ({ title, commands }) => {
    const sections = Object.entries(commands).map(async ([name, { summary, load }]) =>
      section(name, summary, await load()),
    )
    return `## ${title}\n\n${(await Promise.all(sections)).join('\n\n')}`
  })
  return { path: 'docs/reference/commands.md', text: `${head}\n${(await Promise.all(groups)).join('\n\n')}\n` }
}

function section(name: string, summary: string, command: ShellCommand): string {
  const { actions } = command
  if (actions === undefined) return described(`### ${name}`, summary, command)
  const parts = [
    `### ${name}`,
    summary,
    ...(command.details === undefined ? [] : [prose(command.details)]),
    ...Object.entries(actions).map(([action, declared]) =>
      described(`#### ${name} ${action}`, declared.summary, declared),
    ),
  ]
  return parts.join('\n\n')
}

function described(
  title: string,
  summary: string,
  { usage, details, flags = {}, examples }: ShellCommand | CommandAction,
): string {
  const parts = [
    title,
    summary,
    fenced('text', usage),
    ...(details === undefined ? [] : [prose(details)]),
    ...(Object.keys(flags).length === 0 ? [] : [flagTable(flags)]),
    `For example:\n\n${fenced('text', examples.join('\n'))}`,
  ]
  return parts.join('\n\n')
}

/** The details of a command as Markdown. Indented lines become a code block. */
const prose = (details: string): string =>
  details
    .replaceAll(/(?:^ {2}.*\n?)+/gm, (lines) => `\n${fenced('text', lines.trimEnd())}\n`)
    .replaceAll('<', '\\<')
    .trimEnd()

const flagTable = (flags: Readonly<Record<string, CommandFlag>>): string =>
  markdownTable(
    ['Flag', 'Meaning'],
    Object.entries(flags).map(([name, flag]) => [markdownCode(commandFlagAsTyped(name, flag)), flag.description ?? '']),
  )

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
