import { decide } from '../../src/domain/decide.ts'
import type { Subject } from '../../src/domain/entities.ts'
import { purchase, realisticSubject } from './scenario.ts'

/**
 * Decisions per second and core: `node bench/decision/run.ts`. With lists of 20 and of 10,000 entries, in turns, so
 * that the ratio holds on a busy machine. Exits 1 below half of the target or where length costs too much.
 */
const TARGET_PER_SECOND = 500_000
const MOST_TIMES_SLOWER = 1.5
const ROUND_MS = 300
const ROUNDS = 9

const scenarios = { 'lists of 20 entries': realisticSubject(20), 'lists of 10,000 entries': realisticSubject(10_000) }
const rates = Object.entries(scenarios).map(([name, subject]) => ({ name, subject, perSecond: [] as number[] }))
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const { subject, perSecond } of rates) {
    const measured = measure(subject)
    if (round > 0) perSecond.push(measured) // the first warms up
  }
}

const [short, long] = rates.map(({ name, perSecond }) => {
  const median = perSecond.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  console.log(`${Math.round(median).toLocaleString('en')} decisions per second, ${name}`)
  return median
}) as [number, number]
console.log(`${(short / long).toFixed(2)} times slower with long lists (at most ${MOST_TIMES_SLOWER})`)
if (short < TARGET_PER_SECOND / 2 || short / long > MOST_TIMES_SLOWER) process.exitCode = 1

/** Time of this process on a core, garbage collection included: others on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function measure(subject: Subject): number {
  const { decision, reasons } = decide(subject, purchase)
  if (decision !== 'approve') throw new Error(`The scenario declines: ${JSON.stringify(reasons)}`)
  const start = cpuMs()
  let decided = 0
  while (cpuMs() - start < ROUND_MS) {
    for (let n = 0; n < 1000; n += 1) decided += decide(subject, purchase).trace.length > 0 ? 1 : 0
  }
  return (decided / (cpuMs() - start)) * 1000
}
