import type { Database } from '../store/connection/database.ts'
import {
  countJournalHistoryEntries,
  readJournalHistoryEntries,
  type JournalHistoryEntry,
} from '../store/history/history-pages.ts'
import {
  ledgerCards,
  ledgerCustomers,
  ledgerEvents,
  ledgerCheckpoints,
  ledgerSubscriptions,
  type LedgerCard,
  type LedgerEvent,
  type LedgerCheckpoint,
  type LedgerSubscription,
} from '../store/history/ledger-rows.ts'
import { PolicyReader } from '../store/history/policy-reader.ts'
import { onDatabaseSnapshot, type DatabaseSnapshot } from '../store/connection/snapshot.ts'
import type { AuditKeys } from '../store/audit/audit-macs.ts'
import { eventsKeptFrom } from '../store/due/retention.ts'
import { compareAuditTrails } from './audit/compare-audit.ts'
import { compareCheckpoint } from './compare-checkpoint.ts'
import { compareExpiries } from './compare-expiries.ts'
import { compareLedger } from './compare-ledger.ts'
import { compareOutbox } from './compare-outbox.ts'
import { compareStoredReplies } from './compare-replies.ts'
import { CustomerReplay } from './customer-replay.ts'
import { compareSpendRollups } from './compare-sums.ts'
import type { ReplayDifference } from './replay-difference.ts'
import { PeekableAsyncSource } from './peekable.ts'

export interface DatabaseVerificationOptions {
  /** The keys that show whether the service itself wrote an audit entry, the head of an audit chain or a row. */
  readonly vault: AuditKeys
  /** The customer that is verified. Undefined: all customers. */
  readonly customerId?: string | undefined
  readonly onDifference: (difference: ReplayDifference) => void
  /** Called every 1000 journal entries with the number of entries replayed and the number of all entries. */
  readonly onProgress?: (entries: number, all: number) => void
}

export interface VerificationRunResult {
  readonly customers: number
  /** How many decisions and steps the run has replayed. */
  readonly entries: number
  readonly differences: number
}

const PROGRESS_EVERY = 1000
/** Number of replayed journal entries between two checks whether shards have moved. If they have, the run ends early. */
const CONFIRMED_EVERY = 10_000
/** Maximum number of differences kept until it is certain that no shard has moved. Further differences are only counted. */
const MOST_WITHHELD = 10_000

/**
 * Makes every stored decision again, in the order of its customer's journal, from the state of the database at one moment; it may run
 * beside the service. Compares decisions, steps, events and their deliveries, stored replies, checkpoints and rollups of spend, cards with
 * their expiries, intents, and the periods that purchases took of subscriptions. Where all customers are verified, it also compares the
 * audit trail with the resources that it describes, and checks that each recorded change was possible.
 *
 * On Citus, differences are reported at the end, once it is certain that no shard has moved meanwhile; if one has, the run starts again.
 * Rejects with `ServiceBusyError` where shards keep moving. Reads a page at a time: memory depends on the levels and cards of the largest
 * customer, not on the length of its journal.
 */
export async function verifyDatabase(
  database: Database,
  options: DatabaseVerificationOptions,
): Promise<VerificationRunResult> {
  const { verified, withheld } = await onDatabaseSnapshot(database.pool, async (snapshot) => {
    const differences: ReplayDifference[] = []
    const withhold = (difference: ReplayDifference): void => {
      if (differences.length < MOST_WITHHELD) differences.push(difference)
    }
    const onDifference = snapshot.isSure ? options.onDifference : withhold
    return { verified: await new Run(snapshot, { ...options, onDifference }).all(), withheld: differences }
  })
  for (const difference of withheld) options.onDifference(difference)
  return verified
}

/**
 * A run of `verify`. It reads journal entries, events, cards, checkpoints and subscriptions side by side, all of them in the order of
 * their customers.
 */
class Run {
  readonly #snapshot: DatabaseSnapshot
  readonly #options: DatabaseVerificationOptions
  readonly #policies = new PolicyReader()
  readonly #history: PeekableAsyncSource<JournalHistoryEntry>
  readonly #events: PeekableAsyncSource<LedgerEvent>
  readonly #cards: PeekableAsyncSource<LedgerCard>
  readonly #checkpoints: PeekableAsyncSource<LedgerCheckpoint>
  readonly #subscriptions: PeekableAsyncSource<LedgerSubscription>
  #entries = 0
  #differences = 0

  constructor(snapshot: DatabaseSnapshot, options: DatabaseVerificationOptions) {
    const { customerId } = options
    this.#snapshot = snapshot
    this.#options = options
    this.#history = new PeekableAsyncSource(readJournalHistoryEntries(snapshot, this.#policies, customerId))
    this.#events = new PeekableAsyncSource(ledgerEvents(snapshot, customerId))
    this.#cards = new PeekableAsyncSource(ledgerCards(snapshot, customerId))
    this.#checkpoints = new PeekableAsyncSource(ledgerCheckpoints(snapshot, customerId))
    this.#subscriptions = new PeekableAsyncSource(ledgerSubscriptions(snapshot, customerId))
  }

