import type { Changes } from '../../domain/batch/changes.ts'
import { decisionEventId, decisionEventType } from '../../domain/batch/decision-event.ts'
import { levelsOfEntry } from '../../domain/batch/journal-entry.ts'
import type { WorkingSet } from '../../domain/batch/working-set.ts'
import type { TransactionState } from '../../domain/transaction.ts'
import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Ids } from '../../lib/ids.ts'
import { columnArrays, type Columns, insertSql, updateSql } from '../columns.ts'
import {
  deliveriesOf,
  deliveryColumns,
  eventColumns,
  insertDeliveriesSql,
  insertEventsSql,
  type NewEvent,
  outboxRows,
  type Subscriber,
} from '../outbox.ts'
import { versionColumns, type PolicyVersions, type VersionRow } from '../policy-versions.ts'
import { transactionColumns, transactionRow } from '../transaction-state.ts'
import { type Checkpoint, checkpointColumns, checkpointRow, isDue } from './checkpoint.ts'
import { decisionRows, stepColumns } from './decision-rows.ts'
import type { LoadedBatch } from './load.ts'
import type { Query, Statement } from './transaction.ts'

/** What a batch leaves behind: its changes, and the webhooks to tell. */
export interface DecidedBatch extends LoadedBatch {
  readonly changes: Changes
}

export interface SavedBatch {
  /** To be sent together. */
  readonly queries: readonly Query[]
  /** The next version of each customer whose cards or intents were changed. */
  readonly versions: ReadonlyMap<string, string>
  /** Deliveries that now wait. */
  readonly deliveries: number
  /** Stored once the batch is committed. */
  readonly policyVersions: readonly VersionRow[]
}

export interface SaveDeps {
  readonly ids: Ids
  readonly policyVersions: PolicyVersions
}

/** What saves everything that a batch has changed, one statement a table. */
export function saveBatch({ ids, policyVersions }: SaveDeps, batch: DecidedBatch): SavedBatch {
  const { set, changes, subscribers } = batch
  const added = rowsOf(changes.newTransactions, set.transactions)
  const changed = rowsOf(changes.changedTransactions, set.transactions)
  const decisions = decisionRows(changes, policyVersions)
  const versions = nextVersions(ids, batch)
  const outbox = outboxRows(ids, eventsOf(changes), subscribers)
  const deliveries = [...decisionDeliveries(ids, added, subscribers), ...outbox.deliveries]
  const queries = [
    ...write(insertPolicyVersions, versionColumns, decisions.versions),
    ...write(
      insertTransactions,
      bucketed(transactionColumns),
      added.map((transaction) => inBucket({ ...transactionRow(transaction), ...decisions.columnsOf(transaction.id) })),
    ),
    ...write(insertSteps, bucketed(stepColumns), decisions.steps.map(inBucket)),
    ...write(updateTransactions, changedColumns, changed.map(changedRow)),
    ...write(upsertCheckpoints, bucketed(checkpointColumns), dueCheckpoints(batch).map(checkpointRow).map(inBucket)),
    ...write(
      updateCustomers,
      customerColumns,
      [...versions].map(([id, version]) => ({ bucket: bucketOf(id), id, version })),
    ),
    ...write(updateCards, cardColumns, rowsOf(changes.cards, set.cards).map(cardRow)),
    ...write(updateIntents, intentColumns, changes.intents.map(intentRow)),
    ...write({ name: 'insert-events', text: insertEventsSql }, eventColumns, outbox.events),
    ...write({ name: 'insert-deliveries', text: insertDeliveriesSql }, deliveryColumns, deliveries),
  ]
  return { queries, versions, deliveries: deliveries.length, policyVersions: decisions.versions }
}

/** Each with the id of the entry that it tells of. */
function eventsOf({ entries, events }: Changes): NewEvent[] {
  const ids = new Map(entries.map(({ customerId, sequence, id }) => [`${customerId} ${sequence}`, id]))
  return events.map((event) => ({
    ...event,
    entryId: present(ids.get(`${event.customerId} ${event.sequence}`), 'an event tells of an entry'),
  }))
}

const write = <Row extends object>(statement: Statement, columns: Columns<Row>, rows: readonly Row[]): Query[] =>
  rows.length === 0 ? [] : [{ statement, values: columnArrays(columns, rows) }]

const bucketed = <Row>(columns: Columns<Row>): Columns<Row & { bucket: number }> =>
  ({ bucket: 'smallint', ...columns }) as Columns<Row & { bucket: number }>

const inBucket = <Row extends { customer_id: string }>(row: Row): Row & { bucket: number } => ({
  bucket: bucketOf(row.customer_id),
  ...row,
})

