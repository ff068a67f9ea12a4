import type { Clock } from '../../lib/clock.ts'
import { lastBackupAt } from '../../store/backup/last-backup.ts'
import type { Database } from '../../store/connection/database.ts'
import { dbNotReady } from '../../store/schema/readiness.ts'
import { countWaitingApprovals } from '../../store/intents/waiting-approvals.ts'
import { lastCommandRun } from '../../store/nodes/command-runs.ts'
import type { BucketScope } from '../../store/sharding/groups.ts'
import { type WebhookCounts, webhooksByState } from '../../store/webhooks/webhook-counts.ts'
import { cachePromiseForMs } from './cached-for.ts'

/** The state of the database, for the metrics. Null: the database did not answer. */
export interface DatabaseState {
  readonly isUp: boolean
  readonly isWritable: boolean
  readonly backlog: DeliveryBacklogAge | null
  readonly webhooks: WebhookCounts | null
  readonly intents: WaitingInboxRequests | null
  readonly changeRequests: WaitingInboxRequests | null
  /** The last run of `purser verify`. Null: it never ran, or the database did not answer. */
  readonly verification: LastVerificationRun | null
  /** When the last complete backup began, in Unix milliseconds. 0: there was none. Null: the database did not answer. */
  readonly backedUpAt: number | null
}

export interface DeliveryBacklogAge {
  readonly pending: number
  /** How long the oldest delivery has been due, in milliseconds. */
  readonly oldestMs: number
}

/** Requests that wait for a person: how many, and for how many milliseconds the oldest has waited. */
export interface WaitingInboxRequests {
  readonly count: number
  readonly oldestMs: number
}

export interface LastVerificationRun {
  readonly ageMs: number
  readonly differences: number
}

export interface DatabaseStateDeps {
  readonly database: Database
  readonly clock: Clock
  readonly backlog: () => Promise<DeliveryBacklogAge>
  /** The bucket scopes in which this node counts, for the metrics. */
  readonly ownBucketScopes: () => Promise<readonly BucketScope[]>
}

/** For how many milliseconds the metrics show the state of the database that was read last, however often they are scraped. */
const LIFE_MS = 5000
/** After how many milliseconds the metrics read nothing more from the database: a scrape of Prometheus waits ten seconds at most. */
const BUDGET_MS = 3000

/**
 * Makes the function that reads what the metrics show of the database. The statements are small, read a bounded number of rows by an index,
 * and run one after the other on a connection for reads, which no authorization waits for.
 */
export const databaseStateReader = (deps: DatabaseStateDeps): (() => Promise<DatabaseState>) =>
  cachePromiseForMs(LIFE_MS, () => readState(deps))

async function readState({ database, clock, backlog, ownBucketScopes }: DatabaseStateDeps): Promise<DatabaseState> {
  const { db } = database
  const begun = performance.now()
  let isUp = true
  const read = async <T>(ask: () => Promise<T>): Promise<T | null> =>
    isUp && performance.now() - begun < BUDGET_MS ? ask().catch(() => null) : null

  const isWritable = await dbNotReady(database).then(
    (reason) => reason !== 'database_read_only',
    () => {
      isUp = false
      return false
    },
  )
  const approvals = await read(async () => approvalsIn(db, await ownBucketScopes(), clock.now()))
  return {
    isUp,
    isWritable,
    backlog: await read(backlog),
    webhooks: await read(() => webhooksByState(db)),
    intents: approvals?.intents ?? null,
    changeRequests: approvals?.changeRequests ?? null,
    verification: await read(() => verificationIn(database)),
    backedUpAt: await read(async () => (await lastBackupAt(database)) ?? 0),
  }
}

async function approvalsIn(
  db: Database['db'],
  bucketScopes: readonly BucketScope[],
  now: number,
): Promise<{ intents: WaitingInboxRequests; changeRequests: WaitingInboxRequests }> {
  let intents: WaitingInboxRequests = { count: 0, oldestMs: 0 }
  let changeRequests = intents
  const add = (sum: WaitingInboxRequests, count: number, oldestAt: number | null): WaitingInboxRequests => ({
    count: sum.count + count,
    oldestMs: Math.max(sum.oldestMs, now - (oldestAt ?? now)),
  })
  for (const bucketScope of bucketScopes) {
    const waiting = await countWaitingApprovals(db, bucketScope)
    intents = add(intents, waiting.intents, waiting.oldestIntentAt)
    changeRequests = add(changeRequests, waiting.changeRequests, waiting.oldestChangeRequestAt)
  }
  return { intents, changeRequests }
}

/** Reads the last run of `purser verify`. Its age is by the machine's clock, because `purser verify` has no test clock. */
async function verificationIn({ db, clock }: Database): Promise<LastVerificationRun | null> {
  const last = await lastCommandRun(db, 'verify')
  return last && { ageMs: Math.max(0, clock.now() - last.ended_at), differences: last.result.differences }
}
