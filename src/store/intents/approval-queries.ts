import type { ApprovalState } from '../../domain/intents/intent.ts'
import { approvalsTable } from '../rows/approvals.ts'
import type { SqlQuery } from '../statements/query.ts'

/**
 * Makes the statement that stores waiting approvals of intents. An approval that is stored already, waiting or decided, waits again, for a
 * decision about the intent as it is now.
 */
export const waitingApprovalQueries = (waiting: readonly ApprovalState[]): SqlQuery[] =>
  insertApprovals(waiting.map(newApproval))

const newApproval = ({ id, intent, policy }: ApprovalState) => ({
  id,
  accountId: intent.accountId,
  customerId: intent.customerId,
  agentId: intent.agentId,
  cardId: intent.cardId,
  intentId: intent.id,
  status: 'pending' as const,
  subject: {
    ...intent.declared,
    ...(intent.ceiling === null ? {} : { ceiling: intent.ceiling }),
    policy,
    approvalReasons: [...intent.approvalReasons],
  },
  decidedBy: null,
  decidedAt: null,
  note: null,
  createdAt: intent.corrections.at(-1)?.correctedAt ?? intent.createdAt,
})
const insertApprovals = approvalsTable.inserting(
  `on conflict (id, bucket) do update set status = excluded.status, subject = excluded.subject, created_at = excluded.created_at,
    decided_by = null, decided_at = null, note = null`,
)
