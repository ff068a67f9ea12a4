import type { AuthorizationEngine } from '../engine/engine.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import type { BucketScope } from '../store/sharding/groups.ts'
import type { IdMaker } from '../lib/ids.ts'
import type { Database } from '../store/connection/database.ts'
import { nextExpiryOfAnyResource } from '../store/due/due-rows.ts'
import { IDEMPOTENCY_LIFE_MS } from '../store/requests/idempotency.ts'
import { answerChallengesOfIntents } from '../store/challenges/following-intents.ts'
import { expireOverdueChallenges } from '../store/challenges/challenge-saving.ts'
import { expireOverdueChangeRequests } from '../store/change-requests/change-request-saving.ts'
import { expireOverdueSubscriptions } from '../store/subscriptions/subscription-saving.ts'
import { expireOverdueIntents } from '../store/intents/intent-saving.ts'
import type { AuditKeys } from '../store/audit/audit-macs.ts'
import { deleteAuditEntries } from '../store/audit/retention.ts'
import {
  deleteEvents,
  deleteIssuerFacts,
  deleteIdempotencyKeys,
  deleteMessageHours,
  deleteLoggedRequests,
  EVENT_LIFE_MS,
  ISSUER_FACTS_KEPT_MS,
  MESSAGE_HOUR_LIFE_MS,
  REQUEST_LOG_LIFE_MS,
} from '../store/due/retention.ts'
import { fillMerchantKeys } from '../store/transactions/fill-merchant-keys.ts'
import { destroyNumbersOfClosedCards } from './closed-numbers.ts'
import { AuditHeadSigning, type AuditHeadSigningDeps } from './head-signing.ts'
import { deleteExpiredSignIns } from '../store/people/sign-in-retention.ts'
import type { SpendRollupsKeeper } from './spend-rollups.ts'
import { closeExpiredCards } from './expired-cards.ts'
import { expireHolds } from './expired-holds.ts'
import { disableFailingWebhooks } from './failing-webhooks.ts'

const SWEEP_INTERVAL_MS = SECOND_MS
const HOUSEKEEPING_INTERVAL_MS = MINUTE_MS

/** How long a sweep may work on old rows, and whether it may leave the rollups of spend to a later sweep. */
interface Pace {
  /**
   * Milliseconds for deleting old events and deliveries, and as many for storing recognized keys of old purchases. Other tasks wait
   * meanwhile.
   */
  readonly backgroundMs: number
  /** Whether many journal entries may wait for some seconds until they are added to the rollups together. */
  readonly rollupsMayRest: boolean
}
const EVERY_SECOND: Pace = { backgroundMs: 300, rollupsMayRest: true }
const EVERYTHING_DUE: Pace = { backgroundMs: Number.POSITIVE_INFINITY, rollupsMayRest: false }

export interface SweeperDeps extends Pick<AuditHeadSigningDeps, 'onUnsigned' | 'unsigned'> {
  readonly database: Database
  readonly engine: Pick<AuthorizationEngine, 'submit'>
  /** The bucket scopes that this node sweeps. Default: all bucket scopes. */
  readonly ownBucketScopes?: () => Promise<readonly BucketScope[]>
  readonly clock: Clock
  readonly ids: IdMaker
  /** `refresh` loads the keys of a rotation that another process has begun; the audit keys sign audit trails. */
  readonly vault: { refresh(): Promise<void> } & AuditKeys
  /** Milliseconds after which the numbers and CVVs of closed cards are destroyed. */
  readonly numberLifeMs: number
  /** Milliseconds for which audit entries are kept; null: for ever. */
  readonly auditLifeMs: number | null
  /** A webhook that has only failed for this many milliseconds is disabled. Null or absent: no webhook is disabled. */
  readonly webhookFailureMs?: number | null
  readonly spendRollups: Pick<SpendRollupsKeeper, 'look'>
  readonly wakeDispatcher: () => void
  /** Called after each sweep in which no task failed. */
  readonly onSwept?: () => void
  /** Called with the error of a sweep that failed. The next sweep tries again. */
  readonly onError: (error: unknown) => void
}

/** Does what falls due with time. Any number of nodes may sweep one database: a node finds only what no other node has done. */
export interface DueWorkSweeper {
  /** Finds the next time at which a resource or a hold expires, in Unix milliseconds. Null: nothing will expire. */
  nextDueAt(): Promise<number | null>
  /**
   * Signs the heads of audit chains that should have been signed while no node ran. To be called before anything is
   * appended to the chains.
   */
  signHeads(): Promise<void>
  /**
   * Runs every task of a sweep once for everything that is due now, in all buckets. Rejects with the first failure after every task was
   * tried.
   */
  runDue(): Promise<void>
  /** Sweeps every second until `stop`, which waits for the running sweep. */
  start(): void
  stop(): Promise<void>
}

const everything = (): Promise<readonly BucketScope[]> => Promise.resolve([null])

