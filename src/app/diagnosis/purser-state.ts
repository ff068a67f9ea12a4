import type { OldestHoldIntentAndApproval } from '../../store/due/oldest-work.ts'
import type { IssuerBacklog } from '../../store/issuer-calls/issuer-backlog.ts'
import type { DatabaseServerState } from '../../store/connection/server-state.ts'
import type { CommandRun } from '../../store/nodes/command-runs.ts'
import type { NodeRow } from '../../store/rows/operation-tables.ts'
import type { MigrationState } from '../../store/schema/migrations.ts'
import type { FailingWebhook } from '../../store/webhooks/webhook-failures.ts'
import type { ClockComparison } from '../../lib/machine-clock.ts'
import type { DiskSpace } from './disk-space.ts'

/** A section of the picture that `purser status` and `purser doctor` could not read. */
export interface UnreadPurserStateSection {
  /** The name in a few words of the section of Purser's state that could not be read: `the nodes`. */
  readonly what: string
  readonly why: string
}

export interface WebhookState {
  /** How many deliveries are due, and since when, in Unix milliseconds: see `Backlog`. */
  readonly pending: number
  readonly oldestDueAt: number | null
  /** Active webhooks whose last attempts failed, the longest failing first. */
  readonly failing: readonly FailingWebhook[]
}

/**
 * The state of a Purser and its database at one moment, for `purser status` and `purser doctor`. A member is null if it could not be read;
 * `unread` then says why. Times are Unix milliseconds.
 */
export interface PurserState {
  /** The time by the clock of this machine. */
  readonly at: number
  /** The time of the service: with the setting `PURSER_TEST_CLOCK`, that of the test clock, if it is ahead of this machine's. */
  readonly now: number
  /** The clock of this machine, compared with the database's. */
  readonly clock: ClockComparison | null
  readonly server: DatabaseServerState | null
  /** Why the database takes no writes or is not migrated. Undefined: it could not be read. */
  readonly notReady: string | null | undefined
  readonly migrations: MigrationState | null
  /** The nodes that run, and those that ended within the last hour without saying so. */
  readonly nodes: readonly NodeRow[] | null
  readonly webhooks: WebhookState | null
  readonly issuers: readonly IssuerBacklog[] | null
  readonly oldest: OldestHoldIntentAndApproval | null
  /** The last run of `purser verify` over all customers. Undefined: it could not be read. */
  readonly verified: CommandRun | null | undefined
  /** When the last backup of `purser backup create` was begun. Null: it has made none. Undefined: it could not be read. */
  readonly backedUpAt: number | null | undefined
  /** When the first account was made. Null: there is none, or it could not be read. */
  readonly installedAt: number | null
  /** The disk of the data directory. Null: the database is not embedded, and its disk cannot be seen from here. */
  readonly disk: DiskSpace | null
  /** The time of the test clock of this database. Null: there is none, or real time has passed it. */
  readonly testClock: number | null
  readonly unread: readonly UnreadPurserStateSection[]
}