/** Decisions are told as well, though their events are not stored: see `decision-event.ts`. */
function decisionDeliveries(ids: Ids, added: readonly TransactionState[], subscribers: readonly Subscriber[]) {
  if (subscribers.length === 0) return []
  return added
    .filter(({ type }) => type === 'authorization')
    .flatMap((transaction) => {
      const { id, accountId, createdAt } = transaction
      const event = { id: decisionEventId(id), accountId, type: decisionEventType(transaction), at: createdAt }
      return deliveriesOf(ids, event, subscribers)
    })
}

/** A change of cards or intents is one of the configuration: it gets a new name, and every node reads it again. */
function nextVersions(ids: Ids, { set, changes }: DecidedBatch): Map<string, string> {
  const cardIds = [...changes.cards, ...changes.intents.map(({ cardId }) => cardId)]
  const customers = new Set(
    cardIds.map((id) => present(set.cards.get(id), 'what changed is in the working set').customerId),
  )
  return new Map([...customers].map((id) => [id, ids('ver', bucketOf(id))]))
}

/** Of levels whose fold has come to a checkpoint with the entries of the batch. */
function dueCheckpoints({ set, changes, folds }: DecidedBatch): Checkpoint[] {
  const added = new Map<string, number>()
  const due: Checkpoint[] = []
  for (const entry of changes.entries) {
    for (const level of levelsOfEntry(entry)) added.set(level, (added.get(level) ?? 0) + 1)
  }
  const owners = new Map(
    changes.entries.flatMap((entry) => levelsOfEntry(entry).map((level) => [level, entry.customerId])),
  )
  for (const [level, count] of added) {
    const before = folds.get(level)?.entries ?? 0
    if (!isDue(before, before + count)) continue
    const customer = present(set.customers.get(owners.get(level) ?? ''), 'an entry has its customer loaded')
    const spend = present(set.spend.get(level), 'levels of entries are loaded')
    due.push({
      level,
      accountId: customer.accountId,
      customerId: customer.id,
      head: customer.last,
      fold: { spend, entries: before + count },
    })
  }
  return due
}

const rowsOf = <T>(ids: ReadonlySet<string>, items: ReadonlyMap<string, T>): T[] =>
  [...ids].map((id) => present(items.get(id), 'what changed is in the working set'))

const insertPolicyVersions: Statement = {
  name: 'insert-policy-versions',
  text: `${insertSql('policy_versions', versionColumns)} on conflict (bucket, hash) do nothing`,
}
const insertTransactions: Statement = {
  name: 'insert-transactions',
  text: insertSql('transactions', bucketed(transactionColumns)),
}
const insertSteps: Statement = {
  name: 'insert-transaction-steps',
  text: insertSql('transaction_steps', bucketed(stepColumns)),
}

const changedRow = (transaction: TransactionState) => {
  const row = transactionRow(transaction)
  const { id, status, authorized_amount, settled_amount, refunded_amount, counted, flags, updated_at, settled_at } = row
  const steps = { status, authorized_amount, settled_amount, refunded_amount, counted, flags, updated_at, settled_at }
  return { bucket: bucketOf(id), id, ...steps }
}
const changedColumns: Columns<ReturnType<typeof changedRow>> = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  authorized_amount: 'bigint',
  settled_amount: 'bigint',
  refunded_amount: 'bigint',
  counted: 'json',
  flags: 'integer',
  updated_at: 'bigint',
  settled_at: 'bigint',
}
const updateTransactions: Statement = {
  name: 'update-transactions',
  text: updateSql('transactions', changedColumns),
}

const upsertCheckpoints: Statement = {
  name: 'upsert-checkpoints',
  text: `${insertSql('spend_checkpoints', bucketed(checkpointColumns))}
    on conflict (bucket, subject_id) do update set ${Object.keys(checkpointColumns)
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`,
}

const customerColumns = { bucket: 'smallint', id: 'word', version: 'word' } as const
const updateCustomers: Statement = {
  name: 'update-customer-versions',
  text: updateSql('customers', customerColumns),
}

const cardColumns = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  merchant_lock: 'text',
  consumed_at: 'bigint',
  closed_at: 'bigint',
  first_spend_at: 'bigint',
} as const
const cardRow = (card: WorkingSet['cards'] extends Map<string, infer Card> ? Card : never) => ({
  bucket: bucketOf(card.id),
  id: card.id,
  status: card.status,
  merchant_lock: card.merchantLock,
  consumed_at: card.consumedAt,
  closed_at: card.status === 'closed' ? card.consumedAt : null, // a batch closes a card only by using it up
  first_spend_at: card.firstSpendAt,
})
const updateCards: Statement = { name: 'update-cards', text: updateSql('cards', cardColumns) }

const intentColumns = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  matched_at: 'bigint',
  transaction_id: 'word',
  match_result: 'json',
} as const
const intentRow = (intent: Changes['intents'][number]) => ({
  bucket: bucketOf(intent.id),
  id: intent.id,
  status: intent.status,
  matched_at: intent.at,
  transaction_id: intent.transactionId,
  match_result: intent.matchResult,
})
const updateIntents: Statement = { name: 'update-intents', text: updateSql('intents', intentColumns) }
