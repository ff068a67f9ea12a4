import type { ColumnType } from 'kysely'

/** A running node. The node writes this row every few seconds. */
export interface NodeRow {
  node: string
  version: string
  host: string
  process_id: number
  /** The names of the issuers that the node calls. */
  issuers: string[]
  /** The warnings about settings that the node logged when it started. */
  unsafe_settings: string[]
  /** How many connections the node opens to the database server at most. */
  connections: number
  /** By how many milliseconds the node's clock is ahead of the database's. Below 0: it is behind. */
  clock_difference_ms: number
  started_at: number
  seen_at: number
}

/** The last run of a command that works through all data. */
export interface CommandRunRow {
  command: 'verify'
  version: string
  /** The result of the run as the command shows it. Kysely reads it as a value, and writes it as JSON text. */
  result: ColumnType<StoredVerificationResult, string, string>
  ended_at: number
}

export interface StoredVerificationResult {
  readonly customers: number
  readonly entries: number
  readonly differences: number
}

export interface NodeAndCommandRunTables {
  nodes: NodeRow
  command_runs: CommandRunRow
}
