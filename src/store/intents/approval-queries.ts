import type { ApprovalState } from '../../domain/intents/intent.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Query } from '../statements/query.ts'
import { insertInto } from '../statements/write.ts'

/**
 * Makes the statement that stores waiting approvals of intents. An approval that is stored already, waiting or decided, waits again, for a
 * decision about the intent as it is now.
 */
export const askApprovals = (approvals: readonly ApprovalState[]): Query[] =>
  insertApprovals(approvals.map(approvalRow))

const approvalRow = ({ id, intent, policy }: ApprovalState) => ({
  bucket: bucketOf(id),
  id,
  account_id: intent.accountId,
  customer_id: intent.customerId,
  agent_id: intent.agentId,
  card_id: intent.cardId,
  intent_id: intent.id,
  status: 'pending',
  subject: { ...intent.declared, ...(intent.ceiling === null ? {} : { ceiling: intent.ceiling }), policy },
  created_at: intent.corrections.at(-1)?.correctedAt ?? intent.createdAt,
})
const insertApprovals = insertInto(
  'approvals',
  {
    bucket: 'smallint',
    id: 'word',
    account_id: 'word',
    customer_id: 'word',
    agent_id: 'word',
    card_id: 'word',
    intent_id: 'word',
    status: 'word',
    subject: 'json',
    created_at: 'bigint',
  },
  `on conflict (id, bucket) do update set status = excluded.status, subject = excluded.subject, created_at = excluded.created_at,
    decided_by = null, decided_at = null, note = null`,
)
