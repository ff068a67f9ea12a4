import { parseArgs } from 'node:util'
import { measureLatency } from './latency.ts'
import { measurePeak } from './peak.ts'
import { measurePgBoss } from './peer.ts'
import { openRig } from './rig.ts'
import { compareWithTargets } from './targets.ts'

/**
 * What the dispatcher does on this machine, PostgreSQL, receivers and load on the same cores: time from commit to first
 * byte at a steady rate, the same with one receiver hanging, and deliveries per second out of a backlog beside a job
 * library that makes the same requests. Exits 1 where a target is missed, by the medians of the rounds.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '200' },
    deliveries: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
  },
})
const steady = { perSecond: Number(values.rate), seconds: Number(values.seconds) }
const deliveries = Number(values.deliveries)
const rounds = Number(values.rounds)

const rig = await openRig()
try {
  await measureLatency(rig, { ...steady, seconds: 3, firstHangs: false }) // warms up
  const latencies = []
  const peaks = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const firstHangs of [false, true]) {
      latencies.push({ round, firstHangs, ...(await measureLatency(rig, { ...steady, firstHangs })) })
    }
    peaks.push({
      round,
      purser: await measurePeak(rig, deliveries),
      pgBoss: await measurePgBoss(rig, deliveries),
    })
  }
  console.log(`Commit to first byte at ${steady.perSecond} events/s for ${steady.seconds} s; Node ${process.version}`)
  console.table(latencies)
  console.log(`Deliveries per second out of a backlog of ${deliveries}`)
  console.table(peaks)
  const targets = compareWithTargets(latencies, peaks)
  console.table(targets)
  if (targets.some(({ reached }) => !reached)) process.exitCode = 1
} finally {
  await rig.close()
}
