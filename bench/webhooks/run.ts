import { parseArgs } from 'node:util'
import { type ConstantRateResult, measureDeliveriesAtConstantRate } from './constant.ts'
import { measureWebhookLatency } from './latency.ts'
import { measurePeakDeliveries } from './peak.ts'
import { measurePgBoss } from './pg-boss.ts'
import { measureDeliveryRetention } from './retention.ts'
import { openWebhookRig } from './rig.ts'
import { compareConstantRates, compareWithWebhookTargets } from './targets.ts'

/**
 * Measures first a whole node at constant rates of purchases, each with and without a webhook for every event: how late the events are
 * while the load lasts, including those of approvals, and what the webhook costs the authorizations.
 *
 * Then measures the dispatcher on this machine, with PostgreSQL, receivers and load on the same cores: the time from commit to first
 * byte at a steady rate, the same with one receiver that hangs, and deliveries per second from a backlog, beside a job library that
 * makes the same requests. `--rounds 0` leaves these out, `--rates none` the first ones. The exit code is 1 if the medians of the
 * rounds miss a target.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '200' },
    deliveries: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    rates: { type: 'string', default: '50,200,500' },
    retained: { type: 'string', default: '40000' },
    constantSeconds: { type: 'string', default: '30' },
  },
})
const steady = { perSecond: Number(values.rate), seconds: Number(values.seconds) }
const deliveries = Number(values.deliveries)
const rounds = Number(values.rounds)

const targets = [...(await atConstantRates()), ...(rounds > 0 ? await inRounds() : [])]
console.table(targets)
if (targets.some(({ reached }) => !reached)) process.exitCode = 1

async function atConstantRates() {
  if (values.rates === 'none') return []
  const results: ConstantRateResult[] = []
  for (const perSecond of values.rates.split(',').map(Number)) {
    for (const isDelivered of [false, true]) {
      results.push(
        await measureDeliveriesAtConstantRate({ perSecond, seconds: Number(values.constantSeconds), isDelivered }),
      )
    }
  }
  console.log(`Constant rates for ${values.constantSeconds} s, one receiver that answers at once`)
  console.table(results)
  return compareConstantRates(results)
}

async function inRounds() {
  const rig = await openWebhookRig()
  try {
    await measureWebhookLatency(rig, { ...steady, seconds: 3, firstHangs: false }) // warms up
    const latencies = []
    const peaks = []
    for (let round = 1; round <= rounds; round += 1) {
      for (const firstHangs of [false, true]) {
        latencies.push({ round, firstHangs, ...(await measureWebhookLatency(rig, { ...steady, firstHangs })) })
      }
      peaks.push({
        round,
        purser: await measurePeakDeliveries(rig, deliveries),
        pgBoss: await measurePgBoss(rig, deliveries),
      })
    }
    console.log(`Commit to first byte at ${steady.perSecond} events/s for ${steady.seconds} s; Node ${process.version}`)
    console.table(latencies)
    console.log(`Deliveries per second out of a backlog of ${deliveries}`)
    console.table(peaks)
    console.log('Retention of deliveries that have failed, each with five attempts')
    console.table([await measureDeliveryRetention(rig, Number(values.retained))])
    return compareWithWebhookTargets(latencies, peaks)
  } finally {
    await rig.close()
  }
}
