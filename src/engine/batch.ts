import { type AuditedAct, EXPIRE_INTENT_OPERATION, auditedActOfSystem } from '../domain/audit/audited-act.ts'
import type { JournalEntryMoment } from '../domain/batch/batch.ts'
import { decideBatch } from '../domain/batch/decide-batch.ts'
import type { EngineCommandOutcome } from '../domain/batch/outcome.ts'
import { assert, assertPresent } from '../lib/assert.ts'
import { bucketOfId } from '../lib/buckets.ts'
import type { Clock } from '../lib/clock.ts'
import { answerStepDeadlinesMs } from '../lib/traffic/deadlines.ts'
import type { BucketGroups } from '../store/sharding/groups.ts'
import type { IdMaker } from '../lib/ids.ts'
import { tracedDatabaseTrip } from '../lib/tracing.ts'
import type { MachineClock } from '../lib/machine-clock.ts'
import { UnknownCommitError } from '../store/connection/database-errors.ts'
import type { AuditRecord } from '../store/audit/chain.ts'
import type { AuditKeys } from '../store/audit/audit-macs.ts'
import { demandClockAgreesWithDatabase } from '../store/connection/database-time.ts'
import { appendBatchAudit } from '../store/journal/audit.ts'
import type { JournalCache } from '../store/journal/cache/cache.ts'
import type { AppendedJournalEntries } from '../store/journal/checkpoint.ts'
import { type LoadedBatch, lockAndLoadBatchCustomers } from '../store/journal/load.ts'
import { type ChangedBatch, type SavedBatch, saveBatch } from '../store/journal/save.ts'
import { loadStoredReplies, insertReplyQueries } from '../store/requests/batch-replies.ts'
import { idempotencyClaimKey, isReplyToSameRequest, type StoredIdempotentReply } from '../store/requests/idempotency.ts'
import {
  isUniqueViolation,
  beginWithLockTimeout,
  sendSqlQueries,
  runDatabaseTransaction,
} from '../store/connection/transaction.ts'
import type { PolicyVersions } from '../store/customers/policy-versions.ts'
import type { DatabaseServerPool } from '../store/connection/server-pools.ts'
import type { EngineAnswer, IdempotentClaim, RenderedEngineReply, SubmittedEngineCommand } from './submitted.ts'

export interface BatchDeps {
  readonly groups: BucketGroups
  readonly clock: Clock
  /** The clock of the node's machine. Each batch compares it with the database's clock before the batch is saved. */
  readonly machineClock: MachineClock
  readonly ids: IdMaker
  /** The keys with which the MACs of audit entries and the signatures of audit chains are made. */
  readonly vault: AuditKeys
  /** How long a hold counts towards limits, in milliseconds. */
  readonly holdMs: number
  readonly cache: JournalCache
  readonly policyVersions: PolicyVersions
}

/** The server on which a batch runs, and the time that the batch waits for each lock, in milliseconds. */
export interface EngineBatchServer {
  /** The connections to the server that has the customers of the batch. */
  readonly pool: DatabaseServerPool
  readonly lockTimeoutMs: number
}

export interface CommittedBatch {
  /** The engine's answers to the commands of a batch, in the order of the commands. */
  readonly answers: readonly EngineAnswer[]
  /** How many webhook deliveries the batch has put into the outbox. */
  readonly deliveries: number
}

/**
 * Runs a batch as one transaction in two round trips: lock and read, then write and commit. The commands are decided between the two. After
 * the commit the caches of this node are updated, and only then do callers get their answers. Rejects as `runDatabaseTransaction` does, or with
 * `ClockDifferenceError`. Before it rejects, it removes the batch's customers from the cache, so that the next batch reads what was stored.
 */
export async function runEngineBatch(
  deps: BatchDeps,
  submitted: readonly SubmittedEngineCommand[],
  trip: EngineBatchServer,
): Promise<CommittedBatch> {
  const once = () => runOnce(deps, submitted, trip)
  try {
    // If `isUniqueViolation` is true, another transaction, for another customer, has meanwhile committed a reply under the same Idempotency-Key.
    // The batch then runs a second time, and reads that reply.
    return await once().catch((error: unknown) => (isUniqueViolation(error) ? once() : Promise.reject(error)))
  } catch (error) {
    for (const { levels } of submitted) if (levels !== null) deps.cache.forget(levels.customerId)
    throw error
  }
}

