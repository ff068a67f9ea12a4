import type pg from 'pg'
import type { Outcome } from '../domain/batch/changes.ts'
import type { Command } from '../domain/batch/commands.ts'
import { decideBatch } from '../domain/batch/decide-batch.ts'
import { assert } from '../lib/assert.ts'
import type { Clock } from '../lib/clock.ts'
import { claimKey, loadReplies, saveReplies, type KnownReply } from '../store/authorization-batch/claims.ts'
import type { Copies } from '../store/authorization-batch/copies.ts'
import { loadBatch } from '../store/authorization-batch/load.ts'
import { runBatch } from '../store/authorization-batch/run-batch.ts'
import { saveBatch, type SaveDeps } from '../store/authorization-batch/save.ts'
import type { IdempotencyClaim } from '../store/idempotency.ts'

export interface FlushDeps extends SaveDeps {
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly holdMs: number
  readonly timeoutMs: number
  /** Of this node. */
  readonly copies: Copies
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
}

/** One batch, one transaction: load and lock, decide, save, commit. Answers in the order of the commands. */
export async function flush(deps: FlushDeps, submitted: readonly Submitted[]): Promise<Flushed> {
  const committed = await runBatch(deps.pool, deps.timeoutMs, async (connection) => {
    const commands = submitted.map(({ command }) => command)
    const claims = submitted.flatMap(({ claim }) => claim ?? [])
    const loaded = await loadBatch(connection, commands, { now: deps.clock.now(), copies: deps.copies })
    const { set } = loaded
    const now = deps.clock.now()
    const known = await loadReplies(connection, claims, now)

    const fresh = firstOfEachKey(submitted, known)
    const { outcomes, changes } = decideBatch(
      set,
      fresh.map(({ command }) => command),
      { now, holdMs: deps.holdMs, newTransactionId: () => deps.ids('txn') },
    )
    const outcomeOf = new Map(fresh.map((one, index) => [one, outcomes[index] as Outcome]))
    const replies = repliesOf(outcomeOf)
    const saved = saveBatch(connection, deps, { ...loaded, changes })
    const written = Promise.all([saved.written, saveReplies(connection, replies, now)])
    for (const { claim, status, body } of replies) {
      known.set(claimKey(claim), { bodyHash: claim.bodyHash, status, body })
    }
    const answers = submitted.map((one) => answerOf(one, outcomeOf.get(one), known))
    return { result: { answers, loaded, changes, saved }, written }
  })
  const { answers, loaded, changes, saved } = committed
  deps.versions.keep(saved.policyVersions)
  deps.copies.keep({
    family: { ...loaded.set, histories: new Map([...loaded.histories, ...saved.histories]) },
    found: loaded.versions,
    left: (customerId) => (changes.customers.has(customerId) ? saved.version : undefined),
  })
  return { answers, deliveries: saved.deliveries }
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
