import { nobodys, of } from '../documented.ts'
import { shown, type Step } from '../step.ts'
import { company } from './people.ts'

/** What was changed, by whom, and the clock. */
export const trail: readonly Step[] = [
  shown('listAudit', 'ofResource', 'What became of a customer', { query: { resourceId: company } }),
  shown('listAudit', 'ofOperation', 'The newest change of an agent', { query: { operation: 'updateAgent', limit: 1 } }),
  shown('getAuditEntry', 'change', 'One change', { path: { auditId: of('aud', 1) } }),
  shown('getAuditEntry', 'unknown', 'An id that is not there', { path: { auditId: nobodys('aud') }, status: 404 }),
  shown('getAuditHead', 'signed', 'The end of the chain'),
  shown('getTestClock', 'now', 'What time it is'),
  shown('advanceTestClock', 'hour', 'An hour later', { body: { seconds: 3600 } }),
]
