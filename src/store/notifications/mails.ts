import { bucketOfId } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { runSqlStatement } from '../connection/in-transaction.ts'
import { insertDeliveries, pendingDelivery } from '../outbox/outbox.ts'
import type { MailRow } from '../rows/notification-tables.ts'

/**
 * Stores a mail and its delivery, in the transaction that stores the invitation or password link that the mail opens. The mail is then
 * delivered like an event, so it cannot be lost.
 */
export async function insertMail(
  { tx, ids }: Pick<AuditedTx, 'tx' | 'ids'>,
  mail: Omit<MailRow, 'created_at'>,
): Promise<void> {
  const at = timeOfId(mail.id)
  await tx
    .insertInto('letters')
    .values({ ...mail, created_at: at })
    .execute()
  const delivery = pendingDelivery(ids('dlv', bucketOfId(mail.id)), {
    accountId: mail.account_id,
    webhookId: mail.id,
    eventId: mail.id,
    type: 'letter',
    at,
  })
  for (const query of insertDeliveries([delivery])) await runSqlStatement(tx, query)
}
