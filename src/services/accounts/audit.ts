import type { AuditEntry } from '../../contract/resources/audit.ts'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { type OperationInputOf, operations } from '../../contract/operations.ts'
import { findApiKey } from '../../store/accounts/api-keys.ts'
import { findApproval } from '../../store/intents/approvals.ts'
import { auditEntry } from '../../store/audit/entry-rows.ts'
import { findAuditEntry, listAuditEntries } from '../../store/audit/entries.ts'
import { AuditChainBreak } from '../../store/audit/following.ts'
import { findPerson } from '../../store/people/people.ts'
import type { Db } from '../../store/connection/db.ts'
import { signCurrentAuditHead } from '../../store/audit/heads.ts'
import { halfOpenTimeRange } from '../input/instant.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { shownAuditEntry } from '../events/webhook-url.ts'

type Query = OperationInputOf<'listAudit'>['query']

const listAudit: ReadOperationService<'listAudit'> = async (context, { query }) => {
  const { db, principal } = context
  const filters = {
    resourceId: query.resourceId && (await auditedId(context, query.resourceId)),
    actorId: query.actorId,
    operation: query.operation,
    created: halfOpenTimeRange(query, ['createdAfter', 'createdBefore']),
  }
  if (query.cursor === undefined) await refuseUnknown(context, query)
  return paginate(context, {
    name: 'listAudit',
    query,
    load: (page) => listAuditEntries(db, principal.accountId, { ...page, ...filters }),
    view: (row): AuditEntry => shownAuditEntry(principal, auditEntry(row)) as AuditEntry,
  })
}

/** Throws 400 for an unknown operation or actor in a filter of audit entries: an empty list would look as if nobody had done anything. */
async function refuseUnknown({ db, principal: { accountId } }: ReadOperationContext, query: Query): Promise<void> {
  const { actorId, operation } = query
  const hasEntries = async (by: { actorId?: string; operation?: string }) =>
    (await listAuditEntries(db, accountId, { ...by, limit: 0, after: null })).length > 0
  if (operation !== undefined && !(operation in operations) && !(await hasEntries({ operation })))
    throw unknown(
      'operation',
      `\`${operation}\` is no operation.`,
      'Use the name of an operation, such as `updateCard`.',
    )
  if (actorId !== undefined && !(await hasEntries({ actorId })) && !(await isActor(db, accountId, actorId)))
    throw unknown('actorId', 'There is no such person or API key.', 'Use the id of a person or of an API key.')
}

const unknown = (param: string, message: string, hint: string) =>
  invalidRequestError(param, message, 'parameter_invalid', hint)

/** Whether the account has this person or key, of whom there is no audit entry as long as they have done nothing. */
async function isActor(db: Db, accountId: string, id: string): Promise<boolean> {
  if (id.startsWith('per_')) return (await findPerson(db, accountId, id)) !== undefined
  return id.startsWith('key_') && (await findApiKey(db, accountId, id)) !== undefined
}

/** The id of a resource in audit entries. Entries about an approval have the id of its intent. */
async function auditedId({ db, principal }: ReadOperationContext, id: string): Promise<string> {
  const approval = id.startsWith('apr_') ? await findApproval(db, principal.accountId, id) : undefined
  return approval?.intent_id ?? id
}

const getAuditEntry: ReadOperationService<'getAuditEntry'> = async ({ db, principal }, { params }) =>
  shownAuditEntry(
    principal,
    auditEntry(objectOr404(await findAuditEntry(db, principal.accountId, params.auditId), 'audit_entry_not_found')),
  ) as AuditEntry

const getAuditHead: ReadOperationService<'getAuditHead'> = async ({ database, vault, clock, principal }) => {
  const head = await signCurrentAuditHead(database, { vault, accountId: principal.accountId, now: clock.now() })
  if (head instanceof AuditChainBreak) throw new ApiError('audit_not_signed', { details: { why: head.why } })
  return { ...head, publicKey: vault.auditPublicKey() }
}

export const auditHandlers = {
  listAudit: readOperationHandler(listAudit),
  getAuditHead: readOperationHandler(getAuditHead),
  getAuditEntry: readOperationHandler(getAuditEntry),
}
