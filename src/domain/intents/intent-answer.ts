import type { Intent as IntentAnswer } from '../../contract/resources/intents.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { IntentState } from './intent.ts'

/** Facts that answers to requests show beside the intent itself. Events do not show them, because they may change later. */
interface Beside {
  readonly names?: Pick<IntentAnswer, 'customerName' | 'agentName' | 'cardLabel'>
  readonly subjectHash?: string
  readonly approvalUrl?: string
}

/** Makes the answer about an intent, as requests and events show it. */
export const intentApiAnswer = (intent: IntentState, { names, ...link }: Beside = {}): IntentAnswer => ({
  id: intent.id,
  customerId: intent.customerId,
  agentId: intent.agentId,
  cardId: intent.cardId,
  ...(intent.oneTimeCardId === undefined ? {} : { oneTimeCardId: intent.oneTimeCardId }),
  ...names,
  status: intent.status,
  ...intent.declared,
  ...(intent.ceiling === null ? {} : { ceiling: intent.ceiling }),
  requiresApproval: intent.requiresApproval,
  ...(intent.approvalReasons.length === 0 ? {} : { approvalReasons: [...intent.approvalReasons] }),
  ...decisionOf(intent),
  ...link,
  ...(intent.canceledAt === null ? {} : { canceledAt: isoTimestamp(intent.canceledAt) }),
  ...approvalRevocationAnswer(intent),
  ...outcomeOf(intent),
  ...(intent.report === null ? {} : { report: intent.report }),
  ...correctionsOf(intent),
  expiresAt: isoTimestamp(intent.expiresAt),
  createdAt: isoTimestamp(intent.createdAt),
})

/** The decision about an intent: by whom, and when. */
function decisionOf({ status, decidedBy: by, decidedAt: at, decisionNote: note }: IntentState) {
  if (by === null || at === null) return {}
  if (status !== 'rejected') {
    return { approvedBy: by, approvedAt: isoTimestamp(at), ...(note === null ? {} : { decisionNote: note }) }
  }
  const noted = note === null ? {} : { rejectionReason: note, decisionNote: note }
  return { rejectedBy: by, rejectedAt: isoTimestamp(at), ...noted }
}

/** The revocation of an intent's approval: by whom, when and why. The approval's record shows the same. */
export function approvalRevocationAnswer({ canceledAt: at, revokedBy: by, revocationReason: reason }: Revocation) {
  if (by === null || at === null) return {}
  return { revokedBy: by, revokedAt: isoTimestamp(at), ...(reason === null ? {} : { revocationReason: reason }) }
}
type Revocation = Pick<IntentState, 'canceledAt' | 'revokedBy' | 'revocationReason'>

function correctionsOf({ corrections }: IntentState) {
  const last = corrections.at(-1)
  return last === undefined ? {} : { corrections: corrections.length, correctedAt: isoTimestamp(last.correctedAt) }
}

function outcomeOf({ status, matchedAt: at, transactionId, matchResult }: IntentState) {
  return {
    ...(at === null ? {} : { [status === 'matched' ? 'matchedAt' : 'mismatchedAt']: isoTimestamp(at) }),
    ...(transactionId === null ? {} : { transactionId }),
    ...(matchResult === null ? {} : { matchResult }),
  }
}
