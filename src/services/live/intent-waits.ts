import { ApiError } from '../../contract/errors.ts'
import { serviceUnavailableError } from '../../contract/unavailable.ts'
import { isIntentOverdue, type IntentState } from '../../domain/intents/intent.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../store/connection/database.ts'
import { storedIntentStatuses } from '../../store/intents/intents.ts'
import { NodeWorkTurns } from '../../lib/traffic/turns.ts'

const MOST_OF_CALLER = 256
const MOST = 4096
/** How many requests of one account may wait for intents: a fifth of those of the whole node. */
const MOST_OF_ACCOUNT = Math.floor(MOST / 5)
/** Milliseconds between two runs of the one query that serves all requests of this node that wait for an intent. */
const LOOK_EVERY_MS = 400

export interface IntentChangeWait {
  readonly intent: IntentState
  readonly caller: { readonly id: string; readonly accountId: string }
  readonly ms: number
  /** Aborted when the wait for a change of the intent has to end. */
  readonly until: AbortSignal
}

/** The requests of this node that wait for a change of an intent. */
export interface IntentChangeWaits {
  /**
   * Resolves when any node has changed the intent's status, when the intent has expired, when `ms` are over, and when `until` aborts.
   * Rejects with `rate_limited` or `queue_full` where too many requests wait.
   */
  changed(wait: IntentChangeWait): Promise<void>
  /** Ends the wait of every request that waits for an intent, because the node stops. Later calls of `changed` resolve at once. */
  stop(): void
}

interface Waiter {
  readonly wait: IntentChangeWait
  end(): void
}

/**
 * Makes the waits of requests for changes of intents. While requests wait, the node reads all awaited intents by id with one statement
 * every 400 ms, so that a purchase has nothing to do for them. The requests see the changes of all nodes, even if the database is behind a
 * connection proxy that does not support `LISTEN`.
 */
export function createIntentChangeWaits({ database, clock }: { database: Database; clock: Clock }): IntentChangeWaits {
  const waiters = new Set<Waiter>()
  const turns = new NodeWorkTurns({ ofName: MOST_OF_CALLER, ofAccount: MOST_OF_ACCOUNT, inAll: MOST })
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const look = async () => {
    const ids = new Set([...waiters].map(({ wait }) => wait.intent.id))
    const states = await storedIntentStatuses(database.db, [...ids])
    const now = clock.now()
    for (const { wait, end } of waiters) {
      const current = states.get(wait.intent.id)
      if (current === undefined) continue
      if (current.status !== wait.intent.status || isIntentOverdue(current, now)) end()
    }
  }
  const tick = () => {
    timer = setTimeout(() => {
      // A query of intents fails while the database is unavailable. A later query then finds everything that the failed one has missed.
      void look()
        .catch(() => undefined)
        .finally(() => {
          timer = null
          if (waiters.size > 0) tick()
        })
    }, LOOK_EVERY_MS).unref()
  }

  return {
    changed: async (wait) => {
      if (isStopped || wait.until.aborted) return
      const leave = turns.enter(wait.caller, { tooMany, noRoom })
      await new Promise<void>((resolve) => {
        const end = () => {
          waiters.delete(waiter)
          leave()
          clearTimeout(over)
          wait.until.removeEventListener('abort', end)
          resolve()
        }
        const waiter: Waiter = { wait, end }
        const over = setTimeout(end, wait.ms)
        wait.until.addEventListener('abort', end, { once: true })
        waiters.add(waiter)
        if (timer === null) tick()
      })
    },
    stop: () => {
      isStopped = true
      for (const { end } of waiters) end()
    },
  }
}

const noRoom = (): ApiError => serviceUnavailableError('queue_full', { retryAfterSeconds: 5 })

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    message: 'Too many requests of this caller, or of its account, wait for intents.',
    hint: 'Wait for fewer at once, or ask without `waitSeconds`.',
    retryAfterSeconds: 5,
  })
