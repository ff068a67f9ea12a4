import { type RawBuilder, sql } from 'kysely'
import { alwaysNotifiedEventTypes } from '../../domain/events/notified.ts'
import type { Tx } from '../connection/db.ts'
import type { EventSubscriber } from '../outbox/outbox.ts'

/** The event types that are always notified, as an SQL array of quoted texts. */
export const ALWAYS_NOTIFIED_EVENT_TYPES_SQL: RawBuilder<readonly string[]> = sql.raw(
  `array[${alwaysNotifiedEventTypes.map((type) => `'${type}'`).join(', ')}]`,
)

/**
 * Reads who is notified when an account is stopped or resumed, without having chosen these events: each active owner, and the account's
 * channel in Slack. `id`: the id of the channel, or the id of the owner if the owner has no channel. `sendsMail` false: no person is
 * notified.
 */
export async function alwaysNotifiedSubscribers(
  tx: Tx,
  { accountId, sendsMail }: { accountId: string; sendsMail: boolean },
): Promise<readonly EventSubscriber[]> {
  const unchosen = sql`array(select type from unnest(${ALWAYS_NOTIFIED_EVENT_TYPES_SQL}) type where type <> all(coalesce(c.events, '{}')))`
  const { rows } = await sql<EventSubscriber>`
    select coalesce(c.id, p.id) as id, p.account_id as "accountId", ${unchosen} as events, true as "isChannel"
      from people p left join notification_channels c on c.account_id = p.account_id and coalesce(c.person_id, '') = p.id
      where p.account_id = ${accountId} and p.role = 'owner' and p.status = 'active' and ${sendsMail}
    union all select c.id, c.account_id, ${unchosen}, true from notification_channels c
      where c.account_id = ${accountId} and coalesce(c.person_id, '') = '' and c.sealed_url is not null`.execute(tx)
  return rows
}
