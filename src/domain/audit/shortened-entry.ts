import type { ExportedAuditEntry } from '../../lib/audit-chain.ts'

/**
 * An audit entry in the form for everybody but the role `admin`: of a webhook's URL it has the origin, because path and query often contain
 * a secret of the receiver. `redacted` names the changes that are shortened. The hash in the entry stays the hash of the whole entry.
 */
export function shortenedAuditEntry(entry: ExportedAuditEntry): ExportedAuditEntry & { readonly redacted?: string[] } {
  if (entry.resource.type !== 'webhook') return entry
  const changes = entry.changes.map((change) =>
    change.path === 'url' ? { ...change, before: originOf(change.before), after: originOf(change.after) } : change,
  )
  return changes.some(({ path }) => path === 'url') ? { ...entry, changes, redacted: ['url'] } : entry
}

const originOf = (url: unknown): unknown => (typeof url === 'string' ? new URL(url).origin : url)
