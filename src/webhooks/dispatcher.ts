import type { Clock } from '../lib/clock.ts'
import type { Part } from '../store/sharding/groups.ts'
import type { Database } from '../store/connection/database.ts'
import type { Tx } from '../store/connection/db.ts'
import { DueParts } from '../store/sharding/due-parts.ts'
import { type Begin, type Lease, LeasedWork } from '../lib/traffic/leased-work.ts'
import {
  type AttemptRecord,
  type ClaimedDelivery,
  claimDeliveries,
  dueDeliveries,
  readBacklog,
  recordAttempts,
  releaseDeliveries,
} from '../store/webhooks/delivery-queue.ts'
import { recordFailing } from '../store/webhooks/webhook-failures.ts'
import type { Vault } from '../vault/vault.ts'
import { type AttemptOutcome, makeAttempt, type Notifier } from './attempt.ts'
import { type DeliveryThrottle, unthrottled } from '../lib/traffic/delivery-throttle.ts'
import type { Resolve } from './resolve.ts'
import { createSender, type Sender } from './send.ts'

/** Longer than an attempt can take, with time to record it. */
const LEASE_MS = 30_000
const MAX_PLACES = 1024
const SHARE_OF_FREE = 1 / 16

export interface DispatcherOptions {
  readonly database: Database
  readonly vault: Vault
  readonly clock: Clock
  /** What this node looks through. Default: everything. */
  readonly ownParts?: () => Promise<readonly Part[]>
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

/** What a claim may take, and where. */
interface Room {
  readonly part: Part
  readonly free: number
  readonly places: number
}

/**
 * Sends the deliveries of webhooks, notifications and letters. Every node runs one: see `LeasedWork`, which says how they share the
 * queue.
 *
 * Each receiver may take a sixteenth of the places that are free at that moment, less what it has in flight. A receiver that
 * hangs gets 64 at first, and ever fewer the more of them there are: n of them leave 16/(16+n) of all places to the others.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #sender: Sender
  readonly #work: LeasedWork<ClaimedDelivery, AttemptOutcome>
  readonly #due: DueParts
  #lastWebhook = ''
  /** Claims once the throttle lets more begin. */
  #putOff: NodeJS.Timeout | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#sender = createSender({ allowPrivate: options.allowPrivateWebhooks, resolve: options.resolve })
    const { database, clock } = options
    const groups = () => database.groups()
    this.#due = new DueParts({
      groups,
      own: options.ownParts,
      isDue: (part) => dueDeliveries.isDue(database.db, part, clock.now()),
      all: (known) => dueDeliveries.partsWithDue(database.db, known, clock.now()),
    })
    this.#work = new LeasedWork({
      places: MAX_PLACES,
      groups,
      claim: (places, begin) => this.#claim(places, begin),
      attempt: (delivery, attempt) => this.#attempt(delivery, attempt),
      record: (records, given) => this.#record(records, given),
      onError: options.onError,
    })
  }

  start(): void {
    this.#work.start()
  }

  /**
   * Deliveries may wait: call it after the commit that made them. Returns at once, costs nothing when repeated. `id`: whose they are;
   * absent: they are found where this node or another one looks.
   */
  wake(id?: string): void {
    if (id !== undefined) this.#due.note(id)
    this.#work.wake()
  }

  /** Sends everything that is due at `clock.now()`. For a clock that is moved by hand. */
  drainDue(): Promise<void> {
    return this.#due.whileDraining(() => this.#work.drainDue())
  }

  /** When the next delivery after now falls due. For such a clock too. */
  nextDueAt(): Promise<number | null> {
    return dueDeliveries.nextDueAt(this.#options.database.db, this.#options.clock.now())
  }

  /** What is due where this node looks: how many deliveries, and how long the oldest of them has waited, in milliseconds. */
  async backlog(): Promise<{ pending: number; oldestMs: number }> {
    const { database, clock, ownParts } = this.#options
    const parts = (await ownParts?.()) ?? (await database.groups()).parts
    const now = clock.now()
    let backlog = { pending: 0, oldestMs: 0 }
    for (const part of parts) {
      const { pending, oldestDueAt } = await readBacklog(database.db, part, now)
      const oldestMs = Math.max(backlog.oldestMs, now - (oldestDueAt ?? now))
      backlog = { pending: backlog.pending + pending, oldestMs }
    }
    return backlog
  }

  /** After `graceMs` what is still in flight is cut off. The database must still be open. */
  async stop(graceMs = 5000): Promise<void> {
    if (this.#putOff) clearTimeout(this.#putOff)
    await this.#work.stop(graceMs)
    await this.#sender.close()
    this.#options.notifier?.close()
  }

  async #claim(places: number, begin: Begin<ClaimedDelivery>): Promise<number> {
    const { database, clock, throttle = unthrottled } = this.#options
    const free = Math.min(places, throttle.left())
    if (free <= 0) {
      this.#claimIn(throttle.waitMs())
      return 0
    }
    const claimed: ClaimedDelivery[] = []
    const parts = await this.#due.take()
    for (const [index, part] of parts.entries()) {
      if (claimed.length >= free) {
        this.#due.putBack(parts.slice(Math.max(0, index - 1))) // the last one may have more
        break
      }
      const room = { part, free: free - claimed.length, places: places - claimed.length }
      const leased = await database.transaction((tx) => this.#lease(tx, room))
      await begin(leased.filter(({ sending }) => sending !== null))
      claimed.push(...leased)
    }
    const now = clock.now()
    throttle.claimed({ waitedMs: claimed.reduce((most, { dueAt }) => Math.max(most, now - dueAt), 0) })
    this.#lastWebhook = claimed.reduce((last, { webhookId }) => (webhookId > last ? webhookId : last), '')
    return claimed.length
  }

  #claimIn(ms: number): void {
    this.#putOff ??= setTimeout(() => {
      this.#putOff = null
      this.#work.wake()
    }, ms)
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

  async #attempt(delivery: ClaimedDelivery, attempt: AbortController): Promise<AttemptOutcome | null> {
    const outcome = await makeAttempt({ delivery, attempt }, this.#sender, { notifier: null, ...this.#options })
    if (outcome) {
      const { status, duration_ms: durationMs } = outcome
      this.#options.onAttempt?.(delivery, { succeeded: status === 'succeeded', durationMs })
    }
    this.#due.note(delivery.id) // there is a place for the next one
    return outcome
  }

  #record(records: readonly AttemptRecord[], given: readonly Lease[]): Promise<void> {
    return this.#options.database.transaction(async (tx) => {
      if (records.length > 0) {
        await recordAttempts(tx, records)
        await recordFailing(tx, records)
      }
      if (given.length > 0) await releaseDeliveries(tx, given, null)
    })
  }

  /** By webhook. */
  #inFlight(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { webhookId } of this.#work.inFlight()) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1)
    return counts
  }
}

const leaseOfClaimed = ({ id, leasedUntil }: ClaimedDelivery): Lease => ({ id, lease: leasedUntil })
