import type { AuditEntry } from '../../lib/audit-chain.ts'
import type { Principal } from '../request/context.ts'

type Reader = Pick<Principal, 'role'>

/**
 * A webhook's URL in the form that a reader may see. Only the role `admin` sees its path and query, which often contain a secret of the
 * receiver.
 */
export const shownUrl = ({ role }: Reader, url: string): string => (role === 'admin' ? url : new URL(url).origin)

/**
 * An audit entry in the form that a reader may see. `redacted` names the fields that are shortened. The hash in the entry stays the hash of
 * the whole entry.
 */
export function shownEntry(reader: Reader, entry: AuditEntry): AuditEntry & { readonly redacted?: string[] } {
  if (reader.role === 'admin' || entry.resource.type !== 'webhook') return entry
  const shown = (value: unknown) => (typeof value === 'string' ? shownUrl(reader, value) : value)
  const changes = entry.changes.map((change) =>
    change.path === 'url' ? { ...change, before: shown(change.before), after: shown(change.after) } : change,
  )
  return changes.some(({ path }) => path === 'url') ? { ...entry, changes, redacted: ['url'] } : entry
}
