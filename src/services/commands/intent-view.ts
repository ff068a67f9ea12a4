import type { Approval as ApprovalAnswer, Intent as IntentAnswer } from '../../contract/resources/intents.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { type StoredApproval, approvalRevocationOfRow } from '../../store/intents/approvals.ts'
import { intentApiAnswer, approvalRevocationAnswer } from '../../domain/intents/intent-answer.ts'
import { intentSubject, hashOfDecisionSubject, type DecisionSubject } from '../../domain/changes/subject.ts'
import {
  approvalDecidableUntil,
  grantedValidMinutesOfIntent,
  declaredValidMinutesOfIntent,
} from '../../domain/intents/approval.ts'
import { approvalIdOfIntent, type IntentState } from '../../domain/intents/intent.ts'
import type { LevelNames } from '../../domain/names.ts'
import { levelNamesOf } from '../../store/statements/names.ts'
import type { ServiceSettings } from '../request/context.ts'

/** The answer about an intent: its declaration, status and decisions. */
export const intentView = (
  intent: IntentState,
  names: LevelNames,
  { publicUrl }: Pick<ServiceSettings, 'publicUrl'>,
): IntentAnswer =>
  intentApiAnswer(intent, {
    names: levelNamesView(names),
    ...(intent.status === 'pending_approval'
      ? {
          subjectHash: hashOfDecisionSubject(intentSubject(intent)),
          approvalUrl: `${publicUrl}/approvals/${approvalIdOfIntent(intent.id)}`,
        }
      : {}),
  })

export const levelNamesView = ({ customerName, agentName, cardLabel }: LevelNames) => ({
  ...(customerName === null ? {} : { customerName }),
  ...(agentName === null ? {} : { agentName }),
  ...(cardLabel === null ? {} : { cardLabel }),
})

/** The subject of the intent that an approval is about. An approval and its intent have the same subject hash. */
function approvalSubject(approval: StoredApproval): DecisionSubject {
  const { intent_id: id, customer_id: customerId, agent_id: agentId, card_id: cardId } = approval
  const { policy: _policy, approvalReasons: _reasons, ceiling = null, ...declared } = approval.subject
  return intentSubject({ id, customerId, agentId, cardId, declared, ceiling })
}

/** How long the purchase can be made after an approval: as the approver said, or as the intent declares. */
const validMinutes = ({ status, decided_at: decidedAt, revoked_by: revokedBy, expires_at, subject }: StoredApproval) =>
  decidedAt !== null && (status === 'approved' || revokedBy !== null)
    ? grantedValidMinutesOfIntent(decidedAt, expires_at)
    : declaredValidMinutesOfIntent(subject)

/** The answer about an approval, which is an intent that waits or has waited for a person, with what the person decides about. */
export const approvalView = (approval: StoredApproval): ApprovalAnswer => ({
  id: approval.id,
  intentId: approval.intent_id,
  cardId: approval.card_id,
  agentId: approval.agent_id,
  customerId: approval.customer_id,
  ...levelNamesView(levelNamesOf(approval)),
  status: approval.status,
  ...(approval.status === 'pending' ? { subjectHash: hashOfDecisionSubject(approvalSubject(approval)) } : {}),
  requestedAt: isoTimestamp(approval.created_at),
  expiresAt: isoTimestamp(
    approval.status === 'pending' ? approval.expires_at : approvalDecidableUntil(approval.created_at),
  ),
  validMinutes: validMinutes(approval),
  ...(approval.decided_at === null ? {} : { decidedAt: isoTimestamp(approval.decided_at) }),
  ...(approval.decided_by === null ? {} : { decidedBy: approval.decided_by }),
  ...(approval.note === null ? {} : { note: approval.note }),
  ...approvalRevocationAnswer(approvalRevocationOfRow(approval)),
  ...(approval.subject.expectedOrigin === undefined ? {} : { originSeen: approval.origin_seen }),
  subject: approval.subject,
})
