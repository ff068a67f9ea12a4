import { SimulationEventQueue } from './event-queue.ts'

export interface SimulatedCluster {
  readonly workers: number
  readonly coresEach: number
  readonly buckets: number
  /** The number of nodes that get purchases of the same bucket. */
  readonly nodesABucket: number
  /** The load of the busiest bucket, as a multiple of the mean load of a bucket. */
  readonly skew: number
  /** The processor time of a batch on its worker, however many purchases it has. Each purchase costs `purchaseMs` in addition. */
  readonly batchMs: number
  readonly purchaseMs: number
  /** The duration of a round trip between a node of Purser and a worker of the Citus cluster, in milliseconds. */
  readonly roundTripMs: number
  /** Measured durations of commits, in milliseconds. The simulation picks each with the same probability. */
  readonly commitsMs: readonly number[]
  /** How many purchases a batch may have, and how many purchases of a bucket may wait. Further ones are refused. */
  readonly mostInBatch: number
  readonly mostWaiting: number
}

export interface SimulatedLoad {
  readonly perSecond: number
  readonly seconds: number
  readonly random: () => number
}

export interface SimulatedRun {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly refused: number
  readonly perBatch: number
  /** The share of the busiest worker's processor time that is used. */
  readonly busy: number
}

interface Bucket {
  readonly worker: Worker
  /** The arrival times of each node's waiting purchases. */
  readonly waiting: readonly number[][]
  isBusy: boolean
}

interface Worker {
  free: number
  usedMs: number
  readonly jobs: (readonly [ms: number, done: () => void])[]
}

/**
 * Simulates purchases that come at random. A bucket has one batch at a time, which takes all purchases that wait at one node. The batch
 * needs its worker's processor for the locks and the reads, a trip, the processor for the writes, a trip, and a commit. Batches of one
 * worker share its cores, and are served in the order in which they come.
 */
export function simulateLoad(cluster: SimulatedCluster, { perSecond, seconds, random }: SimulatedLoad): SimulatedRun {
  const { workers: count, coresEach, buckets: bucketCount, skew, batchMs, purchaseMs, roundTripMs } = cluster
  const { commitsMs, mostInBatch, mostWaiting, nodesABucket } = cluster
  const agenda = new SimulationEventQueue()
  const workers = Array.from({ length: count }, (): Worker => ({ free: coresEach, usedMs: 0, jobs: [] }))
  const buckets = Array.from({ length: bucketCount }, (_, n): Bucket => {
    const waiting = Array.from({ length: nodesABucket }, () => [])
    return { worker: workers[n % count] as Worker, waiting, isBusy: false }
  })
  const totals = { refused: 0, batches: 0, purchases: 0 }
  const latencies: number[] = []

  const work = (worker: Worker, ms: number, done: () => void) => {
    if (worker.free === 0) {
      worker.jobs.push([ms, done])
      return
    }
    worker.free -= 1
    worker.usedMs += ms
    agenda.after(ms, () => {
      worker.free += 1
      const next = worker.jobs.shift()
      if (next !== undefined) work(worker, ...next)
      done()
    })
  }
  const begin = (bucket: Bucket) => {
    if (bucket.isBusy) return
    const first = bucket.waiting.reduce((a, b) => ((b[0] ?? Infinity) < (a[0] ?? Infinity) ? b : a))
    if (first.length === 0) return
    bucket.isBusy = true
    const batch = first.splice(0, mostInBatch)
    totals.batches += 1
    totals.purchases += batch.length
    const commitMs = commitsMs[Math.floor(random() * commitsMs.length)] ?? 0
    const end = () => {
      for (const arrived of batch) latencies.push(agenda.now - arrived)
      bucket.isBusy = false
      begin(bucket)
    }
    const save = () =>
      work(bucket.worker, batchMs / 2 + batch.length * purchaseMs, () => agenda.after(roundTripMs + commitMs, end))
    work(bucket.worker, batchMs / 2, () => agenda.after(roundTripMs, save))
  }
  const whose = (): Bucket => {
    const drawn = random() * (bucketCount - 1 + skew)
    return buckets[drawn < skew ? 0 : 1 + Math.floor(drawn - skew)] as Bucket
  }
  const arrive = () => {
    if (agenda.now > seconds * 1000) return
    const bucket = whose()
    const waiting = bucket.waiting[Math.floor(random() * nodesABucket)] as number[]
    if (waiting.length >= mostWaiting) totals.refused += 1
    else waiting.push(agenda.now)
    begin(bucket)
    agenda.after((-Math.log(1 - random()) * 1000) / perSecond, arrive)
  }
  arrive()
  agenda.run()
  const sorted = Float64Array.from(latencies).toSorted()
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    refused: totals.refused / (totals.refused + totals.purchases),
    perBatch: totals.purchases / totals.batches,
    busy: Math.max(...workers.map(({ usedMs }) => usedMs)) / (agenda.now * coresEach),
  }
}
