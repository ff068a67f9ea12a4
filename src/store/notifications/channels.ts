import { sql, type SqlBool } from 'kysely'
import { notificationChannelAuditChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import { newestEventAt } from '../events/events.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { NotificationChannelRow } from '../rows/notification-tables.ts'

/** The owner of a notification channel. `personId` null: the channel is the account's own, in Slack. */
export interface NotificationChannelOwner {
  readonly accountId: string
  readonly personId: string | null
}

/** Finds the notification channel of a person or an account. Undefined: the owner of the channel has never chosen events. */
export const findNotificationChannel = (
  db: Db,
  { accountId, personId }: NotificationChannelOwner,
): Promise<NotificationChannelRow | undefined> =>
  db
    .selectFrom('notification_channels')
    .selectAll()
    .where(isInAccountSql(accountId))
    .where(sql<SqlBool>`coalesce(person_id, '') = ${personId ?? ''}`)
    .executeTakeFirst()

/** Counts the channels of an account: those of people, and the account's own in Slack. */
export async function countNotificationChannels(db: Db, accountId: string): Promise<number> {
  const count = db.selectFrom('notification_channels').select((row) => row.fn.countAll<number>().as('count'))
  return (await count.where('account_id', '=', accountId).executeTakeFirstOrThrow()).count
}

/** Saves a notification channel. `before`: the row that the transaction has read after it locked the account. */
export async function saveNotificationChannel(
  { tx, audit }: AuditedTx,
  before: NotificationChannelRow | null,
  channel: NotificationChannelRow,
): Promise<void> {
  const { events, sealed_url, updated_at } = channel
  const newest_event_at = await newestEventAt(tx, channel.account_id)
  await tx
    .insertInto('notification_channels')
    .values({ ...channel, newest_event_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ events, sealed_url, updated_at, newest_event_at }))
    .execute()
  audit.record(notificationChannelAuditChange(before, channel))
  if (before === null || before.sealed_url === null || sealed_url === null || before.sealed_url.equals(sealed_url))
    return
  const changes = [{ path: 'urlChanged', before: null, after: true }]
  audit.record({ ...notificationChannelAuditChange(null, channel), changes })
}
