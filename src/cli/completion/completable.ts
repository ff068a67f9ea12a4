import { settingFlags } from '../arguments.ts'
import type { CommandAction, ShellCommand, ShellCommandGroup, CommandFlag } from '../command.ts'

export interface CompletableFlag {
  readonly name: string
  readonly description: string
  readonly takesValue: boolean
  /** All values that the flag takes, for completion. Empty: the flag takes other values, too. */
  readonly values: readonly string[]
}

/** A command, or an action of one, as a shell completes it. */
export interface CompletableCommand {
  /** The words before the name: empty for a command, the command's name for an action. */
  readonly above: string
  readonly name: string
  readonly summary: string
  /** The words that can follow the command: names of actions, or the values of its first word. */
  readonly words: readonly string[]
  readonly flags: readonly CompletableFlag[]
}

export interface ShellCompletionEntries {
  readonly entries: readonly CompletableCommand[]
  /** The flags of the settings, and the other flags that every command takes. */
  readonly general: readonly CompletableFlag[]
}

/** Every command and action, with its flags, for the completion scripts. */
export async function shellCompletionEntries(groups: readonly ShellCommandGroup[]): Promise<ShellCompletionEntries> {
  const listed = groups.flatMap(({ commands }) => Object.entries(commands))
  const entries = await Promise.all(
    listed.map(async ([name, { summary, load }]) => entriesOf(name, summary, await load())),
  )
  const settings = Object.entries(settingFlags()).map(([name, { type }]) => flagOf(name, { type }))
  const json = flagOf('json', { type: 'boolean', description: 'Print JSON.' })
  const help = flagOf('help', { type: 'boolean', description: 'Show the help.' })
  return { entries: entries.flat(), general: [json, help, ...settings] }
}

function entriesOf(name: string, summary: string, command: ShellCommand): CompletableCommand[] {
  const actions = Object.entries(command.actions ?? {})
  const own: CompletableCommand = {
    above: '',
    name,
    summary,
    words: actions.length > 0 ? actions.map(([action]) => action) : wordsOf(command),
    flags: flagsOf(command),
  }
  return [
    own,
    ...actions.map(([action, declared]) => ({
      above: name,
      name: action,
      summary: declared.summary,
      words: wordsOf(declared),
      flags: flagsOf(declared),
    })),
  ]
}

/** The values of a command's first word, where the declaration lists them, as in `bash|zsh|fish`. */
const wordsOf = ({ words: [first = ''] = [] }: ShellCommand | CommandAction): string[] => listedValues(first)

const flagsOf = ({ flags = {} }: ShellCommand | CommandAction): CompletableFlag[] =>
  Object.entries(flags).map(([name, flag]) => flagOf(name, flag))

const flagOf = (name: string, { type, value = '', description = '' }: CommandFlag): CompletableFlag => ({
  name,
  description,
  takesValue: type !== 'boolean',
  values: listedValues(value),
})

/** The values that a text such as `a|b|c` lists. Empty where the text is an example, or has a placeholder in it. */
const listedValues = (text: string): string[] =>
  /^[a-z][a-z0-9_-]*(?:\|[a-z][a-z0-9_-]*)+$/.test(text) ? text.split('|') : []
