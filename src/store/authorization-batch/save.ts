import type { Changes } from '../../domain/batch/changes.ts'
import { decisionEventId, decisionEventType } from '../../domain/batch/decision-event.ts'
import type { WorkingSet } from '../../domain/batch/working-set.ts'
import { encodeEntries } from '../../domain/spend-windows.ts'
import type { TransactionState } from '../../domain/transaction.ts'
import { present } from '../../lib/assert.ts'
import type { Ids } from '../../lib/ids.ts'
import { noHistory, spendColumns, type SpendHistory } from '../spend-state.ts'
import {
  deliveriesOf,
  deliveryColumns,
  eventColumns,
  insertDeliveriesSql,
  insertEventsSql,
  outboxRows,
  type Subscriber,
} from '../outbox.ts'
import { columnArrays, insertSql, type Columns } from '../columns.ts'
import { versionColumns, type PolicyVersions } from '../policy-versions.ts'
import type { SpendHistoryRow } from '../tables.ts'
import { transactionColumns, transactionRow } from '../transaction-state.ts'
import type { Query, Statement } from './connection.ts'
import { splitEntries } from './histories.ts'
import type { LoadedBatch } from './load.ts'
import { replayRows, stepColumns } from './replay-rows.ts'

/** What a batch leaves behind: its changes, and the webhooks to tell. */
export interface DecidedBatch extends LoadedBatch {
  readonly changes: Changes
}

export interface SavedBatch {
  /** One a table, to be sent together. */
  readonly queries: readonly Query[]
  /** In which it leaves the customers and histories that it has changed. */
  readonly version: string
  /** Deliveries that now wait. */
  readonly deliveries: number
  /** Histories that were written anew, by level: true once the batch is committed. */
  readonly histories: ReadonlyMap<string, SpendHistory>
  /** Hashes of the policy versions that were stored, likewise. */
  readonly policyVersions: readonly string[]
}

export interface SaveDeps {
  readonly ids: Ids
  /** Of this node. */
  readonly versions: PolicyVersions
}

/** What saves everything that a batch has changed. */
export function saveBatch({ ids, versions }: SaveDeps, batch: DecidedBatch): SavedBatch {
  const { set, changes } = batch
  const outbox = outboxRows(ids, changes.events, batch.subscribers)
  const write = (statement: Statement, rows: readonly object[]): Query[] =>
    rows.length === 0 ? [] : [{ statement, values: [JSON.stringify(rows)] }]
  const insert = <Row extends object>(statement: Statement, columns: Columns<Row>, rows: readonly Row[]): Query[] =>
    rows.length === 0 ? [] : [{ statement, values: columnArrays(columns, rows) }]
  const added = rowsOf(changes.newTransactions, set.transactions)
  const changed = rowsOf(changes.changedTransactions, set.transactions)
  const replay = replayRows(changes, versions)
  const version = ids('ver')
  const { spend, historyRows, histories } = spendRows(batch, version)
  const deliveries = [...decisionDeliveries(ids, added, batch.subscribers), ...outbox.deliveries]
  const queries = [
    ...insert(insertPolicyVersions, versionColumns, replay.versions),
    ...insert(
      insertTransactions,
      transactionColumns,
      added.map((transaction) => ({ ...transactionRow(transaction), ...replay.columnsOf(transaction.id) })),
    ),
    ...insert(insertSteps, stepColumns, replay.steps),
    ...write(updateTransactions, changed.map(transactionRow)),
    ...insert(upsertSpend, spendColumns, spend),
    ...insert(upsertHistories, historyColumns, historyRows),
    ...write(updateCustomers, customerRows(batch, version)),
    ...write(updateCards, cardRows(batch)),
    ...write(updateIntents, intentRows(changes)),
    ...insert(insertEvents, eventColumns, outbox.events),
    ...insert(insertDeliveries, deliveryColumns, deliveries),
  ]
  return {
    queries,
    version,
    deliveries: deliveries.length,
    histories,
    policyVersions: replay.versions.map(({ hash }) => hash),
  }
}

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

const historyColumns: Columns<SpendHistoryRow> = {
  subject_id: 'word',
  account_id: 'word',
  customer_id: 'word',
  version: 'word',
  entries: 'text',
}

