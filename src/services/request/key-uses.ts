import { type Clock, MINUTE_MS } from '../../lib/clock.ts'
import type { Database } from '../../store/connection/database.ts'
import { writeKeyUses } from '../../store/accounts/api-key-uses.ts'

/** When keys were last used, to the minute. */
export interface KeyUses {
  /** A key was used now. Costs one look into a set, but for the first use in a minute. */
  note(keyId: string): void
  /** Resolves when all that was noted is stored, or could not be. */
  flush(): Promise<void>
}

/** Keys are used together at the beginning of a minute: one statement writes them all. */
const GATHER_MS = 1000

/**
 * Each use is written behind the requests, for each key at most once a minute. What could not be written is dropped: the next
 * minute tells it again.
 */
export function createKeyUses(deps: { database: Database; clock: Clock; onError: (error: unknown) => void }): KeyUses {
  let minute = Number.NEGATIVE_INFINITY
  /** Keys that were used in this minute. */
  const noted = new Set<string>()
  let waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const uses = waiting
    waiting = new Map()
    if (uses.size > 0) await writeKeyUses(deps.database, uses).catch(deps.onError)
  }
  const flush = (): Promise<void> => (writing = writing.then(write))

  return {
    note(keyId) {
      const now = deps.clock.now()
      if (now >= minute + MINUTE_MS) {
        minute = now - (now % MINUTE_MS)
        noted.clear()
      }
      if (now < minute || noted.has(keyId)) return
      noted.add(keyId)
      waiting.set(keyId, minute)
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref()
    },
    flush,
  }
}
