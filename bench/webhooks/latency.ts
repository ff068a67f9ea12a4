import { setTimeout as delay } from 'node:timers/promises'
import type { DispatcherRig, WebhookRig } from './rig.ts'

export interface WebhookLatency {
  readonly events: number
  /** The rate at which the machine committed events. It is lower than the requested rate if the machine is too busy. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** The most commits at the same time: fewer than there are connections, so that the dispatcher, which shares them, gets some. */
const MOST_COMMITS_AT_ONCE = 6

const now = () => performance.timeOrigin + performance.now()

/**
 * Measures the time from the commit of an event to the first byte at its receiver, at a steady rate. The hanging receiver is not counted.
 */
export async function measureWebhookLatency(
  rig: WebhookRig,
  { perSecond, seconds, firstHangs }: { perSecond: number; seconds: number; firstHangs: boolean },
): Promise<WebhookLatency> {
  const accounts = await rig.newAccounts(firstHangs)
  await rig.receiver.takeArrivals()
  const dispatcher = rig.newDispatcher()
  dispatcher.start()
  const committed = new Map<string, number>()
  const commits = new Set<Promise<void>>()
  const commit = async (account: DispatcherRig, counted: boolean) => {
    const [cardId = ''] = await account.emit()
    if (counted) committed.set(cardId, now())
    dispatcher.wake()
  }
  const started = performance.now()
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const waitMs = started + (sent * 1000) / perSecond - performance.now()
    if (waitMs > 0) await delay(waitMs)
    const index = sent % accounts.length
    const committing = commit(accounts[index] as DispatcherRig, !firstHangs || index > 0).finally(() =>
      commits.delete(committing),
    )
    commits.add(committing)
    if (commits.size >= MOST_COMMITS_AT_ONCE) await Promise.race(commits)
  }
  await Promise.all(commits)
  const achieved = Math.round((perSecond * seconds * 1000) / (performance.now() - started))
  await waitUntilEventsArrive(rig, committed.size)
  const arrivals = await rig.receiver.takeArrivals()
  await dispatcher.stop(0)
  const latencies = [...committed].map(([cardId, at]) => (arrivals.get(cardId) ?? Number.POSITIVE_INFINITY) - at)
  return { ...summary(latencies), perSecond: achieved }
}

/** Waits until `count` events have arrived, for at most half a minute. */
export async function waitUntilEventsArrive({ receiver }: WebhookRig, count: number): Promise<void> {
  const deadline = performance.now() + 30_000
  while ((await receiver.count()) < count && performance.now() < deadline) await delay(20)
}

function summary(latencies: readonly number[]): Omit<WebhookLatency, 'perSecond'> {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1))
  return { events: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}
