import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './telemetry/logger.ts'
import type { Settings } from './settings/options.ts'

/** How many milliseconds a node may take to stop. The contract (section 1) promises ten seconds; in the last one the process exits. */
const STOP_DEADLINE_MS = 9000

/**
 * Under `npm start` a signal to the whole process group arrives twice: once directly, and once passed on by npm. Two signals within this
 * many milliseconds count as one.
 */
const SAME_SIGNAL_MS = 500

/**
 * How many seconds a node drains by default. A load balancer that checks each second, and removes a node after two failures, has removed it
 * after three seconds. With the embedded database there is no other node, so a drain would only delay the end.
 */
const DEFAULT_DRAIN_SECONDS = 5

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const
type Signal = keyof typeof EXIT_CODES

/** How many milliseconds a node still serves requests after SIGTERM before it stops. */
export const nodeDrainMs = ({ drainSeconds, databaseUrl }: Pick<Settings, 'drainSeconds' | 'databaseUrl'>): number =>
  (drainSeconds ?? (databaseUrl === null ? 0 : DEFAULT_DRAIN_SECONDS)) * 1000

/** A running node, as `stopServiceOnSignal` ends it when the process gets SIGTERM or SIGINT. */
export interface StoppableService {
  /** Tells load balancers that the node is about to stop. Until it stops, the node still serves requests. */
  beginDrain(): void
  stop(): Promise<void>
}

export interface StopServiceOptions {
  /** How long to drain the node before it stops, in milliseconds. Zero: no drain. */
  readonly drainMs: () => number
  readonly logger: Logger
}

/**
 * Ends the process on SIGTERM or SIGINT. After SIGTERM, which supervisors send, the node first drains: it still serves requests for
 * `drainMs`. After SIGINT, which a person at a terminal sends, it does not drain. Then `stop` finishes what is in flight, and the exit code
 * is 0. Work that is not finished after nine seconds is cut off. A second signal ends the drain, and a signal during the stop ends the
 * process at once. The embedded PostgreSQL ends with the process in every case.
 */
export function stopServiceOnSignal(running: StoppableService, { drainMs, logger }: StopServiceOptions): void {
  const hurry = new AbortController()
  let last: { readonly signal: Signal; readonly at: number } | null = null
  let isStopping = false

  const end = async (signal: Signal) => {
    const ms = signal === 'SIGTERM' ? drainMs() : 0
    if (ms > 0) {
      logger.info(
        { signal, seconds: ms / 1000 },
        'draining: /readyz answers 503, and requests are still served until the stop',
      )
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
  { stop }: StoppableService,
  { signal, logger }: { readonly signal: Signal; readonly logger: Logger },
): Promise<void> {
  logger.info({ signal }, 'stopping: new requests are refused, and those in flight are finished')
  setTimeout(() => {
    logger.warn('stopped before everything was finished: the time for the stop was over')
    process.exit(0)
  }, STOP_DEADLINE_MS).unref()
  try {
    await stop()
  } catch (error) {
    logger.error({ err: error }, 'the stop failed')
    process.exit(1)
  }
  logger.info('stopped')
  process.exit(0)
}
