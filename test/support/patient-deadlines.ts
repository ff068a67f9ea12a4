import { sheets } from '../../src/issuers/sheets.ts'
import { deadlines } from '../../src/lib/traffic/deadlines.ts'

/** Set for the project `postgres` by `vitest.config.ts`, and handed on to the processes that its tests start. */
export const PATIENT = 'TEST_PATIENT_DEADLINES'

/** As many times as long as a service's own. */
const FACTOR = 20

/** How long a stand-in waits for a service whose deadlines are long. */
export const patient = (ms: number): number => (process.env[PATIENT] === undefined ? ms : ms * FACTOR)

/**
 * Tests that are not about deadlines run with long ones, so that they pass on a machine that is busy with something else. Tests of
 * deadlines have the suffix `.alone`.
 */
if (process.env[PATIENT] !== undefined) {
  const lengthened = Object.entries(deadlines).map(([name, ms]) => [name, patient(ms)])
  Object.assign(deadlines, Object.fromEntries(lengthened))
  for (const sheet of Object.values(sheets)) Object.assign(sheet, { answerWithinMs: patient(sheet.answerWithinMs) })
}