  async all(): Promise<VerificationRunResult> {
    let customers = 0
    const keptFrom = await eventsKeptFrom(this.#snapshot)
    const all = this.#options.onProgress
      ? await countJournalHistoryEntries(this.#snapshot, this.#options.customerId)
      : 0
    for await (const customer of ledgerCustomers(this.#snapshot, this.#options.customerId)) {
      customers += 1
      await this.#reportOrphansBefore((customerId) => customerId < customer.id)
      const report = (difference: Omit<ReplayDifference, 'customerId'>) =>
        this.#report({ customerId: customer.id, ...difference })
      const replay = new CustomerReplay({
        snapshot: this.#snapshot,
        policies: this.#policies,
        eventsKeptFrom: keptFrom,
        report,
      })
      const isOwn = ({ customer_id }: { customer_id: string | null }) => customer_id === customer.id
      for (;;) {
        const entry = await this.#history.takeIf(({ customerId }) => customerId === customer.id)
        if (entry === undefined) break
        await replay.take(entry, await this.#eventsUpTo(entry))
        for (const checkpoint of await this.#checkpointsUpTo(entry)) compareCheckpoint(report, replay, checkpoint)
        this.#entries += 1
        if (this.#entries % PROGRESS_EVERY === 0) this.#options.onProgress?.(this.#entries, all)
        if (this.#entries % CONFIRMED_EVERY === 0) await this.#snapshot.confirm()
      }
      for (const event of await this.#events.takeWhile(isOwn)) this.#reportOrphan(event.customer_id, event.id)
      for (const beyond of await this.#checkpoints.takeWhile(isOwn)) compareCheckpoint(report, replay, beyond)
      const cards = await this.#cards.takeWhile(isOwn)
      const { slices } = this.#snapshot
      await compareLedger(report, replay, { customer, cards, eventsKeptFrom: keptFrom, slices })
      replay.takenPeriods.compare(report, await this.#subscriptions.takeWhile(isOwn))
    }
    await this.#reportOrphansBefore(() => true)
    const { customerId, vault } = this.#options
    if (customerId === undefined) {
      await compareAuditTrails(this.#snapshot, { vault, report: (difference) => this.#report(difference) })
    }
    const report = (difference: ReplayDifference) => this.#report(difference)
    await compareExpiries(this.#snapshot, { customerId: this.#options.customerId, report })
    await compareSpendRollups(this.#snapshot, { customerId: this.#options.customerId, report })
    await compareOutbox(this.#snapshot, {
      customerId: this.#options.customerId,
      eventsKeptFrom: keptFrom,
      report,
    })
    await compareStoredReplies(this.#snapshot, { customerId: this.#options.customerId, report })
    return { customers, entries: this.#entries, differences: this.#differences }
  }

  /** Takes the stored events of a journal entry. Reports events with earlier sequences as orphans, because they belong to no decision. */
  async #eventsUpTo({ customerId, sequence }: JournalHistoryEntry): Promise<LedgerEvent[]> {
    const events = await this.#events.takeWhile(
      (event) => event.customer_id === customerId && event.sequence <= sequence,
    )
    for (const event of events) if (event.sequence < sequence) this.#reportOrphan(event.customer_id, event.id)
    return events.filter((event) => event.sequence === sequence)
  }

  /** Takes the stored checkpoints of spend up to a journal entry. */
  #checkpointsUpTo({ customerId, sequence }: JournalHistoryEntry): Promise<LedgerCheckpoint[]> {
    return this.#checkpoints.takeWhile((stored) => stored.customer_id === customerId && stored.sequence <= sequence)
  }

  /** Reports journal entries, events and other rows of customers that do not exist. */
  async #reportOrphansBefore(isBefore: (customerId: string) => boolean): Promise<void> {
    const isLeft = ({ customer_id }: { customer_id: string | null }) => isBefore(customer_id ?? '')
    for (;;) {
      const entry = await this.#history.takeIf(({ customerId }) => isBefore(customerId))
      if (entry === undefined) break
      this.#reportOrphan(entry.customerId, entry.transaction.id)
    }
    for (const event of await this.#events.takeWhile(isLeft)) this.#reportOrphan(event.customer_id, event.id)
    for (const card of await this.#cards.takeWhile(isLeft)) this.#reportOrphan(card.customer_id, card.id)
    for (const row of await this.#subscriptions.takeWhile(isLeft)) this.#reportOrphan(row.customer_id, row.id)
    for (const row of await this.#checkpoints.takeWhile(isLeft)) this.#reportOrphan(row.customer_id, row.subject_id)
  }

  #reportOrphan(customerId: string | null, subject: string): void {
    const what = 'it belongs to no decision of a customer'
    this.#report({ customerId: customerId ?? '', sequence: null, subject, what, stored: subject, replayed: null })
  }

  #report(difference: ReplayDifference): void {
    this.#differences += 1
    this.#options.onDifference(difference)
  }
}
