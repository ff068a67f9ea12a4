import { CoalescedJob } from './coalesced.ts'
import { runOutsideRequestTrace } from '../tracing.ts'
import { ModeWithAllowedChanges } from './modes.ts'

/** How often the queue of leased work is polled, in milliseconds. Work that is done a second after it falls due is on time. */
const POLL_MS = 1000

/** A piece of work that this node may do until its lease ends. */
export interface LeasableWorkItem {
  readonly id: string
  /** When the lease ends, Unix milliseconds. An outcome is recorded only under the lease with this very end. */
  readonly leasedUntil: number
}

export interface WorkLease {
  readonly id: string
  /** The time `leasedUntil` under which the queue's item was leased. */
  readonly lease: number
}

/**
 * Begins the attempts of leased work (such as deliveries) once its lease is committed. If the node stops meanwhile, gives the leases back.
 */
export type BeginLeasedWorkAttempts<Item> = (items: readonly Item[]) => Promise<void>

/** A queue in the database, and the work that its items ask for. */
export interface LeasedWorkQueue<Item extends LeasableWorkItem, Outcome> {
  /**
   * Resolves with an object whose `of` returns the group of buckets to which an id belongs. Outcomes of one group are recorded in one
   * transaction.
   */
  groups(): Promise<{ of(id: string): number }>
  /**
   * Leases at most `slots` due items, commits, and passes the items to `begin`. This may take several transactions. Resolves with the
   * number of due items that it has taken, including items for which there is nothing to do.
   */
  claim(slots: number, begin: BeginLeasedWorkAttempts<Item>): Promise<number>
  /** Does the work of the queue's item. Must never reject. Null: `attempt` was aborted, and the outcome is unknown. */
  attempt(item: Item, attempt: AbortController): Promise<Outcome | null>
  /**
   * Writes outcomes, and gives back the leases `given` of interrupted attempts, in one transaction. All ids are of one group of buckets.
   */
  record(outcomes: readonly (Outcome & { readonly lease: number })[], given: readonly WorkLease[]): Promise<void>
  /** How many items of the queue this node may have leased at a time. */
  readonly slots: number
  /** Called with an error of the database. The node claims the work, or records its outcome, again later. */
  readonly onError?: ((error: unknown) => void) | undefined
}

interface LeasedItem<Item> {
  readonly item: Item
  /** The time at which the queue item's lease ends. It changes when this node leases the item again while the attempt still runs. */
  lease: number
  inFlight: boolean
  readonly attempt: AbortController
  /** Resolves when the attempt at the leased item, such as a delivery, has ended. */
  done: Promise<void>
}

/** An attempt at an item that has ended. An attempt without an outcome was interrupted, and its lease is given back. */
interface Ended<Item, Outcome> {
  readonly leased: LeasedItem<Item>
  readonly outcome: Outcome | null
}

/**
 * The state of a `LeasedWork`. `ready`: it claims only when it is woken or drained. `polling`: it also claims at intervals. `stopping`: it
 * claims nothing, and ends its attempts.
 */
type Mode = 'ready' | 'polling' | 'stopping' | 'stopped'
const ALLOWED: Readonly<Record<Mode, readonly Mode[]>> = {
  ready: ['polling', 'stopping'],
  polling: ['stopping'],
  stopping: ['stopped'],
  stopped: [],
}

/**
 * Works through a queue in the database that all nodes share.
 *
 * A due item is **leased** by one node until a moment, its attempt is **in flight** and then **ended**, and its outcome is **recorded**. If
 * the node dies before that, the lease runs out and any node does the work again, so each item is done at least once. An outcome is
 * recorded only under the lease that the item was claimed with, so a node that stalled past its lease changes nothing.
 *
 * Two jobs use the database. Each job runs once at a time, and at most one more run of it waits, however often it is called. The two jobs
 * run side by side, because a commit mostly waits for a disk. **Claim** leases due items while slots are free, commits, and begins their
 * attempts. It is called by `wake` (after a commit, so that usual work waits for no timer), after every attempt, and by a
 * poll, which finds retries that fell due and items that other nodes left. **Record** writes the outcomes of ended attempts.
 *
 * A lease takes a **slot**, and recording its outcome frees the slot: memory stays bounded, even while the database does not answer.
 *
 * `stop` ends the claims, waits for the attempts in flight, then aborts the rest and gives their leases back.
 */
export class LeasedWork<Item extends LeasableWorkItem, Outcome> {
  readonly #queue: LeasedWorkQueue<Item, Outcome>
  /** The items that this node has leased and whose outcome is not recorded yet, by id. */
  readonly #leased = new Map<string, LeasedItem<Item>>()
  #ended: Ended<Item, Outcome>[] = []
  readonly #claims = new CoalescedJob(() => this.#claim())
  readonly #records = new CoalescedJob(() => this.#record())
  /** How many transactions that recorded outcomes have been committed since the start. */
  #recorded = 0
  #poll: NodeJS.Timeout | undefined
  readonly #modes = new ModeWithAllowedChanges<Mode>('ready', ALLOWED)
  #stop: Promise<void> | null = null

  constructor(queue: LeasedWorkQueue<Item, Outcome>) {
    this.#queue = queue
  }

  start(): void {
    this.#modes.become('polling')
    this.#poll = setInterval(() => this.wake(), POLL_MS)
    this.wake()
  }

