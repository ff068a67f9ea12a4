import { Type } from 'typebox'
import { AuditEntry, AuditHead } from '../resources/audit.ts'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'
import { timeRangeFilters, IdInput } from '../primitives.ts'

const tag = 'Audit trail'
const roles = ['admin', 'read'] as const
const created = timeRangeFilters('entries that were made')

export const auditOperations = {
  listAudit: declareOperation({
    method: 'GET',
    path: '/audit',
    tag,
    summary: 'List audit entries',
    description:
      'All changes by people, API keys and the service. The id of an approval finds the entries of its intent. An `actorId` or an `operation` that nothing is called by is refused.',
    roles,
    query: listPageQuery({
      resourceId: Type.Optional(IdInput),
      actorId: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
      operation: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      createdAfter: created.lower,
      createdBefore: created.upper,
    }),
    status: 200,
    response: listPageSchema(AuditEntry),
    errors: [],
  }),
  getAuditHead: declareOperation({
    method: 'GET',
    path: '/audit/head',
    tag,
    summary: 'Read the signed end of the audit trail',
    description:
      'The signed end, if you keep it elsewhere, proves later that no entry up to it was changed or removed.',
    roles,
    status: 200,
    response: AuditHead,
    errors: ['audit_not_signed'],
  }),
  getAuditEntry: declareOperation({
    method: 'GET',
    path: '/audit/{auditId}',
    tag,
    summary: 'Read an audit entry',
    roles,
    status: 200,
    response: AuditEntry,
    errors: ['audit_entry_not_found'],
  }),
} as const
