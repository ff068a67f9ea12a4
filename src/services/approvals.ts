import { MINUTE_MS } from '../lib/clock.ts'
import { endApproval, findApproval, listApprovals as listRows } from '../store/approvals.ts'
import { isWaiting } from '../store/intent-expiry.ts'
import { intentEvent } from '../store/intent-event.ts'
import { type Intent, lockIntent, saveIntentDecision } from '../store/intents.ts'
import { recordEvents } from '../store/outbox.ts'
import { type ReadService, Refusal, type WriteContext, type WriteService } from './context.ts'
import { currentIntent, expireOverdue } from './intent-expiry.ts'
import { approvalView, decisionOf, intentView } from './intent-view.ts'
import { found } from './ownership.ts'
import { mapPage, paginate } from './pagination.ts'
import { isSelfApproval } from './self-approval.ts'

/** Lets an intent that waits be used. Its time starts anew: the person may have taken a day. */
export const approveIntent: WriteService<'approveIntent'> = (context, { params, body }) =>
  decide(context, params.intentId, {
    applies: awaitsApproval,
    isForbidden: isSelfApproval,
    event: 'intent.approved',
    approval: { status: 'approved', note: body.note ?? null },
    change: (intent, by, now) => ({
      ...intent,
      status: 'pending',
      decided_by: by,
      decided_at: now,
      expires_at: now + intent.declared.ttlMinutes * MINUTE_MS,
    }),
  })

export const rejectIntent: WriteService<'rejectIntent'> = (context, { params, body }) =>
  decide(context, params.intentId, {
    applies: awaitsApproval,
    event: 'intent.rejected',
    approval: { status: 'rejected', note: body.reason ?? null },
    change: (intent, by, now) => ({
      ...intent,
      status: 'rejected',
      decided_by: by,
      decided_at: now,
      rejection_reason: body.reason ?? null,
    }),
  })

/** Withdraws an intent, whether it waits for a person or for its transaction. */
export const cancelIntent: WriteService<'cancelIntent'> = (context, { params }) =>
  decide(context, params.intentId, {
    applies: isWaiting,
    event: 'intent.canceled',
    approval: { status: 'canceled', note: null },
    change: (intent, _, now) => ({ ...intent, status: 'canceled', canceled_at: now }),
  })

const awaitsApproval = ({ status }: Intent): boolean => status === 'pending_approval'

interface Decision {
  applies(intent: Intent): boolean
  /** Whether the policy keeps this caller from it. */
  isForbidden?(context: WriteContext, intent: Intent): Promise<boolean>
  readonly event: 'intent.approved' | 'intent.rejected' | 'intent.canceled'
  readonly approval: { status: 'approved' | 'rejected' | 'canceled'; note: string | null }
  change(intent: Intent, by: string, now: number): Intent
}

/** One decision about one intent, under the lock. Of two at once the second finds the intent decided: 409. */
async function decide(context: WriteContext, intentId: string, decision: Decision) {
  const { clock, principal } = context
  const { locked, intent } = found(await lockIntent(context, principal, intentId), 'intent_not_found')
  const before = await currentIntent(context, locked, intent)
  if (!decision.applies(before)) return notPending(before, decision)
  if (await decision.isForbidden?.(context, before)) return new Refusal('self_approval')
  const now = clock.now()
  const after = decision.change(before, principal.keyId, now)
  await saveIntentDecision(locked, after)
  await endApproval(locked, after, { ...decision.approval, decided_by: principal.keyId, decided_at: now })
  await recordEvents(locked, [intentEvent(decision.event, after, now)])
  return intentView(after)
}

/** Of two people who approve at once, the second learns that the first has. */
function notPending(intent: Intent, { event }: Decision): Refusal {
  const { status } = intent
  const decided = event === 'intent.canceled' ? {} : decisionOf(intent)
  if (!('approvedAt' in decided)) {
    return new Refusal('intent_not_pending', { message: `The intent is ${status}.`, details: { status } })
  }
  return new Refusal('intent_not_pending', {
    message: `The intent was approved at ${decided.approvedAt} by ${decided.approvedBy} and is ${status}.`,
    details: { status, reason: 'already_approved', ...decided },
  })
}

export const listApprovals: ReadService<'listApprovals'> = async (context, { query }) => {
  await expireOverdue(context)
  const { status, customerId, agentId } = query
  const page = await paginate(context, { name: 'listApprovals', query }, (request) =>
    listRows(context.db, context.principal.accountId, { ...request, status, customerId, agentId }),
  )
  return mapPage(page, approvalView)
}

export const getApproval: ReadService<'getApproval'> = async (context, { params }) => {
  await expireOverdue(context)
  const { db, principal } = context
  return approvalView(found(await findApproval(db, principal.accountId, params.approvalId), 'approval_not_found'))
}
