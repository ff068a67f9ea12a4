import { type Clock, SECOND_MS } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { Database } from '../../store/connection/database.ts'
import { listEventsBetween, type StoredEvent } from '../../store/events/events.ts'
import type { EventStream } from './event-stream.ts'

const LOOK_EVERY_MS = SECOND_MS
/**
 * A query for new events begins this many milliseconds before the last query, or before the last event that a reader has seen. That is
 * longer than any transaction lasts: ids are made before the commit, so an event can be committed after events with later ids.
 */
export const EVENT_QUERY_OVERLAP_MS = 10 * SECOND_MS
/**
 * The most events that one query of an account's new events reads. Where there are more, the streams are sent a `reset`, which tells
 * readers that some events are missing.
 */
const MOST = 1000
/**
 * How many milliseconds a query of new events reaches back at least. That is longer than a batch lasts, so that the query finds everything
 * that was committed since the query before.
 */
const LEAST_OVERLAP_MS = 2 * SECOND_MS

interface EventSource {
  readonly database: Database
  readonly accountId: string
  readonly clock: Clock
}

interface Reading extends EventSource {
  /** Called when the last event stream of the account on this node has ended. */
  readonly onIdle: () => void
}

/**
 * Events from `since` (Unix milliseconds) on, newest first, in two lists. `upToNow`: events up to now, one more than `limit` where there
 * are more. `ahead`: the newest `limit` events with a time later than now, which a test clock or a wrong clock has given them. A customer's
 * time never goes back, so new events of the same customer get that later time, too, until the clock reaches it. So new events can be in
 * either list.
 */
export async function eventsSince({ database, accountId, clock }: EventSource, since: number, limit: number) {
  const before = clock.now() + EVENT_QUERY_OVERLAP_MS
  const [upToNow, ahead] = await Promise.all([
    listEventsBetween(database.db, accountId, { from: since, before, limit }),
    listEventsBetween(database.db, accountId, { from: before, limit }),
  ])
  return { upToNow, ahead: ahead.slice(0, limit) }
}

/** Reads the new events of one account, once for all event streams of this node. */
export class AccountEventReader {
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

  /**
   * Adds an event stream. The stream is sent every event that is committed after the returned promise has resolved. Resolves with a
   * function that removes the stream.
   */
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

  /** Marks the events that are already stored as seen, and starts the timer that looks for new events. */
  async #begin(): Promise<void> {
    await this.#newEvents()
    this.#tick()
  }

  #tick(): void {
    this.#timer = setTimeout(() => {
      // A query of events fails while the database is unavailable. A later query then finds everything that the failed one has missed.
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
      stream.sendEvents(events)
    }
  }

  /**
   * The events of the account that were not seen before, in the order of their ids. `isMore`: there may be events that the query did not
   * read.
   */
  async #newEvents() {
    const since = this.#lastAt - EVENT_QUERY_OVERLAP_MS
    const { upToNow, ahead } = await eventsSince(this.#reading, since, MOST)
    const shown = upToNow.slice(0, MOST)
    const isNew = ({ id }: StoredEvent) => !this.#seen.has(id)
    const news = shown.filter(isNew)
    const events = [...ahead.filter(isNew), ...news].toReversed()
    const oldest = shown.at(-1)
    const isMore =
      upToNow.length > MOST && oldest !== undefined && timeOfId(oldest.id) > this.#lastAt - LEAST_OVERLAP_MS
    for (const { id } of events) this.#seen.add(id)
    this.#lastAt = Math.max(this.#lastAt, ...news.map(({ id }) => timeOfId(id)))
    for (const id of this.#seen) if (timeOfId(id) < this.#lastAt - 2 * EVENT_QUERY_OVERLAP_MS) this.#seen.delete(id)
    return { events, isMore }
  }
}
