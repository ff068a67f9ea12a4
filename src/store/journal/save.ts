import type { BatchChanges } from '../../domain/batch/changes.ts'
import { transactionFlagsAtDecision } from '../../domain/transactions/at-authorization.ts'
import { decisionEventId, decisionEventType } from '../../domain/batch/decision-event.ts'
import type { TransactionState } from '../../domain/transactions/transaction.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { IdMaker } from '../../lib/ids.ts'
import {
  deliveriesOf,
  eventQueries,
  insertDeliveries,
  type NewOutboxEvent,
  type OutboxRows,
  outboxRows,
  type EventSubscriber,
} from '../outbox/outbox.ts'
import { type PolicyVersions, policyVersionColumns, type StoredPolicyVersion } from '../customers/policy-versions.ts'
import { transactionStepsTable } from '../rows/transaction-steps.ts'
import { transactionsTable } from '../rows/transactions.ts'
import { cardQueries, newCardQueries } from '../cards/card-queries.ts'
import { journalEntriesAppendedByBatch, type AppendedJournalEntries, checkpointQueries } from './checkpoint.ts'
import { makeBatchDecisionRows } from './decision-rows.ts'
import { insertNetworkFactQueries } from './facts.ts'
import { intentQueries } from './intents.ts'
import type { LoadedBatch } from './load.ts'
import type { SqlQuery } from '../statements/query.ts'
import { rowInsertWriter, rowUpdateWriter } from '../statements/write.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'

/** A loaded batch with the changes that its commands make. */
export interface ChangedBatch extends LoadedBatch {
  readonly changes: BatchChanges
}

/** The statements that save a batch, and what the node has to remember once they are committed. */
export interface SavedBatch {
  readonly appended: readonly AppendedJournalEntries[]
  /** The statements that save the batch. They are sent together. */
  readonly queries: readonly SqlQuery[]
  /** The next version of each customer whose cards or intents the batch has changed. */
  readonly versions: ReadonlyMap<string, string>
  /** How many webhook deliveries the statements insert. */
  readonly deliveries: number
  /** The policy versions that the batch's statements insert. They are only stored once the batch is committed. */
  readonly policyVersions: readonly StoredPolicyVersion[]
}

export interface BatchSaveDeps {
  readonly ids: IdMaker
  readonly policyVersions: PolicyVersions
}

/**
 * Makes the statements that save all changes of a batch, one statement for each table and kind of write. Most batches decide purchases
 * alone, and the rest is only looked at where there is some of it.
 */
export function saveBatch({ ids, policyVersions }: BatchSaveDeps, batch: ChangedBatch): SavedBatch {
  const { set, changes, subscribers } = batch
  const added = rowsOf(changes.newTransactions, set.transactions)
  const changed = rowsOf(changes.changedTransactions, set.transactions)
  const decisions = makeBatchDecisionRows(changes, policyVersions)
  const versions = nextVersions(ids, batch)
  const outbox = changes.events.length > 0 ? outboxRows(ids, eventsOf(changes), subscribers) : noEvents
  const deliveries = [...decisionDeliveries(ids, added, subscribers), ...outbox.deliveries]
  const appended = journalEntriesAppendedByBatch(batch)
  const queries = [
    ...insertVersions(decisions.versions),
    ...insertTransactions(added.map((transaction) => ({ ...transaction, ...decisions.of(transaction.id) }))),
    ...insertSteps(decisions.steps),
    ...updateTransactions(changed),
    ...insertNetworkFactQueries(changes.facts),
    ...checkpointQueries(appended),
    ...updateCustomers([...versions].map(([id, version]) => ({ bucket: bucketOfId(id), id, version }))),
    ...(changes.newCards.length > 0 ? newCardQueries(changes.newCards) : []),
    ...(changes.cards.size > 0 ? cardQueries([...changes.cards.values()]) : []),
    ...eventQueries(outbox.events),
    ...(changeIntents(changes) ? intentQueries(changes) : []),
    ...(changes.takenPeriods.size + changes.exceeded.size > 0 ? subscriptionQueries(changes) : []),
    ...insertDeliveries(deliveries),
  ]
  return { appended, queries, versions, deliveries: deliveries.length, policyVersions: decisions.versions }
}

const noEvents: OutboxRows = { events: [], deliveries: [] }

const changeIntents = ({ intents, newIntents, changedIntents, newApprovals }: BatchChanges): boolean =>
  intents.length + newIntents.length + changedIntents.size + newApprovals.length > 0

/** Lists the batch's events. An event about a journal entry gets the entry's id. */
function eventsOf({ entries, events }: BatchChanges): NewOutboxEvent[] {
  const ids = new Map(entries.map(({ customerId, sequence, id }) => [`${customerId} ${sequence}`, id]))
  return events.map((event) => {
    const entryId = event.sequence === undefined ? undefined : ids.get(`${event.customerId} ${event.sequence}`)
    return entryId === undefined ? event : { ...event, entryId }
  })
}

/** Makes the deliveries of the decisions' own events, which are not stored: see `decision-event.ts`. */
function decisionDeliveries(ids: IdMaker, added: readonly TransactionState[], subscribers: readonly EventSubscriber[]) {
  if (subscribers.length === 0) return []
  return added
    .filter(({ type }) => type === 'authorization')
    .flatMap((transaction) => {
      const { id, accountId, createdAt } = transaction
      const data = { flags: transactionFlagsAtDecision(transaction) }
      const event = { id: decisionEventId(id), accountId, type: decisionEventType(transaction), at: createdAt, data }
      return deliveriesOf(ids, event, subscribers)
    })
}

/**
 * Makes a new version for each customer whose cards or intents the batch changes, so that every other node reads the configuration again.
 */
function nextVersions(ids: IdMaker, { set, changes }: ChangedBatch): Map<string, string> {
  const cards = rowsOf(new Set([...changes.cards.keys(), ...changes.intentCards]), set.cards)
  const customers = new Set(cards.map(({ customerId }) => customerId))
  return new Map([...customers].map((id) => [id, ids('ver', bucketOfId(id))]))
}

const rowsOf = <T>(ids: Iterable<string>, items: ReadonlyMap<string, T>): T[] =>
  [...ids].map((id) => assertPresent(items.get(id), 'what changed is in the working set'))

const insertVersions = rowInsertWriter('policy_versions', policyVersionColumns, 'on conflict (hash, bucket) do nothing')
const insertTransactions = transactionsTable.inserting()
const updateTransactions = transactionsTable.updating()
const insertSteps = transactionStepsTable.inserting()

const updateCustomers = rowUpdateWriter<{ bucket: number; id: string; version: string }>('customers', {
  bucket: 'smallint',
  id: 'word',
  version: 'word',
})

/** Makes the statements that save what the purchases of a batch did to subscriptions. There are none for a batch without subscriptions. */
const subscriptionQueries = ({ takenPeriods, exceeded }: BatchChanges): SqlQuery[] => [
  ...updateTaken([...takenPeriods].map(([id, taken]) => ({ id, taken }))),
  ...updateExceeded([...exceeded].map(([id, purchase]) => ({ id, exceeded: purchase }))),
]

const updateTaken = subscriptionsTable.updating(['takenFrom', 'takenBy'], 'taken-periods')
const updateExceeded = subscriptionsTable.updating(['exceeded'], 'exceeded-subscriptions')
