import type { ChangedIntent } from '../../domain/changes/intent.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { givenRows } from '../statements/given-rows.ts'
import type { Query } from '../statements/query.ts'
import { update, updating } from '../statements/write.ts'
import { askApprovals } from './approval-queries.ts'

/**
 * Makes the statements that save changed intents, for batches, requests and sweeps. Each statement gets only the intents that it changes.
 */
export const changedIntentQueries = (intents: readonly ChangedIntent[]): Query[] => [
  ...updateDecisions(intents.filter(hasNewDecision).map(({ after }) => intentDecisionRow(after))),
  ...updateReports(intents.filter(hasNewReport).map(({ after }) => reportRow(after))),
  ...updateDeclarations(intents.filter(isCorrected).map(({ after }) => declarationRow(after))),
  ...askApprovals(intents.flatMap(({ asked }) => asked ?? [])),
  ...endApprovals(intents.flatMap(endedRow)),
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
] as const

const hasNewDecision = ({ before, after }: ChangedIntent): boolean =>
  DECISION_FIELDS.some((field) => before[field] !== after[field])
const hasNewReport = ({ before, after }: ChangedIntent): boolean => before.report !== after.report

const isCorrected = ({ before, after }: ChangedIntent): boolean => before.corrections !== after.corrections

/** Makes a row of those columns of an intent that decisions about it change. */
export const intentDecisionRow = (intent: IntentState) => ({
  bucket: bucketOf(intent.id),
  id: intent.id,
  status: intent.status,
  decided_by: intent.decidedBy,
  decided_at: intent.decidedAt,
  decision_note: intent.decisionNote,
  canceled_at: intent.canceledAt,
  revoked_by: intent.revokedBy,
  revocation_reason: intent.revocationReason,
  expires_at: intent.expiresAt,
})
const updateDecisions = update<ReturnType<typeof intentDecisionRow>>('intents', {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  decided_by: 'word',
  decided_at: 'bigint',
  decision_note: 'text',
  canceled_at: 'bigint',
  revoked_by: 'word',
  revocation_reason: 'text',
  expires_at: 'bigint',
})

const reportRow = ({ id, report }: IntentState) => ({ bucket: bucketOf(id), id, report })
const updateReports = update<ReturnType<typeof reportRow>>(
  'intents',
  { bucket: 'smallint', id: 'word', report: 'json' },
  [],
  'intent-reports',
)

const declarationRow = (intent: IntentState) => ({
  bucket: bucketOf(intent.id),
  id: intent.id,
  declared: intent.declared,
  declared_by: intent.declaredBy,
  ceiling: intent.ceiling,
  requires_approval: intent.requiresApproval,
  corrections: intent.corrections,
})
const updateDeclarations = update<ReturnType<typeof declarationRow>>(
  'intents',
  {
    bucket: 'smallint',
    id: 'word',
    declared: 'json',
    declared_by: 'word',
    ceiling: 'bigint',
    requires_approval: 'boolean',
    corrections: 'json',
  },
  [],
  'intent-declarations',
)

const endedRow = ({ after, end }: ChangedIntent) =>
  end === null
    ? []
    : [
        {
          bucket: bucketOf(after.id),
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
const endApprovals = updating(
  'end-approvals',
  `update approvals stored set status = given.status, decided_by = given.decided_by, decided_at = given.decided_at,
      note = given.note
    from ${givenRows({ intent_id: 'text', status: 'text', decided_by: 'text', decided_at: 'bigint', note: 'text' })}
    where stored.bucket = given.bucket and stored.intent_id = given.intent_id and stored.status in ('pending', 'approved')`,
  endedColumns,
)
