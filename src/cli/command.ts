import type { ParseArgsOptionDescriptor } from 'node:util'
import type { Settings } from '../app/settings/options.ts'

/** What a command is given: its own words and flags, and the settings. */
export interface Invocation {
  /** The words after the command's name. */
  readonly words: readonly string[]
  /** Its own flags, without the settings. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  /** What it prints is JSON, for programs. */
  readonly json: boolean
  readonly settings: Settings
}

export interface Flag extends ParseArgsOptionDescriptor {
  /** What stands in place of its value in a help text, for instance `cust_...`. */
  readonly value?: string
  readonly description?: string
}

/** One command, declared once: what it reads, `--help` and docs/reference/commands.md come from here. */
export interface Command {
  /** One line of `purser --help`. */
  readonly summary: string
  /** How it is written, one way a line. */
  readonly usage: string
  /** What else there is to know. */
  readonly details?: string
  /** Command lines that work as they stand, but for ids. */
  readonly examples: readonly string[]
  /** Its own flags; those of the settings and `--json` work with every command. */
  readonly flags?: Readonly<Record<string, Flag>>
  /** Without it, words after the command's name are refused. */
  readonly takesWords?: true
  run(invocation: Invocation): Promise<void>
}

/** A row of the list of commands, loaded when it is called. */
export type LoadCommand = () => Promise<Command>
