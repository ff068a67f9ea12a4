import { shortenedAuditEntry } from '../../domain/audit/shortened-entry.ts'
import { type IdMaker, timeOfId } from '../../lib/ids.ts'
import type { SqlQuery } from '../statements/query.ts'
import type { AuditEntryRow } from '../rows/audit-tables.ts'
import { deliveriesOf, insertDeliveries } from '../outbox/outbox.ts'
import { auditEntry } from './entry-rows.ts'

const TYPE = 'audit.recorded'

/** SQL for the ids of the webhooks of account `$2` that are sent each audit entry, as an array. */
export const AUDIT_WEBHOOK_IDS_SQL = `array(select id from webhooks where account_id = $2 and status = 'active' and events @> '{${TYPE}}')`

/** The event of an audit entry has the entry's id, with another prefix. It is not stored, because it is made from the entry. */
export const auditEventId = (entryId: string): string => entryId.replace(/^aud_/, 'evt_')

/**
 * Makes the statement that stores one pending delivery of each new audit entry for each of the given webhooks, in the commit of the change
 * that the entry records.
 */
export function auditDeliveryQueries(
  ids: IdMaker,
  rows: readonly AuditEntryRow[],
  webhookIds: readonly string[],
): SqlQuery[] {
  if (webhookIds.length === 0) return []
  const now = timeOfId(ids('dlv')) // the time of an audit entry may be ahead, after that of an entry by a node whose clock was ahead
  const deliveries = rows.flatMap(({ id, account_id: accountId }) =>
    deliveriesOf(
      ids,
      { id: auditEventId(id), accountId, type: TYPE, at: now },
      webhookIds.map((webhookId) => ({ id: webhookId, accountId, events: [TYPE], isChannel: false })),
    ),
  )
  return insertDeliveries(deliveries)
}

/** Makes the event of an audit entry from the entry's row. Its data is what `GET /audit` answers to roles other than `admin`. */
export const eventOfAuditEntry = (row: AuditEntryRow) => ({
  id: auditEventId(row.id),
  type: TYPE,
  data: shortenedAuditEntry(auditEntry(row)),
  created_at: timeOfId(row.id),
})