  /**
   * Claims due items of the queue in the background. To be called after a commit that has added items. Returns at once; repeated calls cost
   * nothing.
   */
  wake(): void {
    runOutsideRequestTrace(() => {
      if (this.#isClaiming) this.#inBackground(this.#claims.run())
      if (this.#ended.length > 0) this.#inBackground(this.#records.run())
    })
  }

  /** The items of the queue, such as deliveries, at which this node is making an attempt. */
  inFlight(): Item[] {
    return [...this.#leased.values()].filter(({ inFlight }) => inFlight).map(({ item }) => item)
  }

  /** Resolves when no item of the queue is due any more. For the test clock. Rejects with the database's error. */
  async drainDue(): Promise<void> {
    for (;;) {
      const before = this.#recorded
      const claimed = await this.#claims.run()
      // An outcome that was recorded during this claim may have made an item due that the claim has not seen.
      if (claimed === 0 && this.#leased.size === 0 && this.#recorded === before) return
      await this.#nextEnd()
      await this.#records.run()
    }
  }

  /**
   * Resolves when every attempt has ended and is recorded. Attempts that are in flight after `graceMs` milliseconds are aborted. The
   * database must still be open. A second call resolves with the first. Never rejects: the database's errors go to `onError`.
   */
  stop(graceMs: number): Promise<void> {
    this.#stop ??= this.#stopIn(graceMs)
    return this.#stop
  }

  async #stopIn(graceMs: number): Promise<void> {
    this.#modes.become('stopping')
    clearInterval(this.#poll)
    const cutOff = setTimeout(() => {
      for (const { attempt } of this.#leased.values()) attempt.abort('interrupted')
    }, graceMs)
    try {
      await this.#claims.run() // waits for the claim that is under way; the next one claims nothing
      while (this.#leased.size > 0) {
        await this.#nextEnd()
        await this.#records.run()
      }
    } catch (error) {
      this.#queue.onError?.(error) // items without a recorded outcome are done again when their lease has run out
    } finally {
      clearTimeout(cutOff)
      this.#modes.become('stopped')
    }
  }

  get #isClaiming(): boolean {
    return this.#modes.current === 'ready' || this.#modes.current === 'polling'
  }

  #inBackground(run: Promise<unknown>): void {
    run.catch((error: unknown) => this.#queue.onError?.(error)) // the next poll tries again
  }

  /**
   * Claims due items of the queue, such as deliveries, and resolves with their number. Null: no slot was free, so it is unknown whether
   * items are due.
   */
  async #claim(): Promise<number | null> {
    const slots = this.#queue.slots - this.#leased.size
    if (!this.#isClaiming) return 0
    if (slots <= 0) return null
    return this.#queue.claim(slots, (items) => this.#begin(items))
  }

  async #begin(items: readonly Item[]): Promise<void> {
    if (this.#isClaiming) for (const item of items) this.#startAttempt(item)
    else if (items.length > 0) await this.#queue.record([], items.map(leaseOfItem))
  }

  async #record(): Promise<void> {
    if (this.#ended.length === 0) return
    const groups = await this.#queue.groups()
    const left = [...Map.groupBy(this.#ended, ({ leased }) => groups.of(leased.item.id)).values()]
    this.#ended = []
    try {
      for (let ended = left[0]; ended !== undefined; ended = left[0]) {
        await this.#recordGroup(ended)
        left.shift()
      }
    } catch (error) {
      this.#ended.unshift(...left.flat())
      throw error
    }
    this.wake()
  }

  async #recordGroup(ended: readonly Ended<Item, Outcome>[]): Promise<void> {
    const outcomes = ended.flatMap(({ leased, outcome }) => (outcome ? [{ ...outcome, lease: leased.lease }] : []))
    const given = ended.flatMap(({ leased, outcome }) => (outcome ? [] : [{ id: leased.item.id, lease: leased.lease }]))
    await this.#queue.record(outcomes, given)
    this.#recorded += 1
    for (const { leased } of ended) if (this.#leased.get(leased.item.id) === leased) this.#leased.delete(leased.item.id)
  }

  #startAttempt(item: Item): void {
    const already = this.#leased.get(item.id)
    if (already?.inFlight) {
      already.lease = item.leasedUntil // the attempt runs longer than its lease: no second attempt begins beside it
      return
    }
    const leased: LeasedItem<Item> = {
      item,
      lease: item.leasedUntil,
      inFlight: true,
      attempt: new AbortController(),
      done: Promise.resolve(),
    }
    this.#leased.set(item.id, leased)
    leased.done = this.#attempt(leased)
  }

  async #attempt(leased: LeasedItem<Item>): Promise<void> {
    const outcome = await this.#queue.attempt(leased.item, leased.attempt)
    leased.inFlight = false
    this.#ended.push({ leased, outcome })
    this.wake()
  }

  /** Resolves when an attempt at an item of the queue has ended and is to be recorded, or when no attempt is in flight. */
  async #nextEnd(): Promise<void> {
    if (this.#ended.length > 0 || this.#leased.size === 0) return
    await Promise.race([...this.#leased.values()].map(({ done }) => done))
  }
}

const leaseOfItem = ({ id, leasedUntil }: LeasableWorkItem): WorkLease => ({ id, lease: leasedUntil })
