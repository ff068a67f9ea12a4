import type { ParseArgsOptionDescriptor } from 'node:util'
import type { Settings } from '../app/settings/options.ts'

/** The arguments of one run of a command: its own words and flags, and the settings. */
export interface CommandInvocation {
  /** The words after the command's name, or after the name of its action. */
  readonly words: readonly string[]
  /** The command's own flags, without those of the settings. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** True: the command prints JSON, for programs. False: text, for people. */
  readonly json: boolean
  readonly settings: Settings
}

export interface CommandFlag extends ParseArgsOptionDescriptor {
  /**
   * The example of the flag's value in a help text, for instance `cust_...`. Words between bars, such as `a|b`, are all possible values.
   */
  readonly value?: string
  readonly description?: string
}

/** A command. Its arguments, `--help`, shell completion and docs/reference/commands.md are made from this declaration. */
export interface ShellCommand {
  /** The usage lines of a command. Each form of the command has a line of its own. */
  readonly usage: string
  /** Further text for `purser <command> --help`. */
  readonly details?: string
  /** Command lines that a person can copy, except that ids must be replaced. */
  readonly examples: readonly string[]
  /** The command's own flags. The flags of the settings and `--json` work with every command. */
  readonly flags?: Readonly<Record<string, CommandFlag>>
  /** The words that follow the command's name: `card_...`. A word in brackets can be left out: `[file]`. Absent: there are none. */
  readonly words?: readonly string[]
  /** True: the command's `run` checks the words itself. */
  readonly takesWords?: true
  /** The command's actions, by the word that follows its name: `list`. Absent: the command is a single action. */
  readonly actions?: Readonly<Record<string, CommandAction>>
  run(invocation: CommandInvocation): Promise<void>
}

/** An action of a command, such as `purser cards list`. */
export interface CommandAction extends Omit<ShellCommand, 'actions'> {
  readonly summary: string
}

/** A command as `purser --help` lists it. */
export interface ListedShellCommand {
  readonly summary: string
  /** True: the command calls a node over its API. Without flags and variables it takes the URL and the API key from a profile. */
  readonly callsNode?: true
  /** True: the command works on the database of the settings. */
  readonly opensDatabase?: true
  /** Loads the command's declaration. The modules that the command needs to run, such as the service itself, are loaded when it runs. */
  load(): Promise<ShellCommand>
}

export interface ShellCommandGroup {
  readonly title: string
  /** True: all commands of the group call a node over its API. */
  readonly callsNode?: true
  /** True: all commands of the group work on the database of the settings. */
  readonly opensDatabase?: true
  readonly commands: Readonly<Record<string, ListedShellCommand>>
}
