import { ClockDifferenceError, MachineClock } from '../../lib/machine-clock.ts'
import type { Database } from '../../store/connection/database.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

interface Reporting {
  readonly logger: Record<'error' | 'info', (fields: object, text: string) => void>
  readonly telemetry: Pick<Telemetry, 'compared'>
  /** A clock in milliseconds that never goes back. */
  readonly elapsedMs?: () => number
}

/**
 * For how many milliseconds all comparisons with the database's clock must be within the limit before the log says that the clocks agree
 * again. Clocks whose difference is just at the limit would otherwise cause a line of the log again and again.
 */
const QUIET_MS = 10_000

/**
 * Reports each comparison with the database's clock to the metrics. The log says when the clocks begin or cease to differ by more than is
 * allowed.
 */
export function reportClockDifferences(
  clock: MachineClock,
  { logger, telemetry, elapsedMs = () => performance.now() }: Reporting,
): void {
  let wrongAt: number | null = null
  clock.onCompared((comparison) => {
    telemetry.compared(comparison)
    const { differenceMs, isAllowed } = comparison
    const nowMs = elapsedMs()
    if (!isAllowed) {
      if (wrongAt === null) logger.error({ differenceMs }, messageOf(differenceMs))
      wrongAt = nowMs
    } else if (wrongAt !== null && nowMs - wrongAt >= QUIET_MS) {
      wrongAt = null
      logger.info({ differenceMs }, 'the clocks of this machine and of the database agree again')
    }
  })
}

const UNTIL =
  'Nothing is decided or stored until they agree: correct the clock that is wrong (NTP). PURSER_MAX_CLOCK_DIFFERENCE_MS sets how far they may differ'

const messageOf = (differenceMs: number): string => `${new ClockDifferenceError(differenceMs).message} ${UNTIL}`

/** The clock of a node or command. It may differ from the database's clock by as much as the settings allow. */
export const machineClockOf = ({ maxClockDifferenceMs: limitMs }: Settings): MachineClock =>
  new MachineClock({ limitMs })

/** Rejects with an `OperatorError` where this machine's clock differs from the database's by more than is allowed. */
export async function assertClocksAgree(database: Database): Promise<void> {
  if (await database.clocksAgree()) return
  throw new OperatorError(messageOf(database.clock.comparison().differenceMs))
}

/** Throws an `OperatorError` in place of a `ClockDifferenceError`, for commands that store something themselves. */
export function explainClockError(error: unknown): never {
  throw error instanceof ClockDifferenceError ? new OperatorError(messageOf(error.differenceMs)) : error
}
