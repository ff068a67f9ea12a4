import type { ConstantRateResult } from './constant.ts'
import type { WebhookLatency } from './latency.ts'

type LatencyRound = WebhookLatency & { readonly firstHangs: boolean }
interface PeakRound {
  readonly purser: number
  readonly pgBoss: number
}

/** Compares the webhook latencies and the peak rates of all rounds with the targets. */
export function compareWithWebhookTargets(latencies: readonly LatencyRound[], peaks: readonly PeakRound[]) {
  const p99 = (hanging: boolean) =>
    median(latencies.filter(({ firstHangs }) => firstHangs === hanging).map(({ p99Ms }) => p99Ms))
  const moved = p99(true) - p99(false)
  const peak = median(peaks.map(({ purser }) => purser))
  const timesPeer = median(peaks.map(({ purser, pgBoss }) => purser / pgBoss))
  return [
    { target: 'p99 from commit to first byte: below 100 ms', measured: p99(false), reached: p99(false) < 100 },
    { target: 'moved by a receiver that hangs: below 20 ms', measured: moved, reached: moved < 20 },
    { target: 'peak deliveries per second: at least 1,000', measured: peak, reached: peak >= 1000 },
    { target: 'times the peak of pg-boss: at least 1', measured: timesPeer, reached: timesPeer >= 1 },
  ].map((row) => ({ ...row, measured: Number(row.measured.toFixed(2)) }))
}

/** The highest rate for which the lag has a target. Above it the lag is only printed. */
const MOST_PROMISED = 200

/** Compares the results of the constant rates with the targets. */
export function compareConstantRates(results: readonly ConstantRateResult[]) {
  return results
    .filter(({ webhook }) => webhook !== 'none')
    .flatMap((result) => {
      const { 'purchases/s': rate, 'lag p50 ms': p50, 'lag p99 ms': p99, 'approvals, slowest ms': approvals } = result
      const within = (what: string, measured: number | null, mostMs: number) => ({
        target: `at ${rate}/s ${what}: at most ${mostMs} ms`,
        measured: measured ?? Number.NaN,
        reached: (measured ?? Infinity) <= mostMs,
      })
      return [
        ...(rate > MOST_PROMISED ? [] : [within('lag p50', p50, 500), within('lag p99', p99, 2000)]),
        within("approvals' events", approvals, 2000),
      ]
    })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
