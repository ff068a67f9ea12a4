import { SECOND_MS } from '../lib/clock.ts'
import { timeOf } from '../lib/ids.ts'
import type { Database } from '../store/database.ts'
import { eventsSince } from '../store/events.ts'
import type { EventStream } from './event-stream.ts'

const LOOK_EVERY_MS = SECOND_MS
/** Longer than any transaction lasts: ids are made before the commit, and what is committed late is behind what was seen. */
export const OVERLAP_MS = 10 * SECOND_MS
/** Events of one look. Where there are more, whoever listens is told that some are missing. */
const MOST = 1000
/** Longer than a batch lasts: a look that goes back so far has what came since the last one. */
const LEAST_OVERLAP_MS = 2 * SECOND_MS

interface Reading {
  readonly database: Database
  readonly accountId: string
  /** Unix milliseconds. */
  readonly now: number
  /** Nobody listens any more. */
  readonly onIdle: () => void
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
    this.#lastAt = reading.now
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
    const { database, accountId } = this.#reading
    const since = this.#lastAt - OVERLAP_MS
    const found = await eventsSince(database.db, accountId, { since, limit: MOST })
    const shown = found.slice(0, MOST)
    const events = shown.filter(({ id }) => !this.#seen.has(id)).toReversed()
    const oldest = shown.at(-1)
    const isMore = found.length > MOST && oldest !== undefined && timeOf(oldest.id) > this.#lastAt - LEAST_OVERLAP_MS
    for (const { id } of events) this.#seen.add(id)
    this.#lastAt = Math.max(this.#lastAt, ...events.map(({ id }) => timeOf(id)))
    for (const id of this.#seen) if (timeOf(id) < this.#lastAt - 2 * OVERLAP_MS) this.#seen.delete(id)
    return { events, isMore }
  }
}
