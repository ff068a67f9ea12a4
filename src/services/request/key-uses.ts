import { type Clock, MINUTE_MS } from '../../lib/clock.ts'
import { createBackgroundWriter } from '../../lib/traffic/background-writer.ts'
import type { Database } from '../../store/connection/database.ts'
import { writeApiKeyUses } from '../../store/accounts/api-key-uses.ts'

/** Records when API keys, and the secrets that issuers sign with, were last used, to the minute. */
export interface ApiKeyUseRecorder {
  /** Notes that an API key is used now. Costs one look-up in a set, except for the first use in a minute. */
  note(keyId: string): void
  /** Stores the noted uses of API keys and issuers' secrets. Resolves when they are stored or writing has failed; never rejects. */
  flush(): Promise<void>
}

/**
 * For how many milliseconds uses of API keys are collected before one statement stores them: at the beginning of a minute many keys are
 * used at once.
 */
const GATHER_MS = 1000

/**
 * Writes uses of API keys in the background, at most once a minute for each key. A use that could not be written is lost, until the key's
 * first use in the next minute is written.
 */
export function createApiKeyUseRecorder(deps: {
  database: Database
  clock: Clock
  onError: (error: unknown) => void
}): ApiKeyUseRecorder {
  let minute = Number.NEGATIVE_INFINITY
  /** Ids of the API keys that were used in this minute. */
  const noted = new Set<string>()
  let waiting = new Map<string, number>()

  const write = async (): Promise<void> => {
    const uses = waiting
    waiting = new Map()
    if (uses.size > 0) await writeApiKeyUses(deps.database, uses).catch(deps.onError)
  }
  const writer = createBackgroundWriter(write, GATHER_MS)

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
      writer.due()
    },
    flush: writer.flush,
  }
}
