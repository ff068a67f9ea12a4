import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'

/** Of a day in UTC. */
const AT_MS = 3 * HOUR_MS
const LOOKS_EVERY_MS = MINUTE_MS
/** Twice as much as since the last time: what one night missed, the next one sees. */
const LOOKS_BACK_MS = 2 * DAY_MS

interface NightlyOptions {
  readonly clock: Clock
  /** Compares purchases since then. */
  readonly compare: (since: number) => Promise<unknown>
  readonly onError: (error: unknown) => void
}

/** Compares with issuers once a night. An issuer that does not answer is asked again in the next one; one that is asked too often is waited for. */
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

  /** What is ended early by that is nobody's fault. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#running
  }

  /** Compares where it is time. */
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
