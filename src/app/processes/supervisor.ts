import cluster from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../../lib/clock.ts'
import { OperatorError } from '../operator-error.ts'
import type { PostgresSocketConnection } from '../postgres/connection.ts'
import { cachePromiseForMs } from '../telemetry/cached-for.ts'
import type { Logger } from '../telemetry/logger.ts'
import { METRICS_TEXT_LIFE_MS } from '../telemetry/telemetry.ts'
import { ProcessRestartCount } from './restarts.ts'
import { type ServingProcessEnd, forkServingProcess, type ServingProcess } from './serving-process.ts'
import { SummedMetrics } from './summed-metrics.ts'

export interface ProcessSupervisorOptions {
  /** How many processes serve (PURSER_PROCESSES). */
  readonly processes: number
  /** The connection to the embedded PostgreSQL. Null: the database is served elsewhere. */
  readonly embedded: PostgresSocketConnection | null
  readonly logger: Logger
}

/**
 * How many milliseconds a request for metrics waits for each process. For a process that does not answer in time, its last answer is shown.
 */
const MEASURE_MS = 2 * SECOND_MS

const GIVEN_UP =
  'Every process ended again and again, soon after it was started, so Purser ends. The log says how each of them ended.'

/**
 * Starts the processes that serve, and starts each of them again that ends by itself. This process accepts the connections and hands them to
 * the others in turn: `node:cluster` does that.
 */
export class ProcessSupervisor {
  /** Rejects when starting the serving processes again does not help. Nothing is stopped by then. */
  readonly failure: Promise<never>
  readonly #options: ProcessSupervisorOptions
  readonly #running = new Set<ServingProcess>()
  readonly #restarts: readonly ProcessRestartCount[]
  readonly #metrics = new SummedMetrics()
  readonly #over = new AbortController()
  readonly #giveUp: (error: Error) => void
  #stopping: Promise<void> | null = null

  constructor(options: ProcessSupervisorOptions) {
    this.#options = options
    this.#restarts = Array.from({ length: options.processes }, () => new ProcessRestartCount())
    const failure = Promise.withResolvers<never>()
    failure.promise.catch(() => undefined) // whoever stops the service need not wait for it
    this.failure = failure.promise
    this.#giveUp = failure.reject
  }

  /** Resolves to the base URL when all processes serve. If a process ends before that, rejects with the reason that it gave. */
  async start(): Promise<string> {
    cluster.setupPrimary({ serialization: 'advanced' }) // JSON has no NaN, which some metrics of Node.js are
    const started = this.#restarts.map((restarts, index) => ({
      restarts,
      number: index + 1,
      first: this.#fork(index + 1),
    }))
    const [baseUrl] = await Promise.all(started.map(({ number, first }) => servingAt(first, number)))
    for (const { restarts, number, first } of started) {
      restarts.serves(performance.now())
      void this.#keepRunning(first, { restarts, number })
    }
    return baseUrl as string
  }

  /** Lets every serving process drain. From now on no process is started again. */
  drain(): void {
    this.#over.abort()
    for (const each of this.#running) each.send({ kind: 'drain' })
  }

  /** Resolves when all serving processes have finished their requests and have ended. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stopAll())
  }

  async #stopAll(): Promise<void> {
    this.#over.abort()
    const all = [...this.#running]
    for (const each of all) each.send({ kind: 'stop' })
    const ends = await Promise.all(all.map(({ ended }) => ended))
    const failed = ends.find(({ code }) => code !== 0)
    if (failed !== undefined) throw new Error(`A process ended when it was to stop: ${howOf(failed)}`)
  }

  async #keepRunning(
    first: ServingProcess,
    { restarts, number }: { restarts: ProcessRestartCount; number: number },
  ): Promise<void> {
    const { logger } = this.#options
    for (let current = first; ;) {
      const { why, ...end } = await current.ended
      this.#metrics.ended(current.id)
      if (this.#over.signal.aborted) return
      const delayMs = restarts.ended(performance.now())
      const fields = {
        number,
        pid: current.pid,
        ...end,
        ...(why === null ? {} : { why }),
        seconds: delayMs / SECOND_MS,
      }
      logger.error(fields, 'a process ended by itself, and is started again')
      if (this.#restarts.every((each) => each.isHopeless(performance.now()))) return this.#giveUp(new Error(GIVEN_UP))
      await delay(delayMs, undefined, { signal: this.#over.signal }).catch(() => undefined)
      if (this.#over.signal.aborted) return
      this.#metrics.restarted()
      const next = this.#fork(number)
      void next.serves.then((baseUrl) => baseUrl !== null && restarts.serves(performance.now()))
      current = next
    }
  }

  #fork(number: number): ServingProcess {
    const { embedded, logger } = this.#options
    const forked = forkServingProcess((asking, id) => {
      this.#expose().then(
        (text) => asking.send({ kind: 'exposed', id, ...text }),
        (error: unknown) => logger.error({ err: error }, 'the metrics of the processes could not be added up'),
      )
    })
    this.#running.add(forked)
    void forked.ended.then(() => this.#running.delete(forked))
    forked.send({ kind: 'begin', number, embedded })
    void this.#reportServing(forked, number)
    return forked
  }

  async #reportServing({ serves, pid }: ServingProcess, number: number): Promise<void> {
    if ((await serves) !== null) this.#options.logger.info({ number, pid }, 'a process serves')
  }

  readonly #expose = cachePromiseForMs(METRICS_TEXT_LIFE_MS, async () => {
    const measureAll = [...this.#running].map(async (each) => {
      const metrics = await each.measure()
      if (metrics !== null) this.#metrics.measured(each.id, metrics)
    })
    await Promise.race([Promise.all(measureAll), delay(MEASURE_MS, undefined, { ref: false })])
    return this.#metrics.text()
  })
}

async function servingAt(serving: ServingProcess, number: number): Promise<string> {
  const baseUrl = await serving.serves
  if (baseUrl !== null) return baseUrl
  const end = await serving.ended
  throw end.why === null
    ? new Error(`Process ${number} ended before it served: ${howOf(end)}`)
    : new OperatorError(end.why)
}

const howOf = ({ code, signal }: Pick<ServingProcessEnd, 'code' | 'signal'>): string =>
  signal === null ? `exit code ${code}` : `signal ${signal}`
