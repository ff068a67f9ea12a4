import type { Clock } from '../lib/clock.ts'
import { inGroups, type Part } from '../lib/groups.ts'
import type { Database, Tx } from '../store/database.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type Lease,
  nextDueAt,
  partsWithDue,
  recordAttempts,
  releaseDeliveries,
} from '../store/delivery-queue.ts'
import type { Vault } from '../vault/vault.ts'
import { type AttemptOutcome, makeAttempt, type Notifier } from './attempt.ts'
import { Coalesced } from '../lib/coalesced.ts'
import { type DeliveryThrottle, unthrottled } from './delivery-throttle.ts'
import type { Resolve } from './resolve.ts'
import { createSender, type Sender } from './send.ts'

/** Longer than an attempt can take, with time to record it. */
const LEASE_MS = 30_000
/** Retries are minutes apart: a second late is on time. */
const POLL_MS = 1000
const MAX_PLACES = 1024
const SHARE_OF_FREE = 1 / 16

export interface DispatcherOptions {
  readonly database: Database
  readonly vault: Vault
  readonly clock: Clock
  /** Purser's own, for `User-Agent`. */
  readonly version: string
  readonly allowPrivateWebhooks: boolean
  /** Tells people: mails, and messages in Slack. Default: what goes to them is not sent from here. */
  readonly notifier?: Notifier
  /** Towards the decisions of this node. Default: none. */
  readonly throttle?: DeliveryThrottle
  /** Looks up host names. Default: see `createSender`. */
  readonly resolve?: Resolve
  /** After each attempt, before it is recorded. */
  readonly onAttempt?: (delivery: ClaimedDelivery, attempt: { succeeded: boolean; durationMs: number }) => void
  /** The database failed, or a secret could not be opened; the work is tried again. */
  readonly onError?: (error: unknown) => void
}

interface Leased {
  readonly delivery: ClaimedDelivery
  /** Token of the lease; moves on where this node leases again what it still holds. */
  lease: number
  inFlight: boolean
  readonly attempt: AbortController
  /** Resolves when the attempt has ended. */
  done: Promise<void>
}

/** What a claim may take, and where. */
interface Room {
  readonly part: Part
  readonly free: number
  readonly places: number
}

/** Without an outcome the attempt was cut off: its lease is given back. */
interface Ended {
  readonly leased: Leased
  readonly outcome: AttemptOutcome | null
}

