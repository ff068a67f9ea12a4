import { parseArgs } from 'node:util'
import { seededRandom } from '../../test/model/random.ts'
import { type SimulatedCluster, simulateLoad, type SimulatedRun } from './simulate.ts'

/**
 * Computes where the throughput of an installation on a Citus stops growing, from the measured costs of a batch and the measured commit
 * latencies (docs/scaling.md), for 1, 4, 16 and 64 workers. It simulates queues and nothing else: no statement is run.
 */
const { values } = parseArgs({
  options: {
    'cores-each': { type: 'string', default: '4' },
    'batch-us': { type: 'string', default: '3300' },
    'purchase-us': { type: 'string', default: '73' },
    'round-trip-us': { type: 'string', default: '500' },
    skew: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '1' },
    goal: { type: 'string', default: '65000' },
  },
})
/**
 * Commit latencies of 1,500 small transactions with fsync, one after the other: the quantiles 0.05, 0.15 to 0.95, and two of the slowest of
 * a hundred.
 */
const QUANTILES_MS = [0.33, 0.47, 0.7, 0.97, 1.36, 1.93, 2.62, 3.63, 4.74, 8.71]
const SLOWEST_MS = [19.8, 37.3]
const COMMITS_MS = [...Array.from({ length: 10 }, () => QUANTILES_MS).flat(), ...SLOWEST_MS]
const LATE_MS = 100
const MICROSECONDS = 1000
const FRACTIONS = 2 ** 30
const BISECTIONS = 6

const number = (name: keyof typeof values) => Number(values[name])

const measured: Omit<SimulatedCluster, 'workers' | 'nodesABucket'> = {
  coresEach: number('cores-each'),
  buckets: 64,
  skew: number('skew'),
  batchMs: number('batch-us') / MICROSECONDS,
  purchaseMs: number('purchase-us') / MICROSECONDS,
  roundTripMs: number('round-trip-us') / MICROSECONDS,
  commitsMs: COMMITS_MS,
  mostInBatch: 256,
  mostWaiting: 1024,
}

function at(installation: SimulatedCluster, perSecond: number): SimulatedRun {
  const random = seededRandom(1)
  const draw = () => random.between(0, FRACTIONS - 1) / FRACTIONS
  return simulateLoad(installation, { perSecond, seconds: number('seconds'), random: draw })
}

const holds = ({ p99Ms, refused }: SimulatedRun) => p99Ms <= LATE_MS && refused === 0

/** The highest rate at which no purchase is refused and 99 of 100 answers come in time. */
function most(installation: SimulatedCluster): number {
  let low = 1000
  while (low < 2 ** 22 && holds(at(installation, 2 * low))) low *= 2
  let high = 2 * low
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2
    if (holds(at(installation, middle))) low = middle
    else high = middle
  }
  return low
}

const rows = [1, 4].flatMap((nodesABucket) =>
  [1, 4, 16, 64].map((workers) => {
    const installation = { ...measured, workers, nodesABucket }
    const { perBatch, busy, p50Ms, p99Ms, refused } = at(installation, number('goal'))
    return {
      'nodes a bucket': nodesABucket,
      workers,
      'in a batch': Number(perBatch.toFixed(1)),
      'busy, %': Math.round(busy * 100),
      p50Ms: Math.round(p50Ms),
      p99Ms: Math.round(p99Ms),
      'refused, %': Number((refused * 100).toFixed(1)),
      'most, /s': Math.round(most(installation) / 1000) * 1000,
    }
  }),
)
console.log(
  `${values.goal} purchases a second, workers of ${values['cores-each']} cores; most: p99 within ${LATE_MS} ms`,
)
console.table(rows)
