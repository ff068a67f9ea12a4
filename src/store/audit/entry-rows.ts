import type { ExportedAuditEntry } from '../../lib/audit-chain.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { TableColumns } from '../statements/columns.ts'
import type { AuditEntryRow } from '../rows/audit-tables.ts'

/** Makes the audit entry, as the API and exports show it, from its row. */
export const auditEntry = (row: AuditEntryRow): ExportedAuditEntry => ({
  id: row.id,
  sequence: row.sequence,
  at: isoTimestamp(timeOfId(row.id)),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  requestId: row.request_id,
  operation: row.operation,
  resource: { type: row.resource_type, id: row.resource_id },
  ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
  changes: row.changes,
  hash: row.hash,
  previousHash: row.previous_hash,
})

export const auditEntryColumns: TableColumns<AuditEntryRow> = {
  bucket: 'smallint',
  account_id: 'word',
  sequence: 'bigint',
  id: 'word',
  actor_type: 'word',
  actor_id: 'text',
  actor_name: 'text',
  request_id: 'word',
  operation: 'word',
  resource_type: 'word',
  resource_id: 'word',
  customer_id: 'word',
  changes: 'json',
  previous_hash: 'word',
  hash: 'word',
  mac: 'word',
}
