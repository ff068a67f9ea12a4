import { bucketOf } from '../../lib/buckets.ts'
import type { Groups, Part } from './groups.ts'

const LOOK_MS = 1000

export interface DuePartsOptions {
  readonly groups: () => Promise<Groups>
  /** What this node looks through. Default: everything. */
  readonly own?: (() => Promise<readonly Part[]>) | undefined
  readonly isDue: (part: Part) => Promise<boolean>
  /** Wherever something is due. */
  readonly all: (groups: Groups) => Promise<readonly Part[]>
  readonly nowMs?: () => number
}

/**
 * Where a node may find something to do: everything, where all is on one server. Otherwise the buckets in which it has left something
 * itself, and once a second those of its own in which a look finds something: each look asks one server, and no statement asks all.
 */
export class DueParts {
  readonly #options: Required<DuePartsOptions> & { readonly own: () => Promise<readonly Part[]> }
  readonly #noted = new Set<Part>()
  #lookAt = Number.NEGATIVE_INFINITY
  #draining = 0

  constructor(options: DuePartsOptions) {
    const { own = async () => (await options.groups()).parts, nowMs = () => performance.now() } = options
    this.#options = { ...options, own, nowMs }
  }

  /** `id`: of what is due, or of whom it belongs to. */
  note(id: string): void {
    this.#noted.add(bucketOf(id))
  }

  /** Parts of a `take` that were not looked through to their end. */
  putBack(parts: readonly Part[]): void {
    for (const part of parts) this.#noted.add(part)
  }

  /** What was noted is noted no more: whoever leaves something there notes it again. */
  async take(): Promise<readonly Part[]> {
    const { groups, nowMs, all } = this.#options
    const known = await groups()
    if (known.parts.length === 1) return known.parts
    if (this.#draining > 0) return all(known)
    if (nowMs() >= this.#lookAt) await this.#look()
    const taken = [...this.#noted]
    this.#noted.clear()
    return taken
  }

  /** Whatever takes meanwhile is given everything that is due: for a clock that is moved by hand. */
  async whileDraining(work: () => Promise<void>): Promise<void> {
    this.#draining += 1
    try {
      await work()
    } finally {
      this.#draining -= 1
    }
  }

  /** One after the other: nobody waits for it, and others do for the connections. */
  async #look(): Promise<void> {
    const { own, isDue, nowMs } = this.#options
    this.#lookAt = nowMs() + LOOK_MS
    for (const part of await own()) {
      // One whose server is away keeps none of the others from their turn, and is asked again the next time.
      if (await isDue(part).catch(() => false)) this.#noted.add(part)
    }
  }
}
