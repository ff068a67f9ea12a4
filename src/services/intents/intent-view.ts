import type { Approval as ApprovalAnswer, Intent as IntentAnswer } from '../../contract/resources/intents.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Approval } from '../../store/intents/approvals.ts'
import { approvalIdOf, type IntentState } from '../../domain/intents/intent.ts'
import type { Names } from '../../domain/names.ts'
import { namesIn } from '../../store/statements/names.ts'
import type { ServiceSettings } from '../request/context.ts'

/** The answer about an intent: its declaration, status and decisions. */
export const intentView = (
  intent: IntentState,
  names: Names,
  { publicUrl }: Pick<ServiceSettings, 'publicUrl'>,
): IntentAnswer => ({
  id: intent.id,
  customerId: intent.customerId,
  agentId: intent.agentId,
  cardId: intent.cardId,
  ...namesView(names),
  status: intent.status,
  ...intent.declared,
  ...(intent.ceiling === null ? {} : { ceiling: intent.ceiling }),
  requiresApproval: intent.requiresApproval,
  ...decisionOf(intent),
  ...(intent.status === 'pending_approval' ? { approvalUrl: `${publicUrl}/approvals/${approvalIdOf(intent.id)}` } : {}),
  ...(intent.canceledAt === null ? {} : { canceledAt: timestamp(intent.canceledAt) }),
  ...outcomeOf(intent),
  ...(intent.report === null ? {} : { report: intent.report }),
  expiresAt: timestamp(intent.expiresAt),
  createdAt: timestamp(intent.createdAt),
})

export const namesView = ({ customerName, agentName, cardLabel }: Names) => ({
  ...(customerName === null ? {} : { customerName }),
  ...(agentName === null ? {} : { agentName }),
  ...(cardLabel === null ? {} : { cardLabel }),
})

/** Who decided about an intent, and when. */
function decisionOf({ status, decidedBy: by, decidedAt: at, decisionNote: note }: IntentState) {
  if (by === null || at === null) return {}
  if (status !== 'rejected') {
    return { approvedBy: by, approvedAt: timestamp(at), ...(note === null ? {} : { decisionNote: note }) }
  }
  const noted = note === null ? {} : { rejectionReason: note, decisionNote: note }
  return { rejectedBy: by, rejectedAt: timestamp(at), ...noted }
}

function outcomeOf({ status, matchedAt: at, transactionId, matchResult }: IntentState) {
  return {
    ...(at === null ? {} : { [status === 'matched' ? 'matchedAt' : 'mismatchedAt']: timestamp(at) }),
    ...(transactionId === null ? {} : { transactionId }),
    ...(matchResult === null ? {} : { matchResult }),
  }
}

/** The answer about an approval, which is an intent that waits or has waited for a person, with what the person decides about. */
export const approvalView = (approval: Approval): ApprovalAnswer => ({
  id: approval.id,
  intentId: approval.intent_id,
  cardId: approval.card_id,
  agentId: approval.agent_id,
  customerId: approval.customer_id,
  ...namesView(namesIn(approval)),
  status: approval.status,
  requestedAt: timestamp(approval.created_at),
  ...(approval.decided_at === null ? {} : { decidedAt: timestamp(approval.decided_at) }),
  ...(approval.decided_by === null ? {} : { decidedBy: approval.decided_by }),
  ...(approval.note === null ? {} : { note: approval.note }),
  ...(approval.subject.expectedOrigin === undefined ? {} : { originSeen: approval.origin_seen }),
  subject: approval.subject,
})
