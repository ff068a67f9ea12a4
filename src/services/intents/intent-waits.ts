import { ApiError } from '../../contract/errors.ts'
import { unavailable } from '../../contract/unavailable.ts'
import { isOverdue } from '../../domain/intents/intent.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../store/connection/database.ts'
import { type Intent, storedIntentStatuses } from '../../store/intents/intents.ts'
import { Turns } from '../../lib/traffic/turns.ts'

const MOST_OF_CALLER = 256
const MOST = 4096
/** One look for all who wait, however many. */
const LOOK_EVERY_MS = 400

export interface Wait {
  readonly intent: Intent
  readonly callerId: string
  readonly ms: number
  /** Aborted when the caller is gone. */
  readonly gone: AbortSignal
}

/** Callers that wait until something becomes of an intent. */
export interface IntentWaits {
  /** Resolves when its status is another, or its time is over, by whichever node; when the wait is over, and where nobody waits any more. */
  changed(wait: Wait): Promise<void>
  /** Ends every wait, and all that come. */
  stop(): void
}

interface Waiter {
  readonly wait: Wait
  end(): void
}

/**
 * A node looks after the intents that are waited for with one statement, by their ids, as long as any is: what waits costs
 * the purchases nothing, and a change is seen whoever made it, through any proxy of connections.
 */
export function createIntentWaits({ database, clock }: { database: Database; clock: Clock }): IntentWaits {
  const waiters = new Set<Waiter>()
  const turns = new Turns({ ofName: MOST_OF_CALLER, inAll: MOST })
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const look = async () => {
    const ids = new Set([...waiters].map(({ wait }) => wait.intent.id))
    const found = await storedIntentStatuses(database.db, [...ids])
    const now = clock.now()
    for (const { wait, end } of waiters) {
      const current = found.get(wait.intent.id)
      if (current === undefined) continue
      if (current.status !== wait.intent.status || isOverdue(current, now)) end()
    }
  }
  const tick = () => {
    timer = setTimeout(() => {
      // Where the database is away the next look finds what this one did not.
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
      if (isStopped || wait.gone.aborted) return
      const leave = turns.enter(wait.callerId, { tooMany, noRoom })
      await new Promise<void>((resolve) => {
        const end = () => {
          waiters.delete(waiter)
          leave()
          clearTimeout(over)
          wait.gone.removeEventListener('abort', end)
          resolve()
        }
        const waiter: Waiter = { wait, end }
        const over = setTimeout(end, wait.ms)
        wait.gone.addEventListener('abort', end, { once: true })
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

const noRoom = (): ApiError => unavailable('queue_full', { retryAfterSeconds: 5 })

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    message: `${MOST_OF_CALLER} requests of this caller wait for intents.`,
    hint: 'Wait for fewer at once, or ask without `waitSeconds`.',
    retryAfterSeconds: 5,
  })
