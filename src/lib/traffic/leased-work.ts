import { Coalesced } from './coalesced.ts'
import { Modes } from './modes.ts'

/** What waits is looked for so often: what falls due a second late is on time. */
const POLL_MS = 1000

/** Something that this node may do until its lease ends. */
export interface Leasable {
  readonly id: string
  /** Until when it is ours; also the token that recording shows. Unix milliseconds. */
  readonly leasedUntil: number
}

export interface Lease {
  readonly id: string
  readonly lease: number
}

/** Takes what was leased and committed; where the work is being stopped it gives the leases back. */
export type Begin<Item> = (items: readonly Item[]) => Promise<void>

/** A queue in the database, and what is done with what it gives. */
export interface LeasedQueue<Item extends Leasable, Outcome> {
  /** Outcomes may be recorded in one transaction where their ids are of one group. */
  groups(): Promise<{ of(id: string): number }>
  /**
   * Leases what is due, so much at most, commits, and hands it over, as often as it takes. Answers how many were due and had a place,
   * those included that there is nothing to do for.
   */
  claim(places: number, begin: Begin<Item>): Promise<number>
  /** Never rejects. Null where it was interrupted: then nothing is known of it. The caller ends it by `attempt.abort`. */
  attempt(item: Item, attempt: AbortController): Promise<Outcome | null>
  /** Writes outcomes, and gives back the leases of what was interrupted, in one transaction: all are of one group. */
  record(outcomes: readonly (Outcome & { readonly lease: number })[], given: readonly Lease[]): Promise<void>
  readonly places: number
  /** The database failed; the work is tried again. */
  readonly onError?: ((error: unknown) => void) | undefined
}

interface Held<Item> {
  readonly item: Item
  /** Token of the lease; moves on where this node leases again what it still holds. */
  lease: number
  inFlight: boolean
  readonly attempt: AbortController
  /** Resolves when the attempt has ended. */
  done: Promise<void>
}

/** Without an outcome the attempt was cut off: its lease is given back. */
interface Ended<Item, Outcome> {
  readonly held: Held<Item>
  readonly outcome: Outcome | null
}

/** `ready`: claims where it is asked to. `polling`: claims by itself as well. `stopping`: claims no more, and ends what it holds. */
type Mode = 'ready' | 'polling' | 'stopping' | 'stopped'
const ALLOWED: Readonly<Record<Mode, readonly Mode[]>> = {
  ready: ['polling', 'stopping'],
  polling: ['stopping'],
  stopping: ['stopped'],
  stopped: [],
}

/**
 * Works through a queue that all nodes share in the database, and nothing else.
 *
 * What is due is **leased** by one node until a time, **in flight**, **ended**, and **recorded**. If the node dies before it is
 * recorded, the lease runs out and any node does it again: at least once. A record is taken only under the lease it was claimed
 * with, so a node that was stalled past its lease changes nothing.
 *
 * Two jobs work on the database, each one at a time and with at most one more run waiting, however often it is asked for.
 * They overlap, because a commit is waiting for a disk and not work. **Claim**: lease what is due and has a place here,
 * commit, begin. It is asked for by `wake` (after a commit, so the usual work waits for no timer), by every attempt
 * that ends, and by a poll, which finds retries that fell due and what other nodes left. **Record**: write what has ended.
 *
 * A **place** is taken by a lease and freed by its record: memory is bounded, also while the database is away.
 *
 * `stop` ends the claiming, waits for what is in flight, then cuts off the rest and gives its leases back.
 */
export class LeasedWork<Item extends Leasable, Outcome> {
  readonly #queue: LeasedQueue<Item, Outcome>
  /** By id: leased by this node and not yet recorded. */
  readonly #held = new Map<string, Held<Item>>()
  #ended: Ended<Item, Outcome>[] = []
  readonly #claims = new Coalesced(() => this.#claim())
  readonly #records = new Coalesced(() => this.#record())
  /** How often something was, ever. */
  #recorded = 0
  #poll: NodeJS.Timeout | undefined
  readonly #modes = new Modes<Mode>('ready', ALLOWED)
  #stop: Promise<void> | null = null

  constructor(queue: LeasedQueue<Item, Outcome>) {
    this.#queue = queue
  }

  start(): void {
    this.#modes.become('polling')
    this.#poll = setInterval(() => this.wake(), POLL_MS)
    this.wake()
  }