/** The names of the spans of a batch's two trips to the database. */
const LOAD = 'lock and load batch'
const SAVE = 'save and commit batch'

async function runOnce(
  deps: BatchDeps,
  submitted: readonly SubmittedEngineCommand[],
  { pool, lockTimeoutMs }: EngineBatchServer,
): Promise<CommittedBatch> {
  const begin = beginWithLockTimeout(lockTimeoutMs)
  const decided = await runDatabaseTransaction(
    pool,
    { begin, timeoutMs: answerStepDeadlinesMs.batch, commitSpan: SAVE },
    async (connection) => {
      const now = deps.clock.now()
      const claims = submitted.flatMap(({ claim }) => claim ?? [])
      const [, loaded, known] = await tracedDatabaseTrip(LOAD, () =>
        Promise.all([
          demandClockAgreesWithDatabase(connection, deps.machineClock), // sent before the statements that wait for locks
          lockAndLoadBatchCustomers(connection, submitted, { now, cache: deps.cache, groups: deps.groups }),
          claims.length > 0 ? loadStoredReplies(connection, claims, { groups: deps.groups, now }) : noReplies(),
        ]),
      )
      const result = decide(deps, submitted, { loaded, known })
      const saved = sendSqlQueries(connection, result.saved.queries.concat(result.replies))
      saved.catch(() => undefined) // a write that fails also fails every statement behind it, which reports the error
      const audit = result.audited.length > 0 ? await appendBatchAudit(connection, deps, result.audited) : undefined
      return { result, written: Promise.all([saved, audit?.written]) }
    },
  )
  updateCaches(deps, decided)
  return { answers: decided.answers, deliveries: decided.saved.deliveries }
}

/** An empty map of stored replies, made anew for each batch, because the batch adds its own replies to it. */
const noReplies = () => new Map<string, StoredIdempotentReply>()

/** A decided batch, with the statements that save it. */
interface BatchDecision {
  readonly answers: readonly EngineAnswer[]
  readonly batch: ChangedBatch
  readonly saved: SavedBatch
  readonly replies: SavedBatch['queries']
  readonly audited: readonly AuditRecord[]
}

interface BatchReads {
  readonly loaded: LoadedBatch
  /** The replies that are stored under Idempotency-Keys of the batch, by `idempotencyClaimKey`. */
  readonly known: Map<string, StoredIdempotentReply>
}

function decide(
  deps: BatchDeps,
  submitted: readonly SubmittedEngineCommand[],
  { loaded, known }: BatchReads,
): BatchDecision {
  const now = deps.clock.now()
  const fresh = firstOfEachKey(submitted, known)
  const { outcomes, changes } = decideBatch(
    loaded.set,
    fresh.map(({ command }) => command),
    {
      now,
      holdMs: deps.holdMs,
      newEntryId: (prefix, entry) => entryId(deps.ids, prefix, entry),
      newId: (prefix, { at, customerId }) => deps.ids.at(prefix, at, bucketOfId(customerId)),
    },
  )
  const outcomeOf = new Map(fresh.map((one, index) => [one, outcomes[index] as EngineCommandOutcome]))
  const replies = repliesOf(outcomeOf)
  const renderedOf = new Map<IdempotentClaim | null, RenderedEngineReply>(replies.map((each) => [each.claim, each]))
  const batch = { ...loaded, changes }
  for (const { claim, status, reply } of replies) {
    known.set(idempotencyClaimKey(claim), { bodyHash: claim.bodyHash, status, reply, sealed: false })
  }
  return {
    answers: submitted.map((one) => {
      const outcome = outcomeOf.get(one)
      return outcome ? answered(outcome, renderedOf.get(one.claim)) : repeated(one, known)
    }),
    batch,
    saved: saveBatch(deps, batch),
    replies: replies.length > 0 ? insertReplyQueries(replies, { groups: deps.groups, now }) : [],
    audited: changes.audited.map(({ command, ...change }) => ({ ...change, act: actOf(fresh, command) })),
  }
}

const EXPIRY = auditedActOfSystem(EXPIRE_INTENT_OPERATION)

