import { Readable } from 'node:stream'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { LastUsed } from '../../lib/last-used.ts'
import type { StoredEvent } from '../../store/webhooks/events.ts'
import { eventView } from './event-view.ts'

const HEARTBEAT_MS = 15 * SECOND_MS
/** A reply that is a file is ended after ten minutes: a stream ends before, and its reader comes again from its last event on. */
const LIFE_MS = 9 * MINUTE_MS
const RETRY_MS = 2000
const LAST_WORDS_MS = 500
/** What a reader has not taken. More would be kept for nobody: it comes again. */
const MOST_UNTAKEN_BYTES = 1024 * 1024
/** Events that a stream remembers to have told of. */
const MOST_REMEMBERED = 5000

/** Events as text, as long as somebody reads it. */
export class EventStream extends Readable {
  readonly #told = new LastUsed<true>(MOST_REMEMBERED)
  #isOver = false
  readonly #heartbeat = setInterval(() => this.#send(':\n\n'), HEARTBEAT_MS).unref()
  readonly #end = setTimeout(() => this.endSoon(), LIFE_MS).unref()

  constructor() {
    super({ highWaterMark: MOST_UNTAKEN_BYTES })
    this.#send(`retry: ${RETRY_MS}\n\n`)
  }

  /** Each once, as far back as it remembers. */
  tell(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (this.#told.has(event.id)) continue
      this.#told.set(event.id, true)
      this.#send(`id: ${event.id}\ndata: ${JSON.stringify(eventView(event))}\n\n`)
    }
  }

  /** Events are missing: what a page shows has to be asked for anew. */
  reset(): void {
    this.#send('event: reset\ndata: {}\n\n')
  }

  /** As a reply ends, where it is read; else as a connection breaks. */
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
    // What there is was pushed.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#end)
    done(error)
  }
}