/**
 * Sends the deliveries of webhooks, notifications and letters. Every node runs one; they share the queue in the database and nothing else.
 *
 * A delivery that is due is **leased** by one node until a time, **in flight**, **ended**, and **recorded**. If the node
 * dies before it is recorded, the lease runs out and any node sends it again: at least once. A record is taken only under
 * the lease it was claimed with, so a node that was stalled past its lease changes nothing.
 *
 * Two jobs work on the database, each one at a time and with at most one more run waiting, however often it is asked for.
 * They overlap, because a commit is waiting for a disk and not work. **Claim**: lease what is due and has a place here,
 * commit, send. It is asked for by `wake` (after a commit, so the usual delivery waits for no timer), by every attempt
 * that ends, and by a poll, which finds retries that fell due and what other nodes left. **Record**: write what has ended.
 *
 * A **place** is taken by a lease and freed by its record: memory is bounded, also while the database is away. Each
 * receiver may take a sixteenth of the places that are free at that moment, less what it has in flight. A receiver that
 * hangs gets 64 at first, and ever fewer the more of them there are: n of them leave 16/(16+n) of all places to the others.
 *
 * `stop` ends the claiming, waits for what is in flight, then cuts off the rest and gives its leases back.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #sender: Sender
  /** By delivery id: leased by this node and not yet recorded. */
  readonly #leased = new Map<string, Leased>()
  #ended: Ended[] = []
  #lastWebhook = ''
  readonly #claims = new Coalesced(() => this.#claim())
  readonly #records = new Coalesced(() => this.#record())
  #poll: NodeJS.Timeout | null = null
  #stopping = false

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#sender = createSender({ allowPrivate: options.allowPrivateWebhooks, resolve: options.resolve })
  }

  start(): void {
    this.#poll = setInterval(() => this.wake(), POLL_MS)
    this.wake()
  }

  /** Deliveries may wait: call it after the commit that made them. Returns at once, costs nothing when repeated. */
  wake(): void {
    if (!this.#stopping) this.#inBackground(this.#claims.run())
    if (this.#ended.length > 0) this.#inBackground(this.#records.run())
  }

  /** Sends everything that is due at `clock.now()`. For a clock that is moved by hand. */
  async drainDue(): Promise<void> {
    for (;;) {
      const claimed = await this.#claims.run()
      await this.#nextEnd()
      await this.#records.run()
      if (claimed === 0 && this.#leased.size === 0) return
    }
  }

  /** When the next delivery after now falls due. For such a clock too. */
  nextDueAt(): Promise<number | null> {
    return nextDueAt(this.#options.database.db, this.#options.clock.now())
  }

  /** After `graceMs` what is still in flight is cut off. The database must still be open. */
  async stop(graceMs = 5000): Promise<void> {
    this.#stopping = true
    if (this.#poll) clearInterval(this.#poll)
    const cutOff = setTimeout(() => {
      for (const { attempt } of this.#leased.values()) attempt.abort('interrupted')
    }, graceMs)
    try {
      await this.#claims.run() // the one that runs has come to its end
      while (this.#leased.size > 0) {
        await this.#nextEnd()
        await this.#records.run()
      }
    } catch (error) {
      this.#options.onError?.(error) // what could not be recorded is sent again when its lease has run out
    } finally {
      clearTimeout(cutOff)
      await this.#sender.close()
      this.#options.notifier?.close()
    }
  }

  #inBackground(run: Promise<unknown>): void {
    run.catch((error: unknown) => this.#options.onError?.(error)) // the poll tries again
  }

  /** Answers how many were due and had a place. */
  async #claim(): Promise<number> {
    const { database, throttle = unthrottled } = this.#options
    const places = MAX_PLACES - this.#leased.size
    const free = Math.min(places, throttle.left())
    if (this.#stopping || free <= 0) return 0
    const claimed: ClaimedDelivery[] = []
    for (const part of await partsWithDue(database.db, await database.groups(), this.#options.clock.now())) {
      if (claimed.length >= free) break
      const room = { part, free: free - claimed.length, places: places - claimed.length }
      claimed.push(...(await this.#claimIn(room)))
    }
    this.#lastWebhook = claimed.reduce((last, { webhookId }) => (webhookId > last ? webhookId : last), '')
    return claimed.length
  }

  /** What was claimed is sent. */
  async #claimIn(room: Room): Promise<ClaimedDelivery[]> {
    const { database, throttle = unthrottled } = this.#options
    const claimed = await database.transaction((tx) => this.#lease(tx, room))
    throttle.began(claimed.length)
    if (this.#stopping) {
      await this.#release(claimed.map(leaseOfClaimed))
      return []
    }
    for (const delivery of claimed) if (delivery.sending !== null) this.#hold(delivery)
    return claimed
  }

  #release(leases: readonly Lease[]): Promise<void> {
    return this.#options.database.transaction((tx) => releaseDeliveries(tx, leases, null))
  }

  async #lease(tx: Tx, { part, free, places }: Room): Promise<ClaimedDelivery[]> {
    const now = this.#options.clock.now()
    const claimed = await claimDeliveries(tx, {
      part,
      now,
      leaseMs: LEASE_MS,
      free,
      share: Math.max(1, Math.floor(places * SHARE_OF_FREE)),
      inFlight: this.#inFlight(),
      after: this.#lastWebhook,
    })
    const dead = claimed.filter(({ sending }) => sending === null)
    if (dead.length > 0) await releaseDeliveries(tx, dead.map(leaseOfClaimed), now)
    return claimed
  }

  async #record(): Promise<void> {
    if (this.#ended.length === 0) return
    const groups = await this.#options.database.groups()
    const left = inGroups(groups, this.#ended, ({ leased }) => leased.delivery.id)
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

  async #recordGroup(ended: readonly Ended[]): Promise<void> {
    const records = ended.flatMap(({ leased, outcome }) => (outcome ? [{ ...outcome, lease: leased.lease }] : []))
    const given = ended.flatMap(({ leased, outcome }) => (outcome ? [] : [leaseOf(leased)]))
    await this.#options.database.transaction(async (tx) => {
      if (records.length > 0) await recordAttempts(tx, records)
      if (given.length > 0) await releaseDeliveries(tx, given, null)
    })
    for (const { leased } of ended)
      if (this.#leased.get(leased.delivery.id) === leased) this.#leased.delete(leased.delivery.id)
  }

  #hold(delivery: ClaimedDelivery): void {
    const already = this.#leased.get(delivery.id)
    if (already?.inFlight) {
      already.lease = delivery.leasedUntil // its attempt outlived the lease: one attempt at a time
      return
    }
    const leased: Leased = {
      delivery,
      lease: delivery.leasedUntil,
      inFlight: true,
      attempt: new AbortController(),
      done: Promise.resolve(),
    }
    this.#leased.set(delivery.id, leased)
    leased.done = this.#attempt(leased)
  }

  async #attempt(leased: Leased): Promise<void> {
    const outcome = await makeAttempt(leased, this.#sender, { notifier: null, ...this.#options })
    if (outcome) {
      const { status, duration_ms: durationMs } = outcome
      this.#options.onAttempt?.(leased.delivery, { succeeded: status === 'succeeded', durationMs })
    }
    leased.inFlight = false
    this.#ended.push({ leased, outcome })
    this.wake()
  }

  /** Until an attempt has ended that is not yet recorded, or nothing is in flight. */
  async #nextEnd(): Promise<void> {
    if (this.#ended.length > 0 || this.#leased.size === 0) return
    await Promise.race([...this.#leased.values()].map(({ done }) => done))
  }

  /** By webhook. */
  #inFlight(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { delivery, inFlight } of this.#leased.values()) {
      if (inFlight) counts.set(delivery.webhookId, (counts.get(delivery.webhookId) ?? 0) + 1)
    }
    return counts
  }
}

const leaseOf = ({ delivery, lease }: Leased): Lease => ({ id: delivery.id, lease })
const leaseOfClaimed = ({ id, leasedUntil }: ClaimedDelivery): Lease => ({ id, lease: leasedUntil })
