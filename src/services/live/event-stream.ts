import { Readable } from 'node:stream'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import type { StoredEvent } from '../../store/events/events.ts'
import { eventView } from './event-view.ts'

const HEARTBEAT_MS = 15 * SECOND_MS
/**
 * The server ends a streamed reply after ten minutes. An event stream ends itself before, and its reader reconnects from its last event on.
 */
const LIFE_MS = 9 * MINUTE_MS
const RETRY_MS = 2000
const LAST_WORDS_MS = 500
/** How many bytes a slow reader of an event stream may leave unread. With more, the stream is broken off, and the reader reconnects. */
const MOST_UNTAKEN_BYTES = 1024 * 1024
/** How many ids of sent events a stream remembers, so that it does not send these events again. */
const MOST_REMEMBERED = 5000

/** A reply of server-sent events, open until its reader leaves or `endSoon` is called. */
export class EventStream extends Readable {
  readonly #sentIds = new LastUsedCache<true>(MOST_REMEMBERED)
  #isOver = false
  readonly #heartbeat = setInterval(() => this.#send(':\n\n'), HEARTBEAT_MS).unref()
  readonly #end = setTimeout(() => this.endSoon(), LIFE_MS).unref()

  constructor() {
    super({ highWaterMark: MOST_UNTAKEN_BYTES })
    this.#send(`retry: ${RETRY_MS}\n\n`)
  }

  /** Sends events to the reader of the stream, except those that the stream remembers to have sent. */
  sendEvents(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (this.#sentIds.has(event.id)) continue
      this.#sentIds.set(event.id, true)
      this.#send(`id: ${event.id}\ndata: ${JSON.stringify(eventView(event))}\n\n`)
    }
  }

  /** Tells the reader of the stream that events are missing, so that it has to read its data again. */
  reset(): void {
    this.#send('event: reset\ndata: {}\n\n')
  }

  /** Ends the event stream. If its reader does not read it to the end within 500 ms, the connection is broken. */
  endSoon(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.push(null)
    setTimeout(() => this.destroy(), LAST_WORDS_MS).unref()
  }

  #send(text: string): void {
    if (this.#isOver || this.destroyed) return
    this.push(text)
    if (this.readableLength > MOST_UNTAKEN_BYTES) this.destroy()
  }

  override _read(): void {
    // A stream does nothing when its reader asks for more, because events are pushed when they come.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#end)
    done(error)
  }
}
