import type { Clock } from '../lib/clock.ts'
import type { BucketScope } from '../store/sharding/groups.ts'
import type { Database } from '../store/connection/database.ts'
import type { Tx } from '../store/connection/db.ts'
import { DueBucketScopes } from '../store/sharding/due-bucket-scopes.ts'
import { type BeginLeasedWorkAttempts, type WorkLease, LeasedWork } from '../lib/traffic/leased-work.ts'
import {
  type DeliveryAttemptRecord,
  type ClaimedDelivery,
  claimDeliveries,
  dueDeliveryQueue,
  sumOfDeliveryBacklogs,
  putOffDeliveries,
  recordDeliveryAttempts,
  releaseDeliveries,
} from '../store/webhooks/delivery-queue.ts'
import { recordFailingWebhooks } from '../store/webhooks/webhook-failures.ts'
import type { Vault } from '../vault/vault.ts'
import { type DeliveryAttemptOutcome, attemptDelivery, type PeopleNotifier } from './attempt.ts'
import { type DeliveryThrottle, unthrottledDeliveries } from '../lib/traffic/delivery-throttle.ts'
import type { ResolveHost } from './resolve.ts'
import { createWebhookRequestSender, type WebhookRequestSender } from './send.ts'

/** How many milliseconds a delivery is leased for: longer than an attempt and its recording can take. */
const LEASE_MS = 30_000
const MAX_SLOTS = 1024
const SHARE_OF_FREE = 1 / 16

export interface DispatcherOptions {
  readonly database: Database
  readonly vault: Vault
  readonly clock: Clock
  /** The bucket scopes in which this node looks for deliveries. Default: all bucket scopes. */
  readonly ownBucketScopes?: () => Promise<readonly BucketScope[]>
  /** Purser's version, for `User-Agent`. */
  readonly version: string
  readonly allowPrivateWebhooks: boolean
  /** Sends mails and messages in Slack. Default: deliveries to people fail with `not_set_up`. */
  readonly notifier?: PeopleNotifier
  /** Lets deliveries wait for the decisions of this node. Default: no throttle. */
  readonly throttle?: DeliveryThrottle
  /** Resolves host names. Default: see `createWebhookRequestSender`. */
  readonly resolve?: ResolveHost
  /** Called after each attempt to send a delivery, before the attempt is recorded. */
  readonly onAttempt?: (delivery: ClaimedDelivery, attempt: { succeeded: boolean; durationMs: number }) => void
  /** Called where the database failed or a secret could not be opened. The work is tried again. */
  readonly onError?: (error: unknown) => void
}

/** The bucket scope that a claim takes deliveries from, and how many it may take. */
interface Room {
  readonly bucketScope: BucketScope
  readonly free: number
  readonly slots: number
}

