import type { Selectable } from 'kysely'
import type pg from 'pg'
import { decodeEntries, type Spend } from '../../domain/spend-windows.ts'
import { spendState } from '../spend-state.ts'
import type { CardRow, CustomerRow, EventRow, SpendRow } from '../tables.ts'
import { pagesOf, type Snapshot } from './snapshot.ts'

/** What a replay must come to: each read in the order of customers. */
export type LedgerCustomer = Pick<Selectable<CustomerRow>, 'id' | 'account_id' | 'last_sequence'>
export type LedgerCard = Pick<
  Selectable<CardRow>,
  'id' | 'customer_id' | 'status' | 'merchant_lock' | 'consumed_at' | 'first_spend_at'
>
export interface LedgerSpend {
  readonly customer_id: string
  readonly subject_id: string
  readonly spend: Spend
}
export type LedgerEvent = Pick<
  Selectable<EventRow>,
  'id' | 'account_id' | 'customer_id' | 'type' | 'data' | 'created_at'
> & { readonly sequence: number }

export async function* ledgerCustomers(
  snapshot: Snapshot,
  customerId: string | undefined,
): AsyncGenerator<LedgerCustomer> {
  const text = 'select id, account_id, last_sequence from customers'
  yield* rowsOf<LedgerCustomer>(snapshot, 'customers_in_order', [text, 'id', 'id'], customerId)
}

export async function* ledgerCards(snapshot: Snapshot, customerId: string | undefined): AsyncGenerator<LedgerCard> {
  const text = 'select id, customer_id, status, merchant_lock, consumed_at, first_spend_at from cards'
  yield* rowsOf<LedgerCard>(snapshot, 'cards_in_order', [text, 'customer_id', 'customer_id, id'], customerId)
}

export async function* ledgerSpend(snapshot: Snapshot, customerId: string | undefined): AsyncGenerator<LedgerSpend> {
  const text = `select s.*, h.version, h.entries from spend s left join spend_history h using (subject_id)`
  const rows = rowsOf<SpendRow & { version: number | null; entries: string | null }>(
    snapshot,
    'spend_in_order',
    [text, 's.customer_id', 's.customer_id, s.subject_id'],
    customerId,
  )
  for await (const row of rows) {
    const history = { version: row.version ?? 0, entries: decodeEntries(row.entries ?? '[]') }
    yield { customer_id: row.customer_id, subject_id: row.subject_id, spend: spendState(row, history) }
  }
}

/** Events of decisions and steps, in the order of their numbers. */
export async function* ledgerEvents(snapshot: Snapshot, customerId: string | undefined): AsyncGenerator<LedgerEvent> {
  const own = customerId === undefined ? '' : 'and customer_id = $1'
  const keys = `select id from events where sequence is not null ${own} order by customer_id, sequence, id`
  const values = customerId === undefined ? [] : [customerId]
  for await (const page of pagesOf<{ id: string }>(snapshot, 'events_in_order', [keys, values])) {
    yield* await snapshot.rows<LedgerEvent>(
      `select id, account_id, customer_id, type, data, created_at, sequence from events where id = any($1)
        order by customer_id, sequence, id`,
      [page.map(({ id }) => id)],
    )
  }
}

async function* rowsOf<T extends pg.QueryResultRow>(
  snapshot: Snapshot,
  name: string,
  [text, customerColumn, order]: readonly [text: string, customerColumn: string, order: string],
  customerId: string | undefined,
): AsyncGenerator<T> {
  const own = customerId === undefined ? '' : `where ${customerColumn} = $1`
  const query = [`${text} ${own} order by ${order}`, customerId === undefined ? [] : [customerId]] as const
  for await (const page of pagesOf<T>(snapshot, name, query)) yield* page
}
