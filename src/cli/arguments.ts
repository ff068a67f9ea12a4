import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { OperatorError } from '../app/operator-error.ts'
import { settingOptionRows } from '../app/settings/options.ts'
import type { CommandAction, ShellCommand } from './command.ts'
import { mostLikelyWord } from './did-you-mean.ts'

export interface ShellArguments {
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/** A command, or one action of it, with the arguments that follow its name. */
export interface NamedShellCommand {
  /** The command's name as a person writes it: `cards list`. */
  readonly name: string
  readonly summary: string
  readonly command: ShellCommand | CommandAction
  readonly args: readonly string[]
}

/**
 * The action that the arguments of a command name. The command itself where it has no actions, or where its help is asked for. Throws an
 * OperatorError for a word that is no action.
 */
export function chosenCommandAction(named: NamedShellCommand): NamedShellCommand {
  const { name, command, args } = named
  const actions = 'actions' in command ? command.actions : undefined
  if (actions === undefined) return named
  const flags: NonNullable<ShellCommand['flags']> = Object.assign(
    {},
    ...Object.values(actions).map((action) => action.flags ?? {}),
  )
  const { tokens, values } = parseArgs({ args: [...args], options: optionsOf({ flags }), ...LENIENT })
  const word = tokens.find((token) => token.kind === 'positional')
  if (word === undefined) {
    if (values['help'] === true) return named
    throw new OperatorError(
      `purser ${name} needs one of these words: ${Object.keys(actions).join(', ')}.\n${command.usage}`,
    )
  }
  const action = Object.hasOwn(actions, word.value) ? actions[word.value] : undefined
  if (action === undefined) throw noSuchAction(name, word.value, actions)
  return {
    name: `${name} ${word.value}`,
    summary: action.summary,
    command: action,
    args: args.toSpliced(word.index, 1),
  }
}

function noSuchAction(name: string, word: string, actions: Readonly<Record<string, CommandAction>>): OperatorError {
  const meant = mostLikelyWord(word, Object.keys(actions))
  const advice =
    meant === null
      ? `There is:\n${Object.values(actions)
          .map(({ usage }) => usage)
          .join('\n')}`
      : `Did you mean "purser ${name} ${meant}"?`
  return new OperatorError(`There is no "purser ${name} ${word}". ${advice}`)
}

/**
 * Reads the words and flags behind a command's name. Throws an OperatorError for a word or flag that the command does not take, so that a
 * mistyped command does nothing.
 */
export function readShellArguments({ name, command, args }: Omit<NamedShellCommand, 'summary'>): ShellArguments {
  const options = optionsOf(command)
  const { values, positionals: words, tokens } = parseArgs({ args: [...args], options, ...LENIENT })
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    checkFlag({ name, command }, token, options)
    if (given.has(token.name)) throw new OperatorError(`${token.rawName} was given twice. Give it once.`)
    given.add(token.name)
  }
  const flags = values as ShellArguments['flags']
  if (flags['help'] !== true && command.takesWords !== true) checkWords(name, command, words)
  return { words, flags }
}

/** Options that let `parseArgs` take every argument. Purser checks the arguments itself, so that the messages are its own. */
const LENIENT = { strict: false, allowPositionals: true, tokens: true } as const

interface FlagToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function checkFlag(
  { name, command }: Pick<NamedShellCommand, 'name' | 'command'>,
  { name: flag, rawName, value, inlineValue }: FlagToken,
  options: ParseArgsOptionsConfig,
): void {
  const option = Object.hasOwn(options, flag) ? options[flag] : undefined
  if (option === undefined) throw noSuchFlag(name, command, { flag, rawName })
  if (option.type === 'boolean') {
    if (value !== undefined)
      throw new OperatorError(`${rawName} takes no value, and was given ${JSON.stringify(value)}.`)
  } else if (value === undefined || (inlineValue === false && /^-./.test(value))) {
    const example = command.flags?.[flag]?.value ?? 'VALUE'
    const literal = value === undefined ? '' : ` A value that begins with a dash is written ${rawName}=${value}`
    throw new OperatorError(`${rawName} needs a value: ${rawName} ${example}.${literal}`)
  }
}

function noSuchFlag(
  name: string,
  command: ShellCommand | CommandAction,
  { flag, rawName }: { flag: string; rawName: string },
): OperatorError {
  const own = Object.keys(command.flags ?? {})
  const meant = mostLikelyWord(flag, [...own, 'json', 'help'])
  const setting = meant === null ? mostLikelyWord(flag, Object.keys(settingFlags())) : null
  const listed =
    own.length === 0 ? 'It has none of its own.' : `Its flags: ${own.map((each) => `--${each}`).join(', ')}.`
  const advice =
    setting === null
      ? `${meant === null ? listed : `Did you mean --${meant}?`} purser ${name} --help explains them.`
      : `Did you mean --${setting}? That is a setting: purser help settings explains it.`
  return new OperatorError(`purser ${name} has no flag ${rawName}. ${advice}`)
}

function checkWords(
  name: string,
  { words: known = [], usage }: ShellCommand | CommandAction,
  words: readonly string[],
): void {
  const extra = words[known.length]
  if (extra !== undefined && known.length === 0) {
    throw new OperatorError(
      `purser ${name} takes no words, and was given ${JSON.stringify(words.join(' '))}. The command comes first: purser <command> [words] [flags]`,
    )
  }
  if (extra !== undefined) throw new OperatorError(`${JSON.stringify(extra)} is one word too many.\n${usage}`)
  const missing = known[words.length]
  if (missing !== undefined && !missing.startsWith('[')) {
    throw new OperatorError(`purser ${name} needs ${missing} after it.\n${usage}`)
  }
  const empty = words.findIndex((word) => word.trim() === '')
  if (empty >= 0) {
    throw new OperatorError(`${known[empty]} is empty. Is a variable of your shell not set?\n${usage}`)
  }
}

const optionsOf = ({ flags }: Pick<ShellCommand, 'flags'>): ParseArgsOptionsConfig => ({
  ...settingFlags(),
  ...flags,
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
})

export function settingFlags(): ParseArgsOptionsConfig {
  const rows = settingOptionRows.filter((row) => row.flag !== undefined)
  const typeOf = (switchedOn: string | undefined) => (switchedOn === undefined ? 'string' : 'boolean')
  return Object.fromEntries(rows.map((row) => [row.flag, { type: typeOf(row.type.switchedOn) }]))
}
