/**
 * The most milliseconds of processor time that a turn of the event loop may take. The time of other processes does not count. If they slow
 * the processor down, the limit grows by the same factor.
 */
export const LONGEST_LOOP_TURN_MS = 200
const LOOK_EVERY_MS = 20

/** A turn of the event loop that took too long, with the operations that ran meanwhile. */
export interface LongLoopTurn {
  readonly cpuMs: number
  readonly operations: readonly string[]
}

/** The operations whose turns of the event loop may take longer than `LONGEST_LOOP_TURN_MS`, with the reason. */
const ALLOWED: readonly (readonly [operation: RegExp, reason: string])[] = []

export const isAllowedLongLoopTurn = ({ operations }: LongLoopTurn): boolean =>
  operations.every((operation) => ALLOWED.some(([allowed]) => allowed.test(operation)))

/**
 * Measures the turns of this thread's event loop. A timer that is due runs in the next turn. So if the thread has worked for much longer
 * than the timer's interval since the timer ran last, most of that time was one turn. Work counts only while a request runs: the test
 * shares the thread, and what it computes before and after its requests is its own.
 */
export class EventLoopTurnWatch<Request extends object = object> {
  readonly #running = new Set<Request>()
  #ended: string[] = []
  #long: { cpuMs: number; running: Request[]; ended: string[] }[] = []
  #timer: NodeJS.Timeout | null = null
  /** The thread's processor time when the first of the running requests began, or at the last measurement. */
  #countsFromMs = 0
  #countedMs = 0
  readonly #slowness: () => number

  /** `slowness`: the factor by which the processor is now slower than at its best. */
  constructor(slowness = measuredSlowness()) {
    this.#slowness = slowness
  }

  start(): void {
    this.#slowness()
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  began(request: Request): void {
    if (this.#running.size === 0) this.#countsFromMs = threadMs()
    this.#running.add(request)
  }

  ended(request: Request, name: string): void {
    if (!this.#running.has(request)) return
    this.#count()
    this.#running.delete(request)
    this.#ended.push(name)
  }

  /** Returns the turns of the event loop that took too long since the last call of `take`. */
  take(nameOf: (request: Request) => string): LongLoopTurn[] {
    const long = this.#long.map(({ cpuMs, running, ended }) => ({
      cpuMs,
      operations: [...new Set([...running.map(nameOf), ...ended])],
    }))
    this.#long = []
    return long
  }

  #count(): void {
    if (this.#running.size === 0) return
    const nowMs = threadMs()
    this.#countedMs += nowMs - this.#countsFromMs
    this.#countsFromMs = nowMs
  }

  #look(): void {
    this.#count()
    const cpuMs = this.#countedMs - LOOK_EVERY_MS
    if (cpuMs > LONGEST_LOOP_TURN_MS && cpuMs > LONGEST_LOOP_TURN_MS * this.#slowness())
      this.#long.push({ cpuMs, running: [...this.#running], ended: this.#ended })
    this.#countedMs = 0
    this.#ended = []
  }
}

/**
 * Makes a function that measures the factor by which the processor is now slower than at its best in this process: two threads of one core
 * slow each other down.
 */
function measuredSlowness(): () => number {
  let bestMs = Infinity
  return () => {
    const startedMs = threadMs()
    let sum = 0
    for (let n = 0; n < CALIBRATION_STEPS; n += 1) sum = Math.imul(sum + n, 31)
    const ms = threadMs() - startedMs + (sum === Infinity ? 1 : 0)
    bestMs = Math.min(bestMs, ms)
    return ms / bestMs
  }
}
const CALIBRATION_STEPS = 10_000_000

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
