import type { AuthorizationEngine } from '../engine/engine.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import type { Ids } from '../lib/ids.ts'
import type { Database } from '../store/database.ts'
import { nextDueAt } from '../store/due-rows.ts'
import { IDEMPOTENCY_LIFE_MS } from '../store/idempotency.ts'
import { expireOverdueChangeRequests } from '../store/change-request-expiry.ts'
import { expireOverdueIntents } from '../store/intent-expiry.ts'
import { signHeads, type Signer } from '../store/audit/heads.ts'
import { deleteEntries } from '../store/audit/retention.ts'
import { deleteEvents, deleteFacts, deleteIdempotencyKeys, EVENT_LIFE_MS, FACT_LIFE_MS } from '../store/retention.ts'
import { destroyClosedNumbers } from './closed-numbers.ts'
import { forgetSignIns } from '../store/people/sign-in-retention.ts'
import type { SpendSumsKeeper } from './spend-sums.ts'
import { closeExpiredCards } from './expired-cards.ts'
import { expireHolds } from './expired-holds.ts'

const SWEEP_INTERVAL_MS = SECOND_MS
const HOUSEKEEPING_INTERVAL_MS = MINUTE_MS

export interface SweeperDeps {
  readonly database: Database
  readonly engine: Pick<AuthorizationEngine, 'submit'>
  readonly clock: Clock
  readonly ids: Ids
  /** Takes up the keys of a rotation that another process has begun, and signs audit trails. */
  readonly vault: { refresh(): Promise<void> } & Signer
  /** Numbers and CVVs of closed cards are destroyed after so long. */
  readonly numberLifeMs: number
  /** Audit entries are kept so long; null: for ever. */
  readonly auditLifeMs: number | null
  readonly spendSums: Pick<SpendSumsKeeper, 'look'>
  readonly wakeDispatcher: () => void
  /** A sweep failed. The next one tries again. */
  readonly onError: (error: unknown) => void
}

/** Does what falls due with time. Any number of nodes may sweep one database: whoever is second finds nothing left. */
export interface Sweeper {
  /** The next moment at which something ends by time, Unix milliseconds, or null. */
  nextDueAt(): Promise<number | null>
  /** Does everything that is due now, once. Throws the first failure after every part had its turn. */
  runDue(): Promise<void>
  /** Sweeps every second until `stop`, which waits for the sweep that is running. */
  start(): void
  stop(): Promise<void>
}

export function createSweeper(deps: SweeperDeps): Sweeper {
  let lastHousekeepingAt = Number.NEGATIVE_INFINITY
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  const sweep = async () => {
    const now = deps.clock.now()
    // Either way: a clock that was set back would have to come by the last moment again first.
    const housekeeping = Math.abs(now - lastHousekeepingAt) >= HOUSEKEEPING_INTERVAL_MS
    if (housekeeping) lastHousekeepingAt = now
    const { ended, failures } = await run([...endings(deps, now), ...(housekeeping ? housekeepings(deps, now) : [])])
    if (ended > 0) deps.wakeDispatcher()
    if (failures.length > 0) throw failures[0]
  }

  /** One at a time: a sweep that takes longer than a second is not joined by the next. */
  const runDue = () => {
    const swept = sweeping.then(sweep)
    sweeping = swept.catch(() => undefined)
    return swept
  }

  const tick = () => {
    timer = setTimeout(() => {
      void runDue()
        .catch(deps.onError)
        .finally(() => timer && tick())
    }, SWEEP_INTERVAL_MS)
  }

  return {
    nextDueAt: () => nextDueAt(deps.database.db),
    runDue,
    start: tick,
    stop: async () => {
      if (timer) clearTimeout(timer)
      timer = null
      await sweeping
    },
  }
}

/** A part of a sweep. Answers how many things it ended, where that is told to webhooks. */
type Part = () => Promise<number | void>

/** What callers can see: it ends at its time. */
const endings = ({ database, engine, ids, spendSums }: SweeperDeps, now: number): Part[] => [
  () => closeExpiredCards(database, { now, ids }),
  () => expireOverdueIntents(database, { now, ids }),
  () => expireOverdueChangeRequests(database, { now, ids }),
  () => expireHolds(database, engine, now),
  () => spendSums.look(),
]

/** What nobody waits for. */
const housekeepings = ({ database, ids, vault, numberLifeMs, auditLifeMs }: SweeperDeps, now: number): Part[] => [
  () => signHeads(database, vault, now),
  ...(auditLifeMs === null ? [] : [() => deleteEntries(database, { until: now - auditLifeMs, ids })]),
  () => deleteIdempotencyKeys(database, now - IDEMPOTENCY_LIFE_MS),
  () => deleteEvents(database, now - EVENT_LIFE_MS),
  () => deleteFacts(database, now - FACT_LIFE_MS),
  () => destroyClosedNumbers(database, { until: now - numberLifeMs, now, ids }),
  () => forgetSignIns(database, now),
  () => vault.refresh(),
]

/** Runs one part after the other: a part that fails keeps none of the others from its turn. */
async function run(parts: readonly Part[]): Promise<{ ended: number; failures: unknown[] }> {
  const failures: unknown[] = []
  let ended = 0
  for (const part of parts) {
    try {
      ended += (await part()) ?? 0
    } catch (error) {
      failures.push(error)
    }
  }
  return { ended, failures }
}
