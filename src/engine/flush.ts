import type pg from 'pg'
import type { Outcome } from '../domain/batch/outcome.ts'
import type { Command } from '../domain/batch/commands.ts'
import { decideBatch } from '../domain/batch/decide-batch.ts'
import { assert } from '../lib/assert.ts'
import type { Clock } from '../lib/clock.ts'
import { claimKey, loadReplies, replyQueries, type KnownReply } from '../store/authorization-batch/claims.ts'
import { sendAll, type Query } from '../store/authorization-batch/connection.ts'
import type { Copies, LeftFamilies } from '../store/authorization-batch/copies.ts'
import {
  checkForeseen,
  foresee,
  isDisproof,
  isDuplicate,
  type ForeseenBatch,
} from '../store/authorization-batch/foresee.ts'
import { loadBatch, type LoadedBatch } from '../store/authorization-batch/load.ts'
import type { Pipeline } from '../store/authorization-batch/pipeline.ts'
import type { Patience } from '../store/authorization-batch/begin.ts'
import type { SubscribersByAccount } from '../store/authorization-batch/subscribers-by-account.ts'
import { runBatch } from '../store/authorization-batch/run-batch.ts'
import { saveBatch, type SaveDeps } from '../store/authorization-batch/save.ts'
import { UnknownFateError } from '../store/database-errors.ts'
import type { IdempotencyClaim } from '../store/idempotency.ts'

export interface FlushDeps extends SaveDeps {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly holdMs: number
  /** Of this node. */
  readonly copies: Copies
  readonly webhooks: SubscribersByAccount
  /** Of the lane. */
  readonly pipeline: Pipeline
}

/** An Idempotency-Key under which the command is asked, and how its outcome is answered: stored in the same commit. */
export interface Claim extends IdempotencyClaim {
  render(outcome: Outcome): { status: number; body: string }
}

export type Answer =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** The key was used before, with this body: its first reply. */
  | { readonly kind: 'replayed'; readonly status: number; readonly body: string }
  /** The key was used before, with another body. */
  | { readonly kind: 'key_reused' }

export interface Submitted {
  readonly command: Command
  readonly claim: Claim | null
}

export interface Flushed {
  /** In the order of the commands. */
  readonly answers: readonly Answer[]
  /** Deliveries that now wait. */
  readonly deliveries: number
  /** `foreseen`: decided before its locks were taken. `undone`: so too, wrongly, and then as the others under them. */
  readonly way: 'foreseen' | 'read' | 'undone'
}

/** A batch on its way. */
export interface Flight {
  /** Whether the next batch may begin before this one has landed: it is decided on what this one leaves behind. */
  readonly mayBeFollowed: boolean
  /** Resolves after the commit. */
  readonly landed: Promise<Flushed>
}

/**
 * One batch, one transaction: lock, decide, save, commit. What this node has seen lately is decided at once and sent whole,
 * locks first; whatever turns out to be otherwise under the locks undoes it, and it is decided again on what is read there.
 */
export function flush(deps: FlushDeps, submitted: readonly Submitted[], patience: Patience): Flight {
  const foreseen = foresee(
    submitted.map(({ command }) => command),
    deps,
  )
  return foreseen === undefined
    ? { mayBeFollowed: false, landed: flushRead(deps, submitted, patience) }
    : { mayBeFollowed: true, landed: flushForeseen(deps, submitted, { foreseen, patience }) }
}

async function flushRead(deps: FlushDeps, submitted: readonly Submitted[], patience: Patience): Promise<Flushed> {
  try {
    return await readAndDecide(deps, submitted, patience)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    // A key that another transaction has committed meanwhile, under another customer: now its reply is found.
    return await readAndDecide(deps, submitted, patience)
  }
}

