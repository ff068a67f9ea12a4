import { type Selectable, sql } from 'kysely'
import { cardApiAnswer } from '../../domain/changes/card-answer.ts'
import { type StoredIntentEvent, intentEventData } from '../../domain/events/intent-record.ts'
import { type StoredTransactionData, transactionEventData } from '../../domain/events/transaction-event.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { intentsTable } from '../rows/intents.ts'
import { cardsTable as cardTable } from '../rows/cards.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'
import type { EventRow } from '../rows/outbox.ts'
import type { CardRow } from '../rows/tables.ts'
import { bucketOfRowsJoinedToIds, givenIdsQueryTable } from '../statements/given-rows.ts'
import { listedTransactions } from '../rows/transactions.ts'
import type { ListedTransaction } from '../transactions/transactions.ts'

type Stored = Pick<Selectable<EventRow>, 'type' | 'data' | 'created_at'>

/** The rows of the transaction or the intent that a stored event is about, as they are now. */
interface Subject {
  readonly transaction?: ListedTransaction | null | undefined
  readonly intent?: SelectedTableRow<typeof intentsTable> | null | undefined
}

/**
 * Adds to stored events the record of the transaction, the intent or the card that they are about, as it was when the event was made. The
 * transactions of all events are read in one query, and the intents in another.
 */
export async function withEventRecords<Row extends Stored>(db: Db, events: readonly Row[]): Promise<Row[]> {
  const [transactions, stored] = await Promise.all([
    rowsOf<ListedTransaction>(db, 'transactions', idsIn(events, 'transaction'), listedTransactions.columnNames),
    rowsOf<SelectedTableRow<typeof intentsTable>>(db, 'intents', idsIn(events, 'intent'), ['*']),
  ])
  return events.map((event) => ({
    ...event,
    data: wholeData(event, {
      transaction: transactions.get(subjectOf(event, 'transaction') ?? ''),
      intent: stored.get(subjectOf(event, 'intent') ?? ''),
    }),
  }))
}

/** The id of the transaction or the intent that an event is about. Undefined: the event is about something else. */
const subjectOf = ({ type, data }: Stored, kind: 'transaction' | 'intent'): string | undefined =>
  type.startsWith(`${kind}.`) ? String(data[`${kind}Id`]) : undefined

const idsIn = (events: readonly Stored[], kind: 'transaction' | 'intent'): string[] => [
  ...new Set(events.flatMap((event) => subjectOf(event, kind) ?? [])),
]

/**
 * Reads transactions or intents by their ids. The `order by` makes the planner read each row by its id, even while the table is new and has
 * no statistics. A `limit` would do that, too, but a distributed database could not plan it for ids of several buckets.
 */
async function rowsOf<Row extends { readonly id: string }>(
  db: Db,
  table: 'transactions' | 'intents',
  ids: readonly string[],
  columns: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map()
  const rows = await readRowsBySql(
    db,
    sql<Row>`select t.* from ${givenIdsQueryTable(ids)} cross join lateral (
      select ${sql.raw(columns.join(', '))} from ${sql.table(table)}
      where bucket = ${bucketOfRowsJoinedToIds(ids, 'given.bucket')} and id = given.id order by id) t`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Makes the data of a stored event as the API shows them. Their text is the same whenever they are made. */
function wholeData({ type, data, created_at: at }: Stored, { transaction, intent }: Subject): Stored['data'] {
  if (transaction)
    return transactionEventData(data as unknown as StoredTransactionData, listedTransactions.state(transaction), at)
  if (intent) return intentEventData({ type, data, at } as unknown as StoredIntentEvent, intentsTable.state(intent))
  if (type.startsWith('card.') && data['card'] !== undefined) return withCard(data, at)
  return data
}

/** Makes the card of an event about a card, as the API shows it, from the card's row at the moment of the event (see `event-cards.ts`). */
const withCard = (data: Stored['data'], at: number): Stored['data'] => ({
  ...data,
  card: cardApiAnswer(cardTable.state(data['card'] as Selectable<CardRow>), at, {}),
})

/** Makes the text of an event's data, as lists show the data, from the text of the stored data. */
export function wholeEventDataText(
  { type, data, created_at }: { readonly type: Stored['type']; readonly data: string; readonly created_at: number },
  subject: Subject,
): string {
  const isWhole = !subject.transaction && !subject.intent && !type.startsWith('card.')
  if (isWhole) return data
  return JSON.stringify(wholeData({ type, data: JSON.parse(data) as Stored['data'], created_at }, subject))
}