export function createSweeper({ ownBucketScopes = everything, ...deps }: SweeperDeps): DueWorkSweeper {
  const headSigning = new AuditHeadSigning(deps)
  let lastHousekeepingAt = Number.NEGATIVE_INFINITY
  let hasOldEvents = false
  let hasNamesWithoutKey = true
  let sweeping: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  const retire = async (now: number, budgetMs: number) => {
    const begun = performance.now()
    const isOver = () => performance.now() - begun >= budgetMs
    hasOldEvents = !(await deleteEvents(deps.database, now - EVENT_LIFE_MS, isOver))
  }

  const fillKeys = async (budgetMs: number) => {
    const begun = performance.now()
    hasNamesWithoutKey = !(await fillMerchantKeys(deps.database, () => performance.now() - begun >= budgetMs))
  }

  const sweep = async (bucketScopes: readonly BucketScope[], { backgroundMs, rollupsMayRest }: Pace) => {
    const now = deps.clock.now()
    // The absolute difference of the times counts. If a clock was set back, housekeeping would otherwise wait until the clock has again
    // reached the time of the last housekeeping.
    const housekeeping = Math.abs(now - lastHousekeepingAt) >= HOUSEKEEPING_INTERVAL_MS
    if (housekeeping) lastHousekeepingAt = now
    const { ended, failures } = await run([
      ...bucketScopes.flatMap((bucketScope) => endings(deps, now, bucketScope)),
      () => disableFailingWebhooks(deps, now),
      () => deps.spendRollups.look({ mayRest: rollupsMayRest }),
      ...(housekeeping ? [() => headSigning.run(now), ...housekeepings(deps, now)] : []),
      ...(housekeeping || hasOldEvents ? [() => retire(now, backgroundMs)] : []),
      ...(housekeeping || hasNamesWithoutKey ? [() => fillKeys(backgroundMs)] : []),
    ])
    if (ended > 0) deps.wakeDispatcher()
    if (failures.length > 0) throw failures[0]
    deps.onSwept?.()
  }

  /** Runs one sweep at a time: a sweep that takes longer than a second delays the next. */
  const runIn = (scopesOf: () => Promise<readonly BucketScope[]>, pace: Pace) => {
    const swept = sweeping.then(async () => sweep(await scopesOf(), pace))
    sweeping = swept.catch(() => undefined)
    return swept
  }

  const tick = () => {
    timer = setTimeout(() => {
      void runIn(ownBucketScopes, EVERY_SECOND)
        .catch(deps.onError)
        .finally(() => timer && tick())
    }, SWEEP_INTERVAL_MS)
  }

  return {
    nextDueAt: () => nextExpiryOfAnyResource(deps.database.db),
    signHeads: () => headSigning.run(deps.clock.now()).catch(deps.onError),
    runDue: () => runIn(everything, EVERYTHING_DUE),
    start: tick,
    stop: async () => {
      if (timer) clearTimeout(timer)
      timer = null
      await sweeping
    },
  }
}

/**
 * A task of a sweep. Resolves with how many cards, intents, change requests, challenges, subscriptions or holds it ended; undefined for a
 * task of another kind.
 */
type Task = () => Promise<number | void>

/** Tasks of a sweep whose effects callers see: they end resources that have expired. */
const endings = ({ database, engine, ids, vault }: SweeperDeps, now: number, bucketScope: BucketScope): Task[] => [
  () => closeExpiredCards(database, { now, ids, vault, bucketScope }),
  () => expireOverdueIntents(database, { now, ids, vault, bucketScope }),
  () => expireOverdueChangeRequests(database, { now, ids, vault, bucketScope }),
  () => answerChallengesOfIntents(database, { now, ids, vault, bucketScope }),
  () => expireOverdueChallenges(database, { now, ids, vault, bucketScope }),
  () => expireOverdueSubscriptions(database, { now, ids, vault, bucketScope }),
  () => expireHolds(database, engine, { now, bucketScope }),
]

/** Tasks of a sweep that nobody waits for, done every minute. */
const housekeepings = ({ database, ids, vault, numberLifeMs, auditLifeMs }: SweeperDeps, now: number): Task[] => [
  ...(auditLifeMs === null ? [] : [() => deleteAuditEntries(database, { until: now - auditLifeMs, ids, vault })]),
  () => deleteIdempotencyKeys(database, now - IDEMPOTENCY_LIFE_MS),
  () => deleteLoggedRequests(database, now - REQUEST_LOG_LIFE_MS),
  () => deleteMessageHours(database, now - MESSAGE_HOUR_LIFE_MS),
  () => deleteIssuerFacts(database, now - ISSUER_FACTS_KEPT_MS),
  () => destroyNumbersOfClosedCards(database, { until: now - numberLifeMs, now, ids, vault }),
  () => deleteExpiredSignIns(database, { now, ids, vault }),
  () => vault.refresh(),
]

/** Runs the tasks of a sweep one after the other. A task that fails does not prevent the others. */
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