const insertPolicyVersions = {
  name: 'insert-policy-versions',
  text: `${insertSql('policy_versions', versionColumns)} on conflict (hash) do nothing`,
}
const insertTransactions = {
  name: 'insert-transactions',
  text: insertSql('transactions', transactionColumns),
}
const insertSteps = {
  name: 'insert-transaction-steps',
  text: insertSql('transaction_steps', stepColumns),
}
const updateTransactions = {
  name: 'update-transactions',
  text: `update transactions t set status = v.status, authorized_amount = v.authorized_amount,
      settled_amount = v.settled_amount, refunded_amount = v.refunded_amount, counted = v.counted, flags = v.flags,
      updated_at = v.updated_at, settled_at = v.settled_at
    from json_populate_recordset(null::transactions, $1) v where t.id = v.id`,
}
const upsertSpend = {
  name: 'upsert-spend',
  text: `${insertSql('spend', spendColumns)}
    on conflict (subject_id) do update set total = excluded.total, month = excluded.month,
      month_total = excluded.month_total, last_approved_at = excluded.last_approved_at, recent = excluded.recent,
      history_version = excluded.history_version`,
}
const upsertHistories = {
  name: 'upsert-histories',
  text: `${insertSql('spend_history', historyColumns)}
    on conflict (subject_id) do update set version = excluded.version, entries = excluded.entries`,
}
const updateCustomers = {
  name: 'update-customers',
  text: `update customers c set last_sequence = v.last_sequence, version = v.version
    from json_to_recordset($1) v(id text, last_sequence bigint, version text) where c.id = v.id`,
}
const updateCards = {
  name: 'update-cards',
  text: `update cards c set status = v.status, merchant_lock = v.merchant_lock, consumed_at = v.consumed_at,
      closed_at = v.closed_at, first_spend_at = v.first_spend_at
    from json_to_recordset($1) v(id text, status text, merchant_lock text, consumed_at bigint, closed_at bigint,
      first_spend_at bigint) where c.id = v.id`,
}
const updateIntents = {
  name: 'update-intents',
  text: `update intents i set status = v.status, matched_at = v.matched_at, transaction_id = v.transaction_id,
      match_result = v.match_result
    from json_to_recordset($1) v(id text, status text, matched_at bigint, transaction_id text, match_result jsonb)
    where i.id = v.id`,
}
const insertEvents = { name: 'insert-events', text: insertEventsSql }
const insertDeliveries = { name: 'insert-deliveries', text: insertDeliveriesSql }

const rowsOf = <T>(ids: ReadonlySet<string>, items: ReadonlyMap<string, T>): T[] =>
  [...ids].map((id) => present(items.get(id), 'what changed is in the working set'))

function spendRows({ set, changes, histories }: DecidedBatch, version: string) {
  const ownerOf = ownersOfSpend(set)
  const rewritten = new Map<string, SpendHistory>()
  const spend = [...changes.spend].map((id) => {
    const sums = present(set.spend.get(id), 'what changed is in the working set')
    const stored = histories.get(id) ?? noHistory
    const { recent, history } = splitEntries(sums, { stored, version })
    if (history !== stored) rewritten.set(id, history)
    return {
      subject_id: id,
      ...ownerOf(id),
      total: sums.total,
      month: sums.month,
      month_total: sums.monthTotal,
      last_approved_at: sums.lastApprovedAt,
      recent,
      history_version: history.version,
    }
  })
  const historyRows = [...rewritten].map(([id, { entries }]) => ({
    subject_id: id,
    ...ownerOf(id),
    version,
    entries: encodeEntries(entries),
  }))
  return { spend, historyRows, histories: rewritten }
}

interface Owner {
  readonly account_id: string
  readonly customer_id: string
}

/** Whose a card's, an agent's or a customer's spend is. */
function ownersOfSpend(set: WorkingSet): (subjectId: string) => Owner {
  const owners = new Map<string, Owner>()
  for (const { id, accountId, customerId, agentId } of set.cards.values()) {
    const owner = { account_id: accountId, customer_id: customerId }
    owners.set(id, owner).set(customerId, owner)
    if (agentId !== null) owners.set(agentId, owner)
  }
  return (subjectId) => present(owners.get(subjectId), 'spend belongs to a card, an agent or a customer')
}

const customerRows = ({ set, changes }: DecidedBatch, version: string): object[] =>
  rowsOf(changes.customers, set.customers).map(({ id, lastSequence }) => ({ id, last_sequence: lastSequence, version }))

const cardRows = ({ set, changes }: DecidedBatch): object[] =>
  rowsOf(changes.cards, set.cards).map((card) => ({
    id: card.id,
    status: card.status,
    merchant_lock: card.merchantLock,
    consumed_at: card.consumedAt,
    closed_at: card.status === 'closed' ? card.consumedAt : null, // a batch closes a card only by using it up
    first_spend_at: card.firstSpendAt,
  }))

const intentRows = (changes: Changes): object[] =>
  changes.intents.map((intent) => ({
    id: intent.id,
    status: intent.status,
    matched_at: intent.at,
    transaction_id: intent.transactionId,
    match_result: intent.matchResult,
  }))
