import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { activeTraceIds, isTracing } from '../../lib/tracing.ts'
import type { Settings } from '../settings/options.ts'
import { scrubLogLine } from './scrub.ts'

export type { Logger }

/**
 * Makes the log: JSON lines on standard error, because standard output is for the answers of commands. Times are text: as a number, one
 * time in ten would look like a card number.
 */
export function createLogger(
  level: Settings['logLevel'],
  destination: DestinationStream = pino.destination(2),
): Logger {
  const timestamp = stdTimeFunctions.isoTime
  const mixin = isTracing ? { mixin: activeTraceIds } : {}
  return pino({ level, base: null, timestamp, hooks: { streamWrite: scrubLogLine }, ...mixin }, destination)
}

/** The message that PostgreSQL writes for each connection that a fast shutdown ends. It reports no fault. */
const OWN_STOP = 'terminating connection due to administrator command'

/** Passes the lines of the embedded PostgreSQL's log on to Purser's log. Routine messages get the level `debug`. */
export function logPostgres(logger: Logger): (line: string) => void {
  return (line) => {
    const [, severity, message] = /^([A-Z0-9]+): +(.*)$/.exec(line) ?? []
    if (message === OWN_STOP) logger.debug({ part: 'postgres' }, message)
    else if (severity === 'FATAL' || severity === 'PANIC') logger.error({ part: 'postgres' }, message)
    else if (severity === 'WARNING' || severity === 'ERROR') logger.warn({ part: 'postgres' }, message)
    else logger.debug({ part: 'postgres' }, message ?? line)
  }
}
