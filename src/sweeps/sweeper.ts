import type { AuthorizationEngine } from '../engine/engine.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import type { Part } from '../store/sharding/groups.ts'
import type { Ids } from '../lib/ids.ts'
import type { Database } from '../store/connection/database.ts'
import { nextDueAt } from '../store/due/due-rows.ts'
import { IDEMPOTENCY_LIFE_MS } from '../store/requests/idempotency.ts'
import { expireOverdueChangeRequests } from '../store/intents/change-request-expiry.ts'
import { expireOverdueIntents } from '../store/intents/intent-expiry.ts'
import type { AuditKeys } from '../store/audit/proof.ts'
import { deleteEntries } from '../store/audit/retention.ts'
import {
  deleteEvents,
  deleteFacts,
  deleteIdempotencyKeys,
  EVENT_LIFE_MS,
  FACT_LIFE_MS,
} from '../store/due/retention.ts'
import { destroyClosedNumbers } from './closed-numbers.ts'
import { HeadSigning, type HeadSigningDeps } from './head-signing.ts'
import { forgetSignIns } from '../store/people/sign-in-retention.ts'
import type { SpendSumsKeeper } from './spend-rollups.ts'
import { closeExpiredCards } from './expired-cards.ts'
import { expireHolds } from './expired-holds.ts'
import { disableFailingWebhooks } from './failing-webhooks.ts'

const SWEEP_INTERVAL_MS = SECOND_MS
const HOUSEKEEPING_INTERVAL_MS = MINUTE_MS
/** Of events and deliveries that are over, a sweep deletes as long as this, and goes on in the next: whatever falls due waits for it. */
const RETENTION_BUDGET_MS = 300

export interface SweeperDeps extends Pick<HeadSigningDeps, 'onUnsigned' | 'unsigned'> {
  readonly database: Database
  readonly engine: Pick<AuthorizationEngine, 'submit'>
  /** What this node looks through. Default: everything. */
  readonly ownParts?: () => Promise<readonly Part[]>
  readonly clock: Clock
  readonly ids: Ids
  /** Takes up the keys of a rotation that another process has begun, and signs audit trails. */
  readonly vault: { refresh(): Promise<void> } & AuditKeys
  /** Numbers and CVVs of closed cards are destroyed after so long. */
  readonly numberLifeMs: number
  /** Audit entries are kept so long; null: for ever. */
  readonly auditLifeMs: number | null
  /** A webhook without a success for so long, which had failures, is disabled. Default: never. */
  readonly webhookFailureMs?: number | null
  readonly spendSums: Pick<SpendSumsKeeper, 'look'>
  readonly wakeDispatcher: () => void
  /** A sweep failed. The next one tries again. */
  readonly onError: (error: unknown) => void
}

/** Does what falls due with time. Any number of nodes may sweep one database: whoever is second finds nothing left. */
export interface Sweeper {
  /** The next moment at which something ends by time, Unix milliseconds, or null. */
  nextDueAt(): Promise<number | null>
  /** Signs the ends of audit trails that became due while no node ran: before anything is appended to them. */
  signHeads(): Promise<void>
  /** Does everything that is due now, wherever it is, once. Throws the first failure after every part had its turn. */
  runDue(): Promise<void>
  /** Sweeps every second until `stop`, which waits for the sweep that is running. */
  start(): void
  stop(): Promise<void>
}

const everything = (): Promise<readonly Part[]> => Promise.resolve([null])

export function createSweeper({ ownParts = everything, ...deps }: SweeperDeps): Sweeper {
  const headSigning = new HeadSigning(deps)
  let lastHousekeepingAt = Number.NEGATIVE_INFINITY
  let hasOldEvents = false
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  const retire = async (now: number, budgetMs: number) => {
    const begun = performance.now()
    const isOver = () => performance.now() - begun >= budgetMs
    hasOldEvents = !(await deleteEvents(deps.database, now - EVENT_LIFE_MS, isOver))
  }

  const sweep = async (parts: readonly Part[], retentionMs: number) => {
    const now = deps.clock.now()
    // Either way: a clock that was set back would have to come by the last moment again first.
    const housekeeping = Math.abs(now - lastHousekeepingAt) >= HOUSEKEEPING_INTERVAL_MS
    if (housekeeping) lastHousekeepingAt = now
    const { ended, failures } = await run([
      ...parts.flatMap((part) => endings(deps, now, part)),
      () => disableFailingWebhooks(deps, now),
      () => deps.spendSums.look(),
      ...(housekeeping ? [() => headSigning.run(now), ...housekeepings(deps, now)] : []),
      ...(housekeeping || hasOldEvents ? [() => retire(now, retentionMs)] : []),
    ])
    if (ended > 0) deps.wakeDispatcher()
    if (failures.length > 0) throw failures[0]
  }

  /** One at a time: a sweep that takes longer than a second is not joined by the next. */
  const runIn = (parts: () => Promise<readonly Part[]>, retentionMs: number) => {
    const swept = sweeping.then(async () => sweep(await parts(), retentionMs))
    sweeping = swept.catch(() => undefined)
    return swept
  }

  const tick = () => {
    timer = setTimeout(() => {
      void runIn(ownParts, RETENTION_BUDGET_MS)
        .catch(deps.onError)
        .finally(() => timer && tick())
    }, SWEEP_INTERVAL_MS)
  }

  return {
    nextDueAt: () => nextDueAt(deps.database.db),
    signHeads: () => headSigning.run(deps.clock.now()).catch(deps.onError),
    runDue: () => runIn(everything, Number.POSITIVE_INFINITY),
    start: tick,
    stop: async () => {
      if (timer) clearTimeout(timer)
      timer = null
      await sweeping
    },
  }
}

/** One thing that a sweep does. Answers how many things it ended, where that is told to webhooks. */
type Task = () => Promise<number | void>

/** What callers can see: it ends at its time. */
const endings = ({ database, engine, ids, vault }: SweeperDeps, now: number, part: Part): Task[] => [
  () => closeExpiredCards(database, { now, ids, vault, part }),
  () => expireOverdueIntents(database, { now, ids, vault, part }),
  () => expireOverdueChangeRequests(database, { now, ids, vault, part }),
  () => expireHolds(database, engine, { now, part }),
]

/** What nobody waits for. */
const housekeepings = ({ database, ids, vault, numberLifeMs, auditLifeMs }: SweeperDeps, now: number): Task[] => [
  ...(auditLifeMs === null ? [] : [() => deleteEntries(database, { until: now - auditLifeMs, ids, vault })]),
  () => deleteIdempotencyKeys(database, now - IDEMPOTENCY_LIFE_MS),
  () => deleteFacts(database, now - FACT_LIFE_MS),
  () => destroyClosedNumbers(database, { until: now - numberLifeMs, now, ids, vault }),
  () => forgetSignIns(database, { now, ids, vault }),
  () => vault.refresh(),
]

/** Runs one task after the other: one that fails keeps none of the others from its turn. */
async function run(tasks: readonly Task[]): Promise<{ ended: number; failures: unknown[] }> {
  const failures: unknown[] = []
  let ended = 0
  for (const task of tasks) {
    try {
      ended += (await task()) ?? 0
    } catch (error) {
      failures.push(error)
    }
  }
  return { ended, failures }
}
