import { CompiledQuery } from 'kysely'
import { bucketOf } from '../../lib/buckets.ts'
import { timeOf } from '../../lib/ids.ts'
import type { Writing } from '../audit/trail.ts'
import { columnArrays } from '../statements/columns.ts'
import { deliveryColumns, insertDeliveriesSql, pendingDelivery } from '../webhooks/outbox.ts'
import type { LetterRow } from '../rows/notification-tables.ts'

/** Stores a letter and its delivery, committed with what its link opens: it is sent like any event, and never lost. */
export async function insertLetter(
  { tx, ids }: Pick<Writing, 'tx' | 'ids'>,
  letter: Omit<LetterRow, 'created_at'>,
): Promise<void> {
  const at = timeOf(letter.id)
  await tx
    .insertInto('letters')
    .values({ ...letter, created_at: at })
    .execute()
  const delivery = pendingDelivery({
    id: ids('dlv', bucketOf(letter.id)),
    accountId: letter.account_id,
    webhookId: letter.id,
    eventId: letter.id,
    type: 'letter',
    at,
  })
  await tx.executeQuery(CompiledQuery.raw(insertDeliveriesSql, columnArrays(deliveryColumns, [delivery])))
}
