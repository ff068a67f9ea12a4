import { type Act, EXPIRE_INTENT, systemAct } from '../domain/audit/record.ts'
import type { EntryPlace } from '../domain/batch/batch.ts'
import { decideBatch } from '../domain/batch/decide-batch.ts'
import type { Outcome } from '../domain/batch/outcome.ts'
import { assert, present } from '../lib/assert.ts'
import { bucketOf } from '../lib/buckets.ts'
import type { Clock } from '../lib/clock.ts'
import { deadlines } from '../lib/traffic/deadlines.ts'
import type { Groups } from '../store/sharding/groups.ts'
import type { Ids } from '../lib/ids.ts'
import type { MachineClock } from '../lib/machine-clock.ts'
import { UnknownFateError } from '../store/connection/database-errors.ts'
import type { AuditRecord } from '../store/audit/chain.ts'
import type { AuditKeys } from '../store/audit/proof.ts'
import { demandClock } from '../store/connection/database-time.ts'
import { sendAudit } from '../store/journal/audit.ts'
import type { JournalCache } from '../store/journal/cache/cache.ts'
import type { Appended } from '../store/journal/checkpoint.ts'
import { type LoadedBatch, loadBatch } from '../store/journal/load.ts'
import { type DecidedBatch, type SavedBatch, saveBatch } from '../store/journal/save.ts'
import { loadReplies, replyQueries } from '../store/requests/batch-replies.ts'
import { claimKey, isOfSameRequest, type StoredReply } from '../store/requests/idempotency.ts'
import { isDuplicate, lockingFor, sendAll, transact } from '../store/journal/transaction.ts'
import type { PolicyVersions } from '../store/customers/policy-versions.ts'
import type { ServerPool } from '../store/connection/server-pools.ts'
import type { Answer, Claim, Rendered, Submitted } from './submitted.ts'

export interface BatchDeps {
  readonly groups: Groups
  readonly clock: Clock
  /** Compared with the database's before anything is decided. */
  readonly machineClock: MachineClock
  readonly ids: Ids
  /** What entries of the audit trail prove themselves by. */
  readonly vault: AuditKeys
  readonly holdMs: number
  /** Of this node. */
  readonly cache: JournalCache
  readonly policyVersions: PolicyVersions
}

export interface BatchTrip {
  /** Where its customers are. */
  readonly pool: ServerPool
  readonly lockTimeoutMs: number
}

export interface Committed {
  /** In the order of the commands. */
  readonly answers: readonly Answer[]
  /** Deliveries that now wait. */
  readonly deliveries: number
}

/**
 * One batch, one transaction, two trips: lock and read; decide; write and commit. Then what was committed is folded, and only
 * then is anybody answered. Rejects as `transact` does, and then forgets its customers: whether it was stored is read.
 */
export async function runBatch(deps: BatchDeps, submitted: readonly Submitted[], trip: BatchTrip): Promise<Committed> {
  const once = () => runOnce(deps, submitted, trip)
  try {
    // A key that another transaction has committed meanwhile, under another customer: the second time its reply is found.
    return await once().catch((error: unknown) => (isDuplicate(error) ? once() : Promise.reject(error)))
  } catch (error) {
    for (const { levels } of submitted) if (levels !== null) deps.cache.forget(levels.customerId)
    throw error
  }
}

async function runOnce(
  deps: BatchDeps,
  submitted: readonly Submitted[],
  { pool, lockTimeoutMs }: BatchTrip,
): Promise<Committed> {
  const begin = lockingFor(lockTimeoutMs)
  const decided = await transact(pool, { begin, timeoutMs: deadlines.batch }, async (connection) => {
    const now = deps.clock.now()
    const claims = submitted.flatMap(({ claim }) => claim ?? [])
    const [, loaded, known] = await Promise.all([
      demandClock(connection, deps.machineClock), // sent before what waits for locks
      loadBatch(connection, submitted, { now, cache: deps.cache, groups: deps.groups }),
      loadReplies(connection, claims, { groups: deps.groups, now }),
    ])
    const result = decide(deps, submitted, { loaded, known })
    const saved = sendAll(connection, result.saved.queries.concat(result.replies))
    saved.catch(() => undefined) // what fails here fails all that is sent behind it, and is heard of there
    const audit = await sendAudit(connection, deps, result.audited)
    return { result, written: Promise.all([saved, audit.written]) }
  })
  keep(deps, decided)
  return { answers: decided.answers, deliveries: decided.saved.deliveries }
}

/** A batch as it was decided, not yet saved. */
interface Decided {
  readonly answers: readonly Answer[]
  readonly batch: DecidedBatch
  readonly saved: SavedBatch
  readonly replies: SavedBatch['queries']
  readonly audited: readonly AuditRecord[]
}

interface Found {
  readonly loaded: LoadedBatch
  /** Replies that are stored under the keys of the batch. */
  readonly known: Map<string, StoredReply>
}