/** Says who made a change: the caller of the command, or the system for an intent that expired. */
const actOf = (fresh: readonly SubmittedEngineCommand[], command: number | null): AuditedAct =>
  command === null ? EXPIRY : assertPresent(fresh[command], 'a change is of a command').act

/**
 * Makes an id for a new journal entry that sorts after the id of the journal's last entry, even if another node has made the last entry in
 * the same millisecond.
 */
function entryId(ids: IdMaker, prefix: 'txn' | 'stp', { at, customerId, last }: JournalEntryMoment): string {
  const after = last.sequence > 0 ? last.id : undefined
  return ids.following(prefix, { ms: at, bucket: bucketOfId(customerId), after })
}

/**
 * Selects the commands to decide: those without an Idempotency-Key, and the batch's first command under each key that has no stored reply.
 */
function firstOfEachKey(
  submitted: readonly SubmittedEngineCommand[],
  known: ReadonlyMap<string, StoredIdempotentReply>,
): SubmittedEngineCommand[] {
  const taken = new Set(known.keys())
  return submitted.filter(({ claim }) => {
    if (claim === null) return true
    const key = idempotencyClaimKey(claim)
    if (taken.has(key)) return false
    taken.add(key)
    return true
  })
}

const repliesOf = (outcomes: ReadonlyMap<SubmittedEngineCommand, EngineCommandOutcome>) =>
  [...outcomes].flatMap(([{ claim }, outcome]) => {
    if (claim === null) return []
    const rendered = claim.render(outcome)
    return [{ claim, ...rendered, reply: Buffer.from(rendered.body) }]
  })

const answered = (outcome: EngineCommandOutcome, rendered: RenderedEngineReply | undefined): EngineAnswer =>
  rendered === undefined ? { kind: 'outcome', outcome } : { kind: 'outcome', outcome, rendered }

function repeated({ claim }: SubmittedEngineCommand, known: ReadonlyMap<string, StoredIdempotentReply>): EngineAnswer {
  const stored = claim && known.get(idempotencyClaimKey(claim))
  assert(claim && stored, 'a command that was not decided has a stored reply')
  if (!isReplyToSameRequest(claim, stored)) return { kind: 'key_reused' }
  return { kind: 'replayed', status: stored.status, body: stored.reply.toString() }
}

/**
 * Updates the node's caches with what a batch has committed. An error here becomes an `UnknownCommitError`, because any other error would
 * make the committed batch run again.
 */
function updateCaches({ cache, policyVersions }: BatchDeps, { batch, saved }: BatchDecision): void {
  try {
    policyVersions.keep(saved.policyVersions)
    for (const appended of saved.appended) keepSpend(cache, appended)
    for (const [customerId, version] of saved.versions) updateConfiguration(cache, batch, { customerId, version })
    cache.weigh(saved.appended.map(({ customer }) => customer.id))
  } catch (cause) {
    throw new UnknownCommitError({ cause })
  }
}

/**
 * Puts the spend that a batch has computed into the cache. If a reader has advanced the cached customer meanwhile, the cache folds the
 * batch's entries instead.
 */
function keepSpend(cache: JournalCache, appended: AppendedJournalEntries): void {
  const {
    customer: { id, last },
    entries,
  } = appended
  const customer = cache.get(id)
  if (customer?.head.sequence !== (entries[0]?.sequence ?? 0) - 1) return cache.append(id, entries)
  customer.advance(
    last,
    [...appended.folds].map(([level, { after }]) => [level, after] as const),
  )
}

/**
 * Puts the cards that a batch has changed into the cache, under the customer's next version. Does nothing if a reader has cached another
 * version.
 */
function updateConfiguration(
  cache: JournalCache,
  { set, changes, versions }: ChangedBatch,
  { customerId, version }: { customerId: string; version: string },
): void {
  const customer = cache.get(customerId)
  if (customer === undefined || customer.configuration?.version !== versions.get(customerId)) return
  for (const id of new Set([...changes.cards.keys(), ...changes.intentCards])) {
    const state = assertPresent(set.cards.get(id), 'what changed is in the working set')
    if (state.customerId === customerId) customer.addCard({ state, intents: set.intents.get(id) ?? [] })
  }
  customer.rename(version)
}