  /** Something may wait: call it after the commit that made it. Returns at once, costs nothing when repeated. */
  wake(): void {
    if (this.#isClaiming) this.#inBackground(this.#claims.run())
    if (this.#ended.length > 0) this.#inBackground(this.#records.run())
  }

  inFlight(): Item[] {
    return [...this.#held.values()].filter(({ inFlight }) => inFlight).map(({ item }) => item)
  }

  /** Does everything that is due now. For a clock that is moved by hand. */
  async drainDue(): Promise<void> {
    for (;;) {
      const before = this.#recorded
      const claimed = await this.#claims.run()
      // What was recorded meanwhile, whoever had begun it, may have made something due that this claim has not seen.
      if (claimed === 0 && this.#held.size === 0 && this.#recorded === before) return
      await this.#nextEnd()
      await this.#records.run()
    }
  }

  /** After `graceMs` what is still in flight is cut off. The database must still be open. Asked again, it is the same stop. */
  stop(graceMs: number): Promise<void> {
    this.#stop ??= this.#stopIn(graceMs)
    return this.#stop
  }

  async #stopIn(graceMs: number): Promise<void> {
    this.#modes.become('stopping')
    clearInterval(this.#poll)
    const cutOff = setTimeout(() => {
      for (const { attempt } of this.#held.values()) attempt.abort('interrupted')
    }, graceMs)
    try {
      await this.#claims.run() // the one that runs has come to its end
      while (this.#held.size > 0) {
        await this.#nextEnd()
        await this.#records.run()
      }
    } catch (error) {
      this.#queue.onError?.(error) // what could not be recorded is done again when its lease has run out
    } finally {
      clearTimeout(cutOff)
      this.#modes.become('stopped')
    }
  }

  get #isClaiming(): boolean {
    return this.#modes.current === 'ready' || this.#modes.current === 'polling'
  }

  #inBackground(run: Promise<unknown>): void {
    run.catch((error: unknown) => this.#queue.onError?.(error)) // the poll tries again
  }

  /** How many were due and had a place; null: there was no place, and nobody knows. */
  async #claim(): Promise<number | null> {
    const places = this.#queue.places - this.#held.size
    if (!this.#isClaiming) return 0
    if (places <= 0) return null
    return this.#queue.claim(places, (items) => this.#begin(items))
  }

  async #begin(items: readonly Item[]): Promise<void> {
    if (this.#isClaiming) for (const item of items) this.#hold(item)
    else if (items.length > 0) await this.#queue.record([], items.map(leaseOfItem))
  }

  async #record(): Promise<void> {
    if (this.#ended.length === 0) return
    const groups = await this.#queue.groups()
    const left = [...Map.groupBy(this.#ended, ({ held }) => groups.of(held.item.id)).values()]
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
    const outcomes = ended.flatMap(({ held, outcome }) => (outcome ? [{ ...outcome, lease: held.lease }] : []))
    const given = ended.flatMap(({ held, outcome }) => (outcome ? [] : [{ id: held.item.id, lease: held.lease }]))
    await this.#queue.record(outcomes, given)
    this.#recorded += 1
    for (const { held } of ended) if (this.#held.get(held.item.id) === held) this.#held.delete(held.item.id)
  }

  #hold(item: Item): void {
    const already = this.#held.get(item.id)
    if (already?.inFlight) {
      already.lease = item.leasedUntil // its attempt outlived the lease: one attempt at a time
      return
    }
    const held: Held<Item> = {
      item,
      lease: item.leasedUntil,
      inFlight: true,
      attempt: new AbortController(),
      done: Promise.resolve(),
    }
    this.#held.set(item.id, held)
    held.done = this.#attempt(held)
  }

  async #attempt(held: Held<Item>): Promise<void> {
    const outcome = await this.#queue.attempt(held.item, held.attempt)
    held.inFlight = false
    this.#ended.push({ held, outcome })
    this.wake()
  }

  /** Until an attempt has ended that is not yet recorded, or nothing is in flight. */
  async #nextEnd(): Promise<void> {
    if (this.#ended.length > 0 || this.#held.size === 0) return
    await Promise.race([...this.#held.values()].map(({ done }) => done))
  }
}

const leaseOfItem = ({ id, leasedUntil }: Leasable): Lease => ({ id, lease: leasedUntil })
