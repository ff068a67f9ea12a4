import type { BucketGroups } from '../store/sharding/groups.ts'
import { EngineBatcher, type BatcherDeps, type BatcherOptions } from './batcher.ts'
import type { CommittedBatch } from './batch.ts'
import type { EngineAnswer, SubmittedEngineCommand } from './submitted.ts'

interface BatchersDeps extends Omit<BatcherDeps, 'run'> {
  /** Runs a batch as one transaction. All its commands are of one group of buckets. Rejects as `runEngineBatch` does. */
  run(batch: readonly SubmittedEngineCommand[], group: number): Promise<CommittedBatch>
}

/**
 * The batchers of the engine, one for each group of buckets (`store/sharding/groups.ts`). If all tables are on one server there is one
 * group.
 */
export class EngineBatchers {
  readonly #groups: BucketGroups
  readonly #make: (group: number) => EngineBatcher
  readonly #batchers = new Map<number, EngineBatcher>()

  constructor(groups: BucketGroups, deps: BatchersDeps, options: BatcherOptions) {
    this.#groups = groups
    this.#make = (group) => new EngineBatcher({ ...deps, run: (batch) => deps.run(batch, group) }, options)
  }

  /**
   * Queues a command with the batcher of its group. Resolves and rejects as `Batcher.submit` does. `id`: the card, transaction or intent
   * that the command is about.
   */
  submit(id: string, submitted: SubmittedEngineCommand): Promise<EngineAnswer> {
    const group = this.#groups.of(id)
    let batcher = this.#batchers.get(group)
    if (batcher === undefined) this.#batchers.set(group, (batcher = this.#make(group)))
    return batcher.submit(submitted)
  }

  /** How many commands wait for a batch, over all batchers. */
  get length(): number {
    let sum = 0
    for (const { length } of this.#batchers.values()) sum += length
    return sum
  }

  get isBusy(): boolean {
    return this.#batchers.values().some(({ isBusy }) => isBusy)
  }

  /** Resolves when no command waits and no batch is in flight. */
  async idle(): Promise<void> {
    await Promise.all(this.#batchers.values().map((batcher) => batcher.idle()))
  }
}