async function readAndDecide(deps: FlushDeps, submitted: readonly Submitted[], patience: Patience): Promise<Flushed> {
  const decided = await runBatch(deps.pool, patience, async (connection) => {
    const commands = submitted.map(({ command }) => command)
    const loaded = await loadBatch(connection, commands, { ...deps, now: deps.clock.now() })
    const claims = submitted.flatMap(({ claim }) => claim ?? [])
    const known = await loadReplies(connection, claims, deps.clock.now())
    const result = decide(deps, submitted, { loaded, known })
    return { result, written: sendAll(connection, result.queries) }
  })
  afterCommit(() => deps.copies.keep(decided.left))
  return committed(deps, decided, 'read')
}

async function flushForeseen(
  deps: FlushDeps,
  submitted: readonly Submitted[],
  { foreseen, patience }: { foreseen: ForeseenBatch; patience: Patience },
): Promise<Flushed> {
  const decided = decide(deps, submitted, { loaded: foreseen, known: new Map() })
  const withdraw = deps.copies.assume(decided.left)
  try {
    await deps.pipeline.transact([...checkForeseen(foreseen), ...decided.queries], patience)
  } catch (error) {
    withdraw()
    if (!isDisproof(error)) throw error
    return { ...(await flushRead(deps, submitted, patience)), way: 'undone' }
  }
  return committed(deps, decided, 'foreseen')
}

function committed(deps: FlushDeps, decided: Decided, way: Flushed['way']): Flushed {
  afterCommit(() => deps.versions.keep(decided.policyVersions))
  return { answers: decided.answers, deliveries: decided.deliveries, way }
}

/** What goes wrong after a commit must not look as if the batch had failed: it would be run again. */
export function afterCommit(work: () => void): void {
  try {
    work()
  } catch (cause) {
    throw new UnknownFateError({ cause })
  }
}

/** A batch as it was decided, not yet saved. */
interface Decided extends Omit<Flushed, 'way'> {
  readonly queries: readonly Query[]
  readonly left: LeftFamilies
  /** Hashes of the policy versions that are saved with it. */
  readonly policyVersions: readonly string[]
}

interface Found {
  readonly loaded: LoadedBatch
  /** Replies that are stored under the keys of the batch. */
  readonly known: Map<string, KnownReply>
}

function decide(deps: FlushDeps, submitted: readonly Submitted[], { loaded, known }: Found): Decided {
  const now = deps.clock.now()
  const fresh = firstOfEachKey(submitted, known)
  const { outcomes, changes } = decideBatch(
    loaded.set,
    fresh.map(({ command }) => command),
    { now, holdMs: deps.holdMs, newTransactionId: () => deps.ids('txn') },
  )
  const outcomeOf = new Map(fresh.map((one, index) => [one, outcomes[index] as Outcome]))
  const replies = repliesOf(outcomeOf)
  const saved = saveBatch(deps, { ...loaded, changes })
  for (const { claim, status, body } of replies) {
    known.set(claimKey(claim), { bodyHash: claim.bodyHash, status, body })
  }
  return {
    answers: submitted.map((one) => answerOf(one, outcomeOf.get(one), known)),
    deliveries: saved.deliveries,
    queries: [...saved.queries, ...replyQueries(replies, now)],
    policyVersions: saved.policyVersions,
    left: {
      family: { ...loaded.set, histories: new Map([...loaded.histories, ...saved.histories]) },
      versionsFound: loaded.versions,
      versionLeft: (customerId) => (changes.customers.has(customerId) ? saved.version : undefined),
    },
  }
}

/** Commands to decide: those without a key, and the first of the batch for each key that has no reply yet. */
function firstOfEachKey(submitted: readonly Submitted[], known: ReadonlyMap<string, KnownReply>): Submitted[] {
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
  [...outcomes].flatMap(([{ claim }, outcome]) => (claim === null ? [] : [{ claim, ...claim.render(outcome) }]))

function answerOf({ claim }: Submitted, outcome: Outcome | undefined, known: ReadonlyMap<string, KnownReply>): Answer {
  if (outcome) return { kind: 'outcome', outcome }
  const stored = claim && known.get(claimKey(claim))
  assert(claim && stored, 'a command that was not decided has a stored reply')
  if (!stored.bodyHash.equals(claim.bodyHash)) return { kind: 'key_reused' }
  return { kind: 'replayed', status: stored.status, body: stored.body }
}
