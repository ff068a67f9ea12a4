import { sql } from 'kysely'
import { bucketOfId } from '../../../src/lib/buckets.ts'
import type { IdMaker } from '../../../src/lib/ids.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { someCustomer } from './some-customer.ts'

/** Makes a customer who has bought `purchases` times: for one cent each, with three cards in turn. Every tenth purchase was declined. */
export async function customerWithPurchases(database: Database, ids: IdMaker, purchases: number): Promise<string> {
  const { id } = await someCustomer(database, ids)
  const bucket = bucketOfId(id)
  const cards = Array.from({ length: 3 }, () => ids('card', bucket))
  await database.transaction((tx) =>
    sql`insert into transactions (bucket, id, account_id, customer_id, card_id, sequence, type, status, amount, authorized_amount,
        settled_amount, refunded_amount, currency, merchant, decision, counted, reasons, flags, trace, attestation, created_at,
        updated_at, expires_at)
      select ${bucket}, 'txn_' || n || ${id}, account_id, id, (${cards}::text[])[1 + n % 3], n, 'authorization', 'pending', 1, 1, 0, 0, 'USD',
        '{"name": "Ink Shop", "mcc": "5943"}', case n % 10 when 0 then 'decline' else 'approve' end, '[]',
        case n % 10 when 0 then '[{"code": "mcc_blocked"}]' else '[]' end::json, 0, '[]', 'unattested', 1000, 1000, 2000
      from customers, generate_series(1, ${purchases}::int) n where bucket = ${bucket} and id = ${id}`.execute(tx),
  )
  return id
}
