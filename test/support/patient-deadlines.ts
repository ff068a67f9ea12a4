import { issuerSheets } from '../../src/issuers/sheets.ts'
import { answerStepDeadlinesMs } from '../../src/lib/traffic/deadlines.ts'

/**
 * The environment variable that makes deadlines long. `vitest.config.ts` sets it for the project `postgres`, and the processes that its
 * tests start inherit it.
 */
export const PATIENT_DEADLINES_VARIABLE = 'TEST_PATIENT_DEADLINES'

/** The factor by which the deadlines of tests are longer than a service's own. */
const FACTOR = 20

/** How many milliseconds a stand-in waits for a service with long deadlines. */
export const testStandInDeadlineMs = (ms: number): number =>
  process.env[PATIENT_DEADLINES_VARIABLE] === undefined ? ms : ms * FACTOR

/**
 * Tests that are not about deadlines run with long ones, so that they pass on a busy machine. Tests of deadlines have the suffix `.alone`.
 */
if (process.env[PATIENT_DEADLINES_VARIABLE] !== undefined) {
  const lengthened = Object.entries(answerStepDeadlinesMs).map(([name, ms]) => [name, testStandInDeadlineMs(ms)])
  Object.assign(answerStepDeadlinesMs, Object.fromEntries(lengthened))
  for (const sheet of Object.values(issuerSheets))
    Object.assign(sheet, { answerWithinMs: testStandInDeadlineMs(sheet.answerWithinMs) })
}
