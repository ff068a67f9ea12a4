import { SECOND_MS } from '../../../lib/clock.ts'
import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'
import { durationInWords } from '../duration-in-words.ts'

type Looked = Pick<DoctorExamination, 'at' | 'clock' | 'nodes' | 'settings' | 'testClock'>

const SET_RIGHT = 'Set the clock right, by NTP (docs/guides/operating.md, Clocks).'

/** Findings about the clocks of this machine, of the nodes and of the database, and about a test clock. */
export function clockFindings({ at, clock, nodes, settings, testClock }: Looked): DoctorFinding[] {
  const limitMs = settings.maxClockDifferenceMs
  const isFar = (differenceMs: number): boolean => Math.abs(differenceMs) >= limitMs / 2
  const says = (clockName: string, differenceMs: number): string =>
    `${clockName} is ${describe(differenceMs)} the clock of the database. From ${limitMs / SECOND_MS} seconds on, a node decides and stores nothing.`
  const findings: DoctorFinding[] = []
  if (clock !== null && isFar(clock.differenceMs)) {
    findings.push({
      severity: clock.isAllowed ? 'warning' : 'error',
      code: 'clock_difference',
      says: says('The clock of this machine', clock.differenceMs),
      todo: SET_RIGHT,
    })
  }
  for (const { node, host, clock_difference_ms: differenceMs } of nodes ?? []) {
    if (!isFar(differenceMs)) continue
    findings.push({
      severity: 'warning',
      code: 'node_clock_difference',
      says: says(`The clock of the node ${node} on ${host}`, differenceMs),
      todo: SET_RIGHT,
    })
  }
  if (testClock !== null && testClock > at && !settings.testClock) {
    findings.push({
      severity: 'warning',
      code: 'test_clock_ahead',
      says: `The test clock of this database was moved ${durationInWords(testClock - at)} ahead. Customers that were used then are decided as of that time until it comes.`,
      todo: 'Use another database for real cards (docs/guides/test-clock.md).',
    })
  }
  return findings
}

const describe = (differenceMs: number): string =>
  `${(Math.abs(differenceMs) / SECOND_MS).toFixed(1)} seconds ${differenceMs > 0 ? 'ahead of' : 'behind'}`
