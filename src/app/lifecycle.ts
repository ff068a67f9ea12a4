import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './telemetry/logger.ts'
import type { Settings } from './settings/options.ts'

/** Ten seconds are promised (contract, section 1); the rest is for the process to end. */
const STOP_DEADLINE_MS = 9000

/**
 * A signal to the whole process group reaches us twice under `npm start`: once itself, once passed on by npm. That is
 * not yet a second wish.
 */
const SAME_SIGNAL_MS = 500

/**
 * A load balancer that asks each second, and takes a node out after two failures, has done so after three. Nothing else serves the
 * embedded database: a drain would only delay the end.
 */
const DEFAULT_DRAIN_SECONDS = 5

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const
type Signal = keyof typeof EXIT_CODES

/** How long SIGTERM lets a node serve on before it stops. */
export const drainMsOf = ({ drainSeconds, databaseUrl }: Pick<Settings, 'drainSeconds' | 'databaseUrl'>): number =>
  (drainSeconds ?? (databaseUrl === null ? 0 : DEFAULT_DRAIN_SECONDS)) * 1000

/** What is started and has to be ended. */
export interface Stoppable {
  /** Serves on, and tells load balancers that the node goes. */
  beginDrain(): void
  stop(): Promise<void>
}

export interface StopOptions {
  /** Zero: no drain. */
  readonly drainMs: () => number
  readonly logger: Logger
}

/**
 * Ends the process on SIGTERM or SIGINT. SIGTERM, by which services are stopped, drains first: for `drainMs` the node serves on.
 * SIGINT, by which a person at a terminal stops it, does not. Then `stop` finishes what is in flight, with exit code 0. What is
 * not finished in nine seconds is cut off. A second signal ends the drain, and a signal during the stop ends the process at once.
 * The embedded PostgreSQL ends with us in every case.
 */
export function stopOnSignal(running: Stoppable, { drainMs, logger }: StopOptions): void {
  const hurry = new AbortController()
  let last: { readonly signal: Signal; readonly at: number } | null = null
  let isStopping = false

  const end = async (signal: Signal) => {
    const ms = signal === 'SIGTERM' ? drainMs() : 0
    if (ms > 0) {
      logger.info({ signal, seconds: ms / 1000 }, 'draining: not ready any more, serving on until the stop')
      running.beginDrain()
      await delay(ms, undefined, { signal: hurry.signal }).catch(() => undefined)
    }
    isStopping = true
    await stopNow(running, { signal, logger })
  }

  const onSignal = (signal: Signal) => {
    const at = performance.now()
    if (last !== null && signal === last.signal && at - last.at <= SAME_SIGNAL_MS) return
    const isFirst = last === null
    last = { signal, at }
    if (isFirst) void end(signal)
    else if (isStopping) process.exit(EXIT_CODES[signal])
    else hurry.abort()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

async function stopNow(
  { stop }: Stoppable,
  { signal, logger }: { readonly signal: Signal; readonly logger: Logger },
): Promise<void> {
  logger.info({ signal }, 'stopping: no new requests, finishing those in flight')
  setTimeout(() => {
    logger.warn('not everything was finished in time: cut off')
    process.exit(0)
  }, STOP_DEADLINE_MS).unref()
  try {
    await stop()
  } catch (error) {
    logger.error({ err: error }, 'the stop went wrong')
    process.exit(1)
  }
  logger.info('stopped')
  process.exit(0)
}