function decide(deps: BatchDeps, submitted: readonly Submitted[], { loaded, known }: Found): Decided {
  const now = deps.clock.now()
  const fresh = firstOfEachKey(submitted, known)
  const { outcomes, changes } = decideBatch(
    loaded.set,
    fresh.map(({ command }) => command),
    {
      now,
      holdMs: deps.holdMs,
      newEntryId: (prefix, place) => entryId(deps.ids, prefix, place),
      newId: (prefix, { at, customerId }) => deps.ids.at(prefix, at, bucketOf(customerId)),
    },
  )
  const outcomeOf = new Map(fresh.map((one, index) => [one, outcomes[index] as Outcome]))
  const replies = repliesOf(outcomeOf)
  const renderedOf = new Map<Claim | null, Rendered>(replies.map((each) => [each.claim, each]))
  const batch = { ...loaded, changes }
  for (const { claim, status, reply } of replies) {
    known.set(claimKey(claim), { bodyHash: claim.bodyHash, status, reply, sealed: false })
  }
  return {
    answers: submitted.map((one) => {
      const outcome = outcomeOf.get(one)
      return outcome ? answered(outcome, renderedOf.get(one.claim)) : repeated(one, known)
    }),
    batch,
    saved: saveBatch(deps, batch),
    replies: replyQueries(replies, { groups: deps.groups, now }),
    audited: changes.audited.map(({ command, ...change }) => ({ ...change, act: actOf(fresh, command) })),
  }
}

const EXPIRY = systemAct(EXPIRE_INTENT)

/** Whose command it was, or what time has done. */
const actOf = (fresh: readonly Submitted[], command: number | null): Act =>
  command === null ? EXPIRY : present(fresh[command], 'a change is of a command').act

/** After that of the last entry, also where another node has made that one in the same millisecond. */
function entryId(ids: Ids, prefix: 'txn' | 'stp', { at, customerId, last }: EntryPlace): string {
  const after = last.sequence > 0 ? last.id : undefined
  return ids.following(prefix, { ms: at, bucket: bucketOf(customerId), after })
}

/** Commands to decide: those without a key, and the first of the batch for each key that has no reply yet. */
function firstOfEachKey(submitted: readonly Submitted[], known: ReadonlyMap<string, StoredReply>): Submitted[] {
  const taken = new Set(known.keys())
  return submitted.filter(({ claim }) => {
    if (claim === null) return true
    const key = claimKey(claim)
    if (taken.has(key)) return false
    taken.add(key)
    return true
  })
}

const repliesOf = (outcomes: ReadonlyMap<Submitted, Outcome>) =>
  [...outcomes].flatMap(([{ claim }, outcome]) => {
    if (claim === null) return []
    const rendered = claim.render(outcome)
    return [{ claim, ...rendered, reply: Buffer.from(rendered.body) }]
  })

const answered = (outcome: Outcome, rendered: Rendered | undefined): Answer =>
  rendered === undefined ? { kind: 'outcome', outcome } : { kind: 'outcome', outcome, rendered }

function repeated({ claim }: Submitted, known: ReadonlyMap<string, StoredReply>): Answer {
  const stored = claim && known.get(claimKey(claim))
  assert(claim && stored, 'a command that was not decided has a stored reply')
  if (!isOfSameRequest(claim, stored)) return { kind: 'key_reused' }
  return { kind: 'replayed', status: stored.status, body: stored.reply.toString() }
}

/** What is committed is folded. What goes wrong here must not look as if the batch had failed: it would be run again. */
function keep({ cache, policyVersions }: BatchDeps, { batch, saved }: Decided): void {
  try {
    policyVersions.keep(saved.policyVersions)
    for (const appended of saved.appended) keepFolds(cache, appended)
    for (const [customerId, version] of saved.versions) keepConfiguration(cache, batch, { customerId, version })
    cache.weigh(saved.appended.map(({ customer }) => customer.id))
  } catch (cause) {
    throw new UnknownFateError({ cause })
  }
}

/** As the batch has folded them already; unless somebody has read more of the journal meanwhile. */
function keepFolds(cache: JournalCache, { customer: { id, last }, entries, folds }: Appended): void {
  const customer = cache.get(id)
  if (customer?.head.sequence !== (entries[0]?.sequence ?? 0) - 1) return cache.append(id, entries)
  customer.advance(
    last,
    [...folds].map(([level, { after }]) => [level, after] as const),
  )
}

/** The cards that the batch has changed, under the customer's next version; unless somebody has read another one meanwhile. */
function keepConfiguration(
  cache: JournalCache,
  { set, changes, versions }: DecidedBatch,
  { customerId, version }: { customerId: string; version: string },
): void {
  const customer = cache.get(customerId)
  if (customer === undefined || customer.configuration?.version !== versions.get(customerId)) return
  for (const id of new Set([...changes.cards.keys(), ...changes.intentCards])) {
    const state = present(set.cards.get(id), 'what changed is in the working set')
    if (state.customerId === customerId) customer.addCard({ state, intents: set.intents.get(id) ?? [] })
  }
  customer.rename(version)
}
