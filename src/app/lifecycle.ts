import type { Logger } from './logger.ts'

/** Ten seconds are promised (contract, section 1); the rest is for the process to end. */
const STOP_DEADLINE_MS = 9000

/**
 * A signal to the whole process group reaches us twice under `npm start`: once itself, once passed on by npm. That is
 * not yet a second wish.
 */
const SAME_SIGNAL_MS = 500

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/**
 * Ends the process on SIGTERM or SIGINT: `stop` finishes what is in flight, then exit code 0. What is not finished in
 * nine seconds is cut off; a second signal does not wait at all. The embedded PostgreSQL ends with us in every case.
 */
export function stopOnSignal(stop: () => Promise<void>, logger: Logger): void {
  let stoppingSince: number | null = null
  const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(EXIT_CODES[signal])
      return
    }
    stoppingSince = performance.now()
    logger.info({ signal }, 'stopping: no new requests, finishing those in flight')
    setTimeout(() => {
      logger.warn('not everything was finished in time: cut off')
      process.exit(0)
    }, STOP_DEADLINE_MS).unref()
    stop().then(
      () => {
        logger.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'the stop went wrong')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
