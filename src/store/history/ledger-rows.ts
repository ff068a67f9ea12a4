import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { LevelSpend } from '../../domain/spend/spend-windows.ts'
import { checkpointedSpend, type SpendCheckpointRow } from '../rows/spend-tables.ts'
import type { subscriptionsTable } from '../rows/subscriptions.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'
import type { EventRow } from '../rows/outbox.ts'
import type { CardRow, CustomerRow } from '../rows/tables.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

/** A customer, with the values at which a replay of its journal must arrive. */
export type LedgerCustomer = Pick<Selectable<CustomerRow>, 'id' | 'account_id'> & {
  /** How many of the customer's intents have the status `matched` or `mismatched`. */
  readonly used_intents: number
}
export type LedgerCard = Pick<
  Selectable<CardRow>,
  | 'id'
  | 'account_id'
  | 'customer_id'
  | 'status'
  | 'merchant_lock'
  | 'consumed_at'
  | 'first_spend_at'
  | 'failed_credentials'
  | 'closed_at'
  | 'created_at'
> &
  CardStatusCounts
/** The changes of a card's status, as the stored events say. */
export interface CardStatusCounts {
  readonly creations: number
  readonly created_as: CardRow['status'] | null
  /** How often the card was frozen, minus how often it was unfrozen. */
  readonly freezes: number
  readonly closings: number
  readonly closed_event_at: number | null
}
/** A stored checkpoint: the spend of a level up to an entry of the journal. */
export interface LedgerCheckpoint extends Pick<
  SpendCheckpointRow,
  'account_id' | 'customer_id' | 'subject_id' | 'sequence' | 'entry_id' | 'at' | 'entries'
> {
  readonly spend: LevelSpend
}
/** A subscription, with the period that a purchase has taken. */
export type LedgerSubscription = Pick<
  SelectedTableRow<typeof subscriptionsTable>,
  'id' | 'account_id' | 'customer_id' | 'status' | 'taken_from' | 'taken_by'
>
export type LedgerEvent = Pick<
  Selectable<EventRow>,
  'id' | 'account_id' | 'customer_id' | 'type' | 'data' | 'created_at'
> & { readonly sequence: number }

export async function* ledgerCustomers(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<LedgerCustomer> {
  const text = `select id, account_id, coalesce(used.intents, 0) as used_intents from customers
    left join (select customer_id, count(*) as intents from intents where status in ('matched', 'mismatched')
      group by customer_id) used on used.customer_id = customers.id`
  yield* rowsOf<LedgerCustomer>(snapshot, 'customers_in_order', [text, 'id', 'id'], customerId)
}

export async function* ledgerCards(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<LedgerCard> {
  const text = `select id, account_id, customer_id, status, merchant_lock, consumed_at, first_spend_at,
      failed_credentials, closed_at, created_at, coalesce(creations, 0) as creations, created_as, coalesce(freezes, 0) as freezes,
      coalesce(closings, 0) as closings, closed_event_at
    from cards left join (
      select data->>'cardId' as card_id,
        count(*) filter (where type = 'card.created') as creations,
        max(data->>'status') filter (where type = 'card.created') as created_as,
        count(*) filter (where type = 'card.frozen') - count(*) filter (where type = 'card.unfrozen') as freezes,
        count(*) filter (where type = 'card.closed') as closings,
        max(created_at) filter (where type = 'card.closed') as closed_event_at
      from events where type in ('card.created', 'card.frozen', 'card.unfrozen', 'card.closed') group by 1
    ) moves on moves.card_id = cards.id`
  yield* rowsOf<LedgerCard>(snapshot, 'cards_in_order', [text, 'customer_id', 'customer_id, id'], customerId)
}

/** Reads the subscriptions of which a period is taken. `customerId` undefined: those of all customers. */
export async function* ledgerSubscriptions(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<LedgerSubscription> {
  const text = `select id, account_id, customer_id, status, taken_from, taken_by from
    (select * from subscriptions where taken_from is not null or taken_by is not null) subscriptions`
  const query = [text, 'customer_id', 'customer_id, id'] as const
  yield* rowsOf<LedgerSubscription>(snapshot, 'subscriptions_in_order', query, customerId)
}

/**
 * Reads all checkpoints, in the order of the journal entries after which they were written. `customerId` undefined: those of all customers.
 */
export async function* ledgerCheckpoints(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<LedgerCheckpoint> {
  const text = 'select * from spend_checkpoints'
  const order = 'customer_id, sequence, subject_id'
  const query = [text, 'customer_id', order] as const
  for await (const row of rowsOf<SpendCheckpointRow>(snapshot, 'checkpoints_in_order', query, customerId)) {
    yield { ...row, spend: checkpointedSpend(row) }
  }
}

/** Reads the stored events of decisions and steps, by customer and in the order of their journal entries. */
export async function* ledgerEvents(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<LedgerEvent> {
  const own = customerId === undefined ? '' : 'and customer_id = $1'
  const keys = `select id from events where sequence is not null ${own} order by customer_id, sequence, id`
  const values = customerId === undefined ? [] : [customerId]
  for await (const page of pagesOfSnapshotQuery<{ id: string }>(snapshot, 'events_in_order', [keys, values])) {
    yield* snapshot.slices.each(
      await snapshot.rows<LedgerEvent>(
        `select id, account_id, customer_id, type, data, created_at, sequence from events where id = any($1)
        order by customer_id, sequence, id`,
        [page.map(({ id }) => id)],
      ),
    )
  }
}

async function* rowsOf<T extends pg.QueryResultRow>(
  snapshot: DatabaseSnapshot,
  name: string,
  [text, customerColumn, order]: readonly [text: string, customerColumn: string, order: string],
  customerId: string | undefined,
): AsyncGenerator<T> {
  const own = customerId === undefined ? '' : `where ${customerColumn} = $1`
  const query = [`${text} ${own} order by ${order}`, customerId === undefined ? [] : [customerId]] as const
  for await (const page of pagesOfSnapshotQuery<T>(snapshot, name, query)) yield* snapshot.slices.each(page)
}
