import { type Clock, isoTimestamp } from '../../lib/clock.ts'
import { hasAnyCustomer } from '../../store/customers/customers.ts'
import type { Database } from '../../store/connection/database.ts'
import { forgetTestClock, keepTestClock, loadTestClock } from '../../store/nodes/test-clock.ts'
import { reportClockDifferences } from './clocks.ts'
import type { Logger } from '../telemetry/logger.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { NodeTestClock } from './test-clock.ts'

interface Starting {
  readonly database: Database
  readonly settings: Pick<Settings, 'testClock' | 'testClockOnUsedData'>
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>
  readonly telemetry: Pick<Telemetry, 'compared'>
  /** A test clock that the caller moves itself. This node does not store its time. */
  readonly testClock?: NodeTestClock | undefined
}

/** Makes the clock of a node. The returned `testClock` is that same clock where the settings ask for a test clock, otherwise null. */
export async function startNodeClock(starting: Starting): Promise<{ clock: Clock; testClock: NodeTestClock | null }> {
  const { database, settings, testClock: given } = starting
  reportClockDifferences(database.clock, starting)
  if (given !== undefined) return { clock: given, testClock: given }
  if (!settings.testClock) {
    await leaveTestClock(starting)
    return { clock: database.clock, testClock: null }
  }
  const stoodAt = await loadTestClock(database)
  if (stoodAt === null && !settings.testClockOnUsedData) await assertUnused(database)
  const testClock = new NodeTestClock({
    now: stoodAt ?? database.clock.now(),
    keep: (now) => keepTestClock(database, now),
  })
  await keepTestClock(database, testClock.now())
  return { clock: testClock, testClock }
}

/**
 * Rejects where the database was used without a test clock. If a test clock moves the time of customers ahead, their time later stands
 * still until the real time reaches it. A mere setting must not do that to real data.
 */
async function assertUnused({ db }: Database): Promise<void> {
  if (!(await hasAnyCustomer(db))) return
  throw new OperatorError(
    'PURSER_TEST_CLOCK=true is refused on a database that was used without a test clock: its customers would stay at the time to which ' +
      'they are moved. Use another database, for instance --data-dir ./.purser-test-clock, or add PURSER_TEST_CLOCK_ON_USED_DATA=true',
  )
}

/**
 * Prepares a database for a node that goes by the real time. A stored test clock that is behind the real time is forgotten, so that a later
 * test clock does not begin before what happens now. Where the stored test clock is ahead, the operator is warned.
 */
async function leaveTestClock({ database, logger }: Starting): Promise<void> {
  await forgetTestClock(database, database.clock.now())
  const ahead = await loadTestClock(database)
  if (ahead === null) return
  logger.warn(
    `The test clock of this database stands at ${isoTimestamp(ahead)}, ahead of the real time: customers that it brought there ` +
      'stay at that time until it comes. Start with PURSER_TEST_CLOCK=true, or with another database',
  )
}
