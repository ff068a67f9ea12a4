import { ApiError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import {
  type UnsavedChangeRequestChange,
  type ChangeRequestState,
  endedChangeRequest,
  type ChangeRequestOutcomeFields,
} from '../../domain/changes/change-request.ts'
import { changeRequestSubject, type DecisionSubject } from '../../domain/changes/subject.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { canDecideApprovalAsk } from '../../domain/asks/ask.ts'
import { changeRequestLifecycle } from '../../domain/lifecycles/change-request.ts'
import { cardExpirySaveStatements } from '../../store/cards/card-expiries.ts'
import { cardSaveStatements } from '../../store/cards/card-saving.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import type { ResourceSaveStatements } from '../../store/changes/saving.ts'
import { agentSaveStatements } from '../../store/customers/agent-queries.ts'
import { changeRequestSaveStatements } from '../../store/change-requests/change-request-saving.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import { lockChangeRequest, type NamedChangeRequest } from '../../store/change-requests/change-requests.ts'
import { intentSaveStatements } from '../../store/intents/intent-saving.ts'
import { exceptionIntentChange, unconfirmedExceptionRefusal } from './exception-decisions.ts'
import { cardExpiriesOfAgent } from '../cards/card-expiries.ts'
import {
  type ChangeRequestLevels,
  isCardClosedOrAgentDisabled,
  readChangeRequestLevels,
  type ChangeRequestPreview,
  previewChangeRequestApproval,
} from './change-request-levels.ts'
import { type LevelLoosening, unconfirmedLooseningRefusal } from '../levels/loosening.ts'
import { checkShownSubjectHash } from '../request/shown.ts'
import { approvalAskNotPendingError as notPendingAsk } from '../asks/not-pending.ts'
import { checkSeparateApprover } from '../asks/separate-approver.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { WriteOperationContext, WriteOperationService } from '../request/context.ts'
import { changeRequestView, currentChangeRequestPreview } from './change-request-view.ts'

/** Approves a change request and makes the change, by the same steps as a PATCH and in the same transaction. */
export const approveChangeRequest: WriteOperationService<'approveChangeRequest'> = async (
  context,
  { params, body },
) => {
  const { principal, clock } = context
  const { locked, found: request } = await lockWaiting(context, params.changeRequestId, 'approved')
  if (request.once !== null) return approvedException(context, { locked, request }, body)
  const levels = await readChangeRequestLevels(context.tx, request)
  if (levels === undefined || isCardClosedOrAgentDisabled(levels)) {
    throw new ApiError(request.cardId === null ? 'agent_disabled' : 'card_closed')
  }
  await checkSeparateApprover(context, effectivePolicy(levels).policy, {
    requestedBy: request.requestedBy,
    name: 'the change',
  })
  const now = clock.now()
  const preview = previewChangeRequestApproval(levels, request.wanted, now)
  const subject = changeRequestSubject(request, preview.changes)
  checkShownSubjectHash(subject, body.shown)
  const refusal = await unconfirmedLooseningRefusal(
    context,
    looseningOf({ id: request.id, subject }, { levels, preview, proof: body.proof }),
  )
  if (refusal !== null) return refusal
  const end = { status: 'approved', note: body.note ?? null, changes: preview.changes } as const
  const ended = allowed(request, { ...end, decidedBy: principal.id, decidedAt: now })
  await saveAuditedChanges(locked, [
    ...(await wantedSavings(locked, preview.made, now)),
    changeRequestSaveStatements([ended], now),
  ])
  return changeRequestView({ ...ended.after, names: request.names }, context.settings, preview)
}

/** Approves the intent of a request for an exception, together with the request. No policy changes. */
async function approvedException(
  context: WriteOperationContext,
  { locked, request }: { readonly locked: LockedCustomer; readonly request: NamedChangeRequest },
  { note, shown, proof }: OperationInputOf<'approveChangeRequest'>['body'],
) {
  const { principal, clock, settings } = context
  const now = clock.now()
  const said = { status: 'approved', note: note ?? null } as const
  const intent = await exceptionIntentChange(context, request, { ...said, now })
  checkShownSubjectHash(changeRequestSubject(request, []), shown)
  const refusal = await unconfirmedExceptionRefusal(context, request, { before: intent.before, proof })
  if (refusal !== null) return refusal
  const ended = allowed(request, { ...said, changes: [], decidedBy: principal.id, decidedAt: now })
  await saveAuditedChanges(locked, [intentSaveStatements([intent], now), changeRequestSaveStatements([ended], now)])
  return changeRequestView({ ...ended.after, names: request.names }, settings)
}

/** The rows to save for an approved change request: a card, or an agent with the new expiries of its cards. */
async function wantedSavings(
  locked: LockedCustomer,
  { cards, agents }: ChangeRequestPreview['made'],
  now: number,
): Promise<readonly ResourceSaveStatements[]> {
  const expiries = await Promise.all(agents.map((change) => cardExpiriesOfAgent(locked, change)))
  return [agentSaveStatements(agents, now), cardExpirySaveStatements(expiries.flat()), cardSaveStatements(cards, now)]
}

/**
 * The change that approving a change request would make, in the form that `unconfirmedLooseningRefusal` checks: a passkey may have to confirm it.
 */
function looseningOf(
  { id: resourceId, subject }: { id: string; subject: DecisionSubject },
  {
    levels,
    preview,
    proof,
  }: { levels: ChangeRequestLevels; preview: ChangeRequestPreview; proof: PasskeyAssertion | undefined },
): LevelLoosening {
  const { customer, agent, card } = levels
  return {
    operation: 'approveChangeRequest',
    resourceId,
    subject,
    levels: { customerId: customer.id, agentId: agent?.id ?? null, cardId: card?.id ?? null },
    after: preview.after,
    changes: preview.changes,
    proof,
  }
}

export const rejectChangeRequest: WriteOperationService<'rejectChangeRequest'> = (context, { params, body }) =>
  turnedDown(context, params.changeRequestId, { status: 'rejected', note: body.note ?? null, shown: body.shown })

export const cancelChangeRequest: WriteOperationService<'cancelChangeRequest'> = (context, { params }) =>
  turnedDown(context, params.changeRequestId, { status: 'canceled', note: null })

/** Rejects or cancels a change request. Returns the answer about the request. */
async function turnedDown(
  context: WriteOperationContext,
  id: string,
  { status, note, shown }: { status: 'rejected' | 'canceled'; note: string | null; shown?: string | undefined },
) {
  const { principal, clock, settings } = context
  const { locked, found: request } = await lockWaiting(context, id, status)
  const now = clock.now()
  if (shown !== undefined) {
    const { changes } = await currentChangeRequestPreview(context.tx, request, now)
    checkShownSubjectHash(changeRequestSubject(request, changes), shown)
  }
  const ended = allowed(request, { status, note, changes: [], decidedBy: principal.id, decidedAt: now })
  const intents = request.once === null ? [] : [await exceptionIntentChange(context, request, { status, note, now })]
  await saveAuditedChanges(locked, [intentSaveStatements(intents, now), changeRequestSaveStatements([ended], now)])
  return changeRequestView({ ...ended.after, names: request.names }, settings)
}

/**
 * Locks a pending change request with its customer. Throws `change_request_not_pending`, for instance to the second of two people who
 * decide at once.
 */
async function lockWaiting(context: WriteOperationContext, id: string, to: ChangeRequestOutcomeFields['status']) {
  const waiting = objectOr404(await lockChangeRequest(context, context.principal, id), 'change_request_not_found')
  const now = context.clock.now()
  if (!canDecideApprovalAsk(changeRequestLifecycle, waiting.found, { to, now })) throw notPending(waiting.found, now)
  return waiting
}

/** The change request after a decision. Throws `change_request_not_pending` for a decision that comes too late. */
function allowed(request: ChangeRequestState, end: ChangeRequestOutcomeFields): UnsavedChangeRequestChange {
  const change = endedChangeRequest(request, end)
  if (change === null) throw notPending(request, end.decidedAt)
  return change
}

const KIND = { code: 'change_request_not_pending', name: 'The change request', life: changeRequestLifecycle } as const

const notPending = (request: ChangeRequestState, now: number) => notPendingAsk<ChangeRequestState>(KIND, request, now)
