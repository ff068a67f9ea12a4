import { shortenedAuditEntry } from '../../domain/audit/shortened-entry.ts'
import type { ExportedAuditEntry } from '../../lib/audit-chain.ts'
import type { Principal } from '../request/context.ts'

type Reader = Pick<Principal, 'role'>

/**
 * A webhook's URL in the form that a reader may see. Only the role `admin` sees its path and query, which often contain a secret of the
 * receiver.
 */
export const shownWebhookUrl = ({ role }: Reader, url: string): string => (role === 'admin' ? url : new URL(url).origin)

/** An audit entry in the form that a reader may see: see `shortenedAuditEntry`. */
export const shownAuditEntry = (reader: Reader, entry: ExportedAuditEntry): ReturnType<typeof shortenedAuditEntry> =>
  reader.role === 'admin' ? entry : shortenedAuditEntry(entry)
