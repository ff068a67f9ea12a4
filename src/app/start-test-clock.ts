import { type Clock, timestamp } from '../lib/clock.ts'
import type { Database } from '../store/database.ts'
import { forgetTestClock, keepTestClock, loadTestClock } from '../store/test-clock.ts'
import { reportClocks } from './clocks.ts'
import type { Logger } from './logger.ts'
import type { Telemetry } from './telemetry.ts'
import { TestClock } from './test-clock.ts'

interface Starting {
  readonly database: Database
  readonly settings: { readonly testClock: boolean }
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>
  readonly telemetry: Pick<Telemetry, 'compared'>
  /** One that somebody moves who keeps where it stands. */
  readonly testClock?: TestClock | undefined
}

/** The clock of a node, and the same as a test clock where the setting asks for one. */
export async function startClock(starting: Starting): Promise<{ clock: Clock; testClock: TestClock | null }> {
  const { database, settings, testClock: given } = starting
  reportClocks(database.clock, starting)
  if (given !== undefined) return { clock: given, testClock: given }
  if (!settings.testClock) {
    await leaveTestClock(starting)
    return { clock: database.clock, testClock: null }
  }
  const testClock = new TestClock({
    now: (await loadTestClock(database)) ?? database.clock.now(),
    keep: (now) => keepTestClock(database, now),
  })
  await keepTestClock(database, testClock.now())
  return { clock: testClock, testClock }
}

/**
 * This node goes by the real time. A test clock behind it is forgotten: another one on this database must not begin before
 * what happens now. One ahead of it is the operator's to know about.
 */
async function leaveTestClock({ database, logger }: Starting): Promise<void> {
  await forgetTestClock(database, database.clock.now())
  const ahead = await loadTestClock(database)
  if (ahead === null) return
  logger.warn(
    `The test clock of this database stands at ${timestamp(ahead)}, ahead of the real time: customers that it brought there ` +
      'stay at that moment until it comes. Start with PURSER_TEST_CLOCK=true, or with another database',
  )
}