/**
 * Sends the deliveries to webhooks and to people. Every node runs a dispatcher: `LeasedWork` describes how they share
 * the queue.
 *
 * When deliveries are leased, each receiver may take a sixteenth of the slots that are free, less what it has in flight. So n receivers
 * that do not answer leave 16/(16+n) of all slots to the others.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #sender: WebhookRequestSender
  readonly #work: LeasedWork<ClaimedDelivery, DeliveryAttemptOutcome>
  readonly #due: DueBucketScopes
  #lastWebhook = ''
  /** The timer that claims deliveries again when the throttle permits more. */
  #throttleTimer: NodeJS.Timeout | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#sender = createWebhookRequestSender({ allowPrivate: options.allowPrivateWebhooks, resolve: options.resolve })
    const { database, clock } = options
    const groups = () => database.groups()
    this.#due = new DueBucketScopes({
      groups,
      own: options.ownBucketScopes,
      isDue: (bucketScope) => dueDeliveryQueue.isDue(database.db, bucketScope, clock.now()),
      all: (known) => dueDeliveryQueue.bucketScopesWithDue(database.db, known, clock.now()),
    })
    this.#work = new LeasedWork({
      slots: MAX_SLOTS,
      groups,
      claim: (slots, begin) => this.#claim(slots, begin),
      attempt: (delivery, attempt) => this.#attempt(delivery, attempt),
      record: (records, given) => this.#record(records, given),
      onError: options.onError,
    })
  }

  start(): void {
    this.#work.start()
  }

  /**
   * Announces new deliveries; call it after the commit that stored them. It returns at once, and repeated calls cost
   * nothing. `id`: any id of the deliveries' bucket. Without `id`, a node finds the deliveries when it next looks for due
   * ones.
   */
  wake(id?: string): void {
    if (id !== undefined) this.#due.note(id)
    this.#work.wake()
  }

  /** Sends all deliveries that are due at `clock.now()`. For a clock that tests move. */
  drainDue(): Promise<void> {
    return this.#due.whileDraining(() => this.#work.drainDue())
  }

  /** Unix milliseconds at which the next delivery falls due after now; null: none. For a clock that tests move. */
  nextDueAt(): Promise<number | null> {
    return dueDeliveryQueue.nextDueAt(this.#options.database.db, this.#options.clock.now())
  }

  /** Reads how many deliveries are due in this node's bucket scopes, and for how many milliseconds the oldest of them has waited. */
  async backlog(): Promise<{ pending: number; oldestMs: number }> {
    const { database, clock, ownBucketScopes } = this.#options
    const bucketScopes = (await ownBucketScopes?.()) ?? (await database.groups()).bucketScopes
    const now = clock.now()
    const { pending, oldestDueAt } = await sumOfDeliveryBacklogs(database.db, bucketScopes, now)
    return { pending, oldestMs: Math.max(0, now - (oldestDueAt ?? now)) }
  }

  /**
   * Stops claiming deliveries, waits up to `graceMs` for attempts in flight, then interrupts them. The database must still be
   * open.
   */
  async stop(graceMs = 5000): Promise<void> {
    if (this.#throttleTimer) clearTimeout(this.#throttleTimer)
    await this.#work.stop(graceMs)
    await this.#sender.close()
    this.#options.notifier?.close()
  }

  async #claim(slots: number, begin: BeginLeasedWorkAttempts<ClaimedDelivery>): Promise<number> {
    const { database, clock, throttle = unthrottledDeliveries } = this.#options
    const free = Math.min(slots, throttle.left())
    if (free <= 0) {
      this.#claimIn(throttle.waitMs())
      return 0
    }
    const claimed: ClaimedDelivery[] = []
    const bucketScopes = await this.#due.take()
    for (const [index, bucketScope] of bucketScopes.entries()) {
      if (claimed.length >= free) {
        this.#due.putBack(bucketScopes.slice(Math.max(0, index - 1))) // the last bucket scope may have further deliveries
        break
      }
      const room = { bucketScope, free: free - claimed.length, slots: slots - claimed.length }
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
    this.#throttleTimer ??= setTimeout(() => {
      this.#throttleTimer = null
      this.#work.wake()
    }, ms)
  }

  async #lease(tx: Tx, { bucketScope, free, slots }: Room): Promise<ClaimedDelivery[]> {
    const now = this.#options.clock.now()
    const claimed = await claimDeliveries(tx, {
      bucketScope,
      now,
      leaseMs: LEASE_MS,
      free,
      share: Math.max(1, Math.floor(slots * SHARE_OF_FREE)),
      inFlight: this.#inFlight(),
      after: this.#lastWebhook,
    })
    const unsent = claimed.filter(({ sending }) => sending === null)
    const dead = unsent.filter(({ putOffUntil }) => putOffUntil === null)
    if (dead.length > 0) await releaseDeliveries(tx, dead.map(leaseOfClaimed), now)
    const putOff = unsent.flatMap(({ putOffUntil: until, ...one }) =>
      until === null ? [] : [{ ...leaseOfClaimed(one), until }],
    )
    if (putOff.length > 0) await putOffDeliveries(tx, putOff)
    return claimed
  }

  async #attempt(delivery: ClaimedDelivery, attempt: AbortController): Promise<DeliveryAttemptOutcome | null> {
    const outcome = await attemptDelivery({ delivery, attempt }, this.#sender, { notifier: null, ...this.#options })
    if (outcome) {
      const { status, duration_ms: durationMs } = outcome
      this.#options.onAttempt?.(delivery, { succeeded: status === 'succeeded', durationMs })
    }
    this.#due.note(delivery.id) // a slot is free for the next delivery
    return outcome
  }

  #record(records: readonly DeliveryAttemptRecord[], given: readonly WorkLease[]): Promise<void> {
    return this.#options.database.transaction(async (tx) => {
      if (records.length > 0) {
        await recordDeliveryAttempts(tx, records)
        await recordFailingWebhooks(tx, records)
      }
      if (given.length > 0) await releaseDeliveries(tx, given, null)
    })
  }

  /** Counts the deliveries in flight of each webhook, by the webhook's id. */
  #inFlight(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { webhookId } of this.#work.inFlight()) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1)
    return counts
  }
}

const leaseOfClaimed = ({ id, leasedUntil }: Pick<ClaimedDelivery, 'id' | 'leasedUntil'>): WorkLease => ({
  id,
  lease: leasedUntil,
})
