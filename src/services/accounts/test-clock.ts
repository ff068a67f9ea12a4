import { present } from '../../lib/assert.ts'
import { SECOND_MS, timestamp } from '../../lib/clock.ts'
import type { ReadService } from '../request/context.ts'
import { lengthy, read } from '../request/handler.ts'

/** The clock of tests (contract, section 11). Its routes are there only where it is switched on. */
const getTestClock: ReadService<'getTestClock'> = ({ clock }) => Promise.resolve({ now: timestamp(clock.now()) })

/**
 * Moves the clock and runs what fell due. It changes nothing of its own, so it needs no transaction: what falls due is
 * committed piece by piece, as it is when time passes by itself.
 */
const advanceTestClock: ReadService<'advanceTestClock'> = async ({ testClock }, { body }) => {
  const clock = present(testClock, 'the test clock has routes only where it is switched on')
  return { now: timestamp(await clock.advance(Math.round(body.seconds * SECOND_MS))) }
}

export const testClockHandlers = {
  getTestClock: read(getTestClock),
  advanceTestClock: lengthy(advanceTestClock),
}
