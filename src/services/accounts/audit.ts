import type { AuditEntry } from '../../contract/resources/audit.ts'
import { ApiError } from '../../contract/errors.ts'
import { findApproval } from '../../store/intents/approvals.ts'
import { auditEntry } from '../../store/audit/entry-rows.ts'
import { findEntry, listEntries } from '../../store/audit/entries.ts'
import { NotFollowing } from '../../store/audit/following.ts'
import { signedNow } from '../../store/audit/heads.ts'
import { instant } from '../input/instant.ts'
import { orThrow } from '../input/or-throw.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { read } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { shownEntry } from '../events/webhook-url.ts'

const listAudit: ReadService<'listAudit'> = async (context, { query }) => {
  const { db, principal } = context
  const filters = {
    resourceId: query.resourceId && (await auditedId(context, query.resourceId)),
    actorId: query.actorId,
    operation: query.operation,
    createdAfter: instant('createdAfter', query.createdAfter),
    createdBefore: instant('createdBefore', query.createdBefore),
  }
  return paginate(context, {
    name: 'listAudit',
    query,
    load: (page) => listEntries(db, principal.accountId, { ...page, ...filters }),
    view: (row): AuditEntry => shownEntry(principal, auditEntry(row)) as AuditEntry,
  })
}

/** The id that audit entries have for a resource. Those of an approval have the id of its intent. */
async function auditedId({ db, principal }: ReadContext, id: string): Promise<string> {
  const approval = id.startsWith('apr_') ? await findApproval(db, principal.accountId, id) : undefined
  return approval?.intent_id ?? id
}

const getAuditEntry: ReadService<'getAuditEntry'> = async ({ db, principal }, { params }) =>
  shownEntry(
    principal,
    auditEntry(orThrow(await findEntry(db, principal.accountId, params.auditId), 'audit_entry_not_found')),
  ) as AuditEntry

const getAuditHead: ReadService<'getAuditHead'> = async ({ database, vault, clock, principal }) => {
  const head = await signedNow(database, { vault, accountId: principal.accountId, now: clock.now() })
  if (head instanceof NotFollowing) throw new ApiError('audit_not_signed', { details: { why: head.why } })
  return { ...head, publicKey: vault.auditPublicKey() }
}

export const auditHandlers = {
  listAudit: read(listAudit),
  getAuditHead: read(getAuditHead),
  getAuditEntry: read(getAuditEntry),
}
