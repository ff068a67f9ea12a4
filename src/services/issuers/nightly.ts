import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'

/** The time of day at which Purser is compared with its issuers, in milliseconds after midnight in UTC. */
const AT_MS = 3 * HOUR_MS
const LOOKS_EVERY_MS = MINUTE_MS
/**
 * How many milliseconds a nightly comparison with issuers looks back: two days, so that the next one finds what one has missed.
 */
const LOOKS_BACK_MS = 2 * DAY_MS

interface NightlyOptions {
  readonly clock: Clock
  /** Compares the purchases of issuers since a moment, in Unix milliseconds. */
  readonly compare: (since: number) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

/** Reconciles with issuers once a night. An issuer that does not answer is compared again the next night. */
export class NightlyReconciliation {
  readonly #options: NightlyOptions
  #dueAt: number
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: NightlyOptions) {
    this.#options = options
    this.#dueAt = nextNight(options.clock.now())
  }

  start(): void {
    this.#timer = setInterval(() => void this.runDue(), LOOKS_EVERY_MS).unref()
  }

  /** Stops the nightly comparison with issuers, and waits for a comparison that is running. Its error is not reported. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#running
  }

  /** Runs the nightly comparison with issuers if it is due. Resolves when the comparison is done. */
  runDue(): Promise<void> {
    const { clock, compare, onError } = this.#options
    const now = clock.now()
    if (now < this.#dueAt) return this.#running
    this.#dueAt = nextNight(now)
    this.#running = compare(now - LOOKS_BACK_MS).then(
      () => undefined,
      (error: unknown) => {
        if (!this.#isStopped) onError(error)
      },
    )
    return this.#running
  }
}

const nextNight = (now: number): number => Math.floor((now - AT_MS) / DAY_MS + 1) * DAY_MS + AT_MS
