import { assertPresent } from '../../lib/assert.ts'
import { SECOND_MS, isoTimestamp } from '../../lib/clock.ts'
import type { ReadOperationService } from '../request/context.ts'
import { multiTransactionOperationHandler, readOperationHandler } from '../request/handler.ts'

/** Answers the time of the test clock (contract, section 11). This operation has a route only where the test clock is switched on. */
const getTestClock: ReadOperationService<'getTestClock'> = ({ clock }) =>
  Promise.resolve({ now: isoTimestamp(clock.now()) })

/**
 * Advances the test clock and waits until the sweeps have done what falls due by then. The service writes nothing itself, so it needs no
 * transaction: the sweeps commit piece by piece, as they do when time passes by itself.
 */
const advanceTestClock: ReadOperationService<'advanceTestClock'> = async ({ testClock }, { body }) => {
  const clock = assertPresent(testClock, 'the test clock has routes only where it is switched on')
  return { now: isoTimestamp(await clock.advance(Math.round(body.seconds * SECOND_MS))) }
}

export const testClockHandlers = {
  getTestClock: readOperationHandler(getTestClock),
  advanceTestClock: multiTransactionOperationHandler(advanceTestClock),
}
