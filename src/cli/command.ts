import type { ParseArgsOptionsConfig } from 'node:util'
import type { Settings } from '../app/options.ts'

/** What a command is given: its own words and flags, and the settings. */
export interface Invocation {
  /** The words after the command's name. */
  readonly words: readonly string[]
  /** Its own flags, without the settings. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly settings: Settings
}

export interface Command {
  /** One line of `purser --help`. */
  readonly summary: string
  /** Its words and flags, for `purser <command> --help`. */
  readonly usage: string
  /** Its own flags; those of the settings work with every command. */
  readonly flags?: ParseArgsOptionsConfig
  run(invocation: Invocation): Promise<void>
}
