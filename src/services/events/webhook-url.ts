import type { AuditEntry } from '../../lib/audit-chain.ts'
import type { Principal } from '../request/context.ts'

type Reader = Pick<Principal, 'role'>

/** A webhook's URL as a reader sees it. Its path and query often hold the receiver's own secret: they are for the role `admin` alone. */
export const shownUrl = ({ role }: Reader, url: string): string => (role === 'admin' ? url : new URL(url).origin)

/** An audit entry as a reader sees it. One that is shown shortened says so: its hash is that of the whole entry. */
export function shownEntry(reader: Reader, entry: AuditEntry): AuditEntry & { readonly redacted?: string[] } {
  if (reader.role === 'admin' || entry.resource.type !== 'webhook') return entry
  const shown = (value: unknown) => (typeof value === 'string' ? shownUrl(reader, value) : value)
  const changes = entry.changes.map((change) =>
    change.path === 'url' ? { ...change, before: shown(change.before), after: shown(change.after) } : change,
  )
  return changes.some(({ path }) => path === 'url') ? { ...entry, changes, redacted: ['url'] } : entry
}
