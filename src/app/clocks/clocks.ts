import { ClockDifferenceError, MachineClock } from '../../lib/machine-clock.ts'
import type { Database } from '../../store/connection/database.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

interface Reporting {
  readonly logger: Record<'error' | 'info', (fields: object, text: string) => void>
  readonly telemetry: Pick<Telemetry, 'compared'>
  /** Milliseconds since any moment. */
  readonly elapsedMs?: () => number
}

/** Clocks that differ by just as much as is allowed do so and do not by turns: one line is enough. */
const QUIET_MS = 10_000

/** Tells the metric of each comparison, and the log when the clocks begin or cease to differ by more than is allowed. */
export function reportClocks(
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
  'Nothing is decided or stored until they agree: set the one that is wrong (NTP). PURSER_MAX_CLOCK_DIFFERENCE_MS is how far they may differ'

const messageOf = (differenceMs: number): string => `${new ClockDifferenceError(differenceMs).message} ${UNTIL}`

/** The clock of a node or command, with the limit of its settings. */
export const machineClockOf = ({ maxClockDifferenceMs: limitMs }: Settings): MachineClock =>
  new MachineClock({ limitMs })

/** Throws an `OperatorError` where a node would start with a clock by which it must not decide. */
export async function assertClocksAgree(database: Database): Promise<void> {
  if (await database.clocksAgree()) return
  throw new OperatorError(messageOf(database.clock.comparison().differenceMs))
}

/** Of commands that store something themselves. */
export function explainClockError(error: unknown): never {
  throw error instanceof ClockDifferenceError ? new OperatorError(messageOf(error.differenceMs)) : error
}
