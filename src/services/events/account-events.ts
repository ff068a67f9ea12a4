import { type Clock, SECOND_MS } from '../../lib/clock.ts'
import { timeOf } from '../../lib/ids.ts'
import type { Database } from '../../store/connection/database.ts'
import { eventsBetween, type StoredEvent } from '../../store/webhooks/events.ts'
import type { EventStream } from './event-stream.ts'

const LOOK_EVERY_MS = SECOND_MS
/** Longer than any transaction lasts: ids are made before the commit, and what is committed late is behind what was seen. */
export const OVERLAP_MS = 10 * SECOND_MS
/** Events of one look. Where there are more, whoever listens is told that some are missing. */
const MOST = 1000
/** Longer than a batch lasts: a look that goes back so far has what came since the last one. */
const LEAST_OVERLAP_MS = 2 * SECOND_MS

interface EventSource {
  readonly database: Database
  readonly accountId: string
  readonly clock: Clock
}

interface Reading extends EventSource {
  /** Nobody listens any more. */
  readonly onIdle: () => void
}

/**
 * Events from a moment on, newest first: up to now, one more than `limit` where there are more, and the newest that are ahead of now.
 * A test clock or a wrong clock has made those, and customers stay at that moment until it comes: new events are among both.
 */
export async function eventsSince({ database, accountId, clock }: EventSource, since: number, limit: number) {
  const before = clock.now() + OVERLAP_MS
  const [found, ahead] = await Promise.all([
    eventsBetween(database.db, accountId, { from: since, before, limit }),
    eventsBetween(database.db, accountId, { from: before, limit }),
  ])
  return { found, ahead: ahead.slice(0, limit) }
}

/** Reads the events of one account, once for all who listen. */
export class AccountEvents {
  readonly #reading: Reading
  readonly #streams = new Set<EventStream>()
  readonly #seen = new Set<string>()
  #lastAt: number
  #begun: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(reading: Reading) {
    this.#reading = reading
    this.#lastAt = reading.clock.now()
  }

  /** Resolves when nothing that is committed from now on is missed. Answers what ends it. */
  async join(stream: EventStream): Promise<() => void> {
    this.#streams.add(stream)
    const leave = () => {
      this.#streams.delete(stream)
      if (this.#streams.size > 0) return
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      this.#reading.onIdle()
    }
    try {
      this.#begun ??= this.#begin()
      await this.#begun
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  /** What is there already is not new. */
  async #begin(): Promise<void> {
    await this.#newEvents()
    this.#tick()
  }

  #tick(): void {
    this.#timer = setTimeout(() => {
      // Where the database is away the next look finds what this one did not.
      void this.#look()
        .catch(() => undefined)
        .finally(() => {
          if (this.#streams.size > 0) this.#tick()
        })
    }, LOOK_EVERY_MS).unref()
  }

  async #look(): Promise<void> {
    const { events, isMore } = await this.#newEvents()
    for (const stream of this.#streams) {
      if (isMore) stream.reset()
      stream.tell(events)
    }
  }

  /** In the order of their ids. */
  async #newEvents() {
    const since = this.#lastAt - OVERLAP_MS
    const { found, ahead } = await eventsSince(this.#reading, since, MOST)
    const shown = found.slice(0, MOST)
    const isNew = ({ id }: StoredEvent) => !this.#seen.has(id)
    const news = shown.filter(isNew)
    const events = [...ahead.filter(isNew), ...news].toReversed()
    const oldest = shown.at(-1)
    const isMore = found.length > MOST && oldest !== undefined && timeOf(oldest.id) > this.#lastAt - LEAST_OVERLAP_MS
    for (const { id } of events) this.#seen.add(id)
    this.#lastAt = Math.max(this.#lastAt, ...news.map(({ id }) => timeOf(id)))
    for (const id of this.#seen) if (timeOf(id) < this.#lastAt - 2 * OVERLAP_MS) this.#seen.delete(id)
    return { events, isMore }
  }
}
