import type { ChangedIntent } from '../../domain/changes/intent.ts'
import { intentsTable } from '../rows/intents.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { givenRowsTableSql } from '../statements/given-rows.ts'
import type { SqlQuery } from '../statements/query.ts'
import { givenRowsUpdateWriter } from '../statements/write.ts'
import { waitingApprovalQueries } from './approval-queries.ts'

/**
 * Makes the statements that save changed intents, for batches, requests and sweeps. Each statement gets only the intents that it changes.
 */
export const changedIntentQueries = (changed: readonly ChangedIntent[]): SqlQuery[] => [
  ...updateDecisions(changed.filter(hasNewDecision).map(({ after }) => after)),
  ...updateReports(changed.filter(hasNewReport).map(({ after }) => after)),
  ...updateDeclarations(changed.filter(isCorrected).map(({ after }) => after)),
  ...waitingApprovalQueries(changed.flatMap(({ asked }) => asked ?? [])),
  ...endApprovals(changed.flatMap(endedRow)),
]

const DECISION_FIELDS = [
  'status',
  'decidedBy',
  'decidedAt',
  'decisionNote',
  'canceledAt',
  'revokedBy',
  'revocationReason',
  'expiresAt',
  'oneTimeCardId',
] as const

const hasNewDecision = ({ before, after }: ChangedIntent): boolean =>
  DECISION_FIELDS.some((field) => before[field] !== after[field])
const hasNewReport = ({ before, after }: ChangedIntent): boolean => before.report !== after.report

const isCorrected = ({ before, after }: ChangedIntent): boolean => before.corrections !== after.corrections

const updateDecisions = intentsTable.updating(DECISION_FIELDS)
const updateReports = intentsTable.updating(['report'], 'intent-reports')
const updateDeclarations = intentsTable.updating(
  ['declared', 'declaredBy', 'ceiling', 'requiresApproval', 'approvalReasons', 'autoApprovedAt', 'corrections'],
  'intent-declarations',
)

const endedRow = ({ after, end }: ChangedIntent) =>
  end === null
    ? []
    : [
        {
          bucket: bucketOfId(after.id),
          intent_id: after.id,
          status: end.status,
          decided_by: end.decidedBy,
          decided_at: end.decidedAt,
          note: end.note,
        },
      ]
const endedColumns = {
  bucket: 'smallint',
  intent_id: 'word',
  status: 'word',
  decided_by: 'word',
  decided_at: 'bigint',
  note: 'text',
} as const
const endApprovals = givenRowsUpdateWriter(
  'end-approvals',
  `update approvals stored set status = given.status, decided_by = given.decided_by, decided_at = given.decided_at,
      note = given.note
    from ${givenRowsTableSql({ intent_id: 'text', status: 'text', decided_by: 'text', decided_at: 'bigint', note: 'text' })}
    where stored.bucket = given.bucket and stored.intent_id = given.intent_id and stored.status in ('pending', 'approved')`,
  endedColumns,
)
