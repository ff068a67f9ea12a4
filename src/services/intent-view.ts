import type { Approval as ApprovalAnswer, Intent as IntentAnswer } from '../contract/intents.ts'
import { timestamp } from '../lib/clock.ts'
import type { Approval } from '../store/approvals.ts'
import type { Intent } from '../store/intents.ts'

/** An intent as answers show it: what was declared, and what became of it. */
export const intentView = (intent: Intent): IntentAnswer => ({
  id: intent.id,
  customerId: intent.customer_id,
  agentId: intent.agent_id,
  cardId: intent.card_id,
  status: intent.status,
  ...intent.declared,
  ...(intent.ceiling === null ? {} : { ceiling: intent.ceiling }),
  requiresApproval: intent.requires_approval,
  ...decisionOf(intent),
  ...(intent.canceled_at === null ? {} : { canceledAt: timestamp(intent.canceled_at) }),
  ...outcomeOf(intent),
  expiresAt: timestamp(intent.expires_at),
  createdAt: timestamp(intent.created_at),
})

/** Who decided about an intent, and when. */
export function decisionOf({ status, decided_by: by, decided_at: at, rejection_reason: reason }: Intent) {
  if (by === null || at === null) return {}
  if (status !== 'rejected') return { approvedBy: by, approvedAt: timestamp(at) }
  return { rejectedBy: by, rejectedAt: timestamp(at), ...(reason === null ? {} : { rejectionReason: reason }) }
}

function outcomeOf({ status, matched_at: at, transaction_id: transactionId, match_result: matchResult }: Intent) {
  return {
    ...(at === null ? {} : { [status === 'matched' ? 'matchedAt' : 'mismatchedAt']: timestamp(at) }),
    ...(transactionId === null ? {} : { transactionId }),
    ...(matchResult === null ? {} : { matchResult }),
  }
}

/** The wait of an intent for a person, with what that person decides on. */
export const approvalView = (approval: Approval): ApprovalAnswer => ({
  id: approval.id,
  intentId: approval.intent_id,
  cardId: approval.card_id,
  agentId: approval.agent_id,
  customerId: approval.customer_id,
  status: approval.status,
  requestedAt: timestamp(approval.created_at),
  ...(approval.decided_at === null ? {} : { decidedAt: timestamp(approval.decided_at) }),
  ...(approval.decided_by === null ? {} : { decidedBy: approval.decided_by }),
  ...(approval.note === null ? {} : { note: approval.note }),
  subject: approval.subject,
})
