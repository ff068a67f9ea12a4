import { bucketOfId } from '../../lib/buckets.ts'
import type { BucketGroups, BucketScope } from './groups.ts'

const LOOK_MS = 1000

export interface DueBucketScopesOptions {
  readonly groups: () => Promise<BucketGroups>
  /** The bucket scopes in which this node searches for due work. Default: all bucket scopes. */
  readonly own?: (() => Promise<readonly BucketScope[]>) | undefined
  /** Resolves with whether work is due in a bucket scope. */
  readonly isDue: (bucketScope: BucketScope) => Promise<boolean>
  /** Resolves with all bucket scopes in which work is due, whichever node usually searches them. */
  readonly all: (groups: BucketGroups) => Promise<readonly BucketScope[]>
  readonly nowMs?: () => number
}

/**
 * The bucket scopes in which this node may find due work. If all tables are on one server, there is only one scope, with all buckets.
 * Otherwise this node looks in the buckets in which it has stored work and, once a second, in those of its own buckets in which a search
 * finds due work. Each search asks one server; no statement asks all servers.
 */
export class DueBucketScopes {
  readonly #options: Required<DueBucketScopesOptions> & { readonly own: () => Promise<readonly BucketScope[]> }
  readonly #noted = new Set<BucketScope>()
  #lookAt = Number.NEGATIVE_INFINITY
  #draining = 0

  constructor(options: DueBucketScopesOptions) {
    const { own = async () => (await options.groups()).bucketScopes, nowMs = () => performance.now() } = options
    this.#options = { ...options, own, nowMs }
  }

  /** Notes that this node has stored work. `id`: the id of the work, or of the object to which the work belongs. */
  note(id: string): void {
    this.#noted.add(bucketOfId(id))
  }

  /** Gives back bucket scopes that `take` returned and that may have more due work. */
  putBack(bucketScopes: readonly BucketScope[]): void {
    for (const bucketScope of bucketScopes) this.#noted.add(bucketScope)
  }

  /**
   * Returns the bucket scopes that may have due work, and forgets them. A caller that does not do all the work of a scope must give the
   * scope back with `putBack`, or `note` the rest of the work.
   */
  async take(): Promise<readonly BucketScope[]> {
    const { groups, nowMs, all } = this.#options
    const known = await groups()
    if (known.bucketScopes.length === 1) return known.bucketScopes
    if (this.#draining > 0) return all(known)
    if (nowMs() >= this.#lookAt) await this.#look()
    const taken = [...this.#noted]
    this.#noted.clear()
    return taken
  }

  /** Runs `work`. Meanwhile `take` returns every bucket scope with due work. It is used when the test clock is moved. */
  async whileDraining(work: () => Promise<void>): Promise<void> {
    this.#draining += 1
    try {
      await work()
    } finally {
      this.#draining -= 1
    }
  }

  /**
   * Searches one bucket scope after the other, not all at once, because no request waits for the result, and others need the connections.
   */
  async #look(): Promise<void> {
    const { own, isDue, nowMs } = this.#options
    this.#lookAt = nowMs() + LOOK_MS
    for (const bucketScope of await own()) {
      // A bucket scope whose server is down does not stop the search. It is searched again the next time.
      if (await isDue(bucketScope).catch(() => false)) this.#noted.add(bucketScope)
    }
  }
}
