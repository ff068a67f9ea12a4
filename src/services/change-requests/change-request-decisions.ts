import { ApiError } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { patchFor } from '../../domain/intents/asked-change.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import { changeRequestLife } from '../../domain/lifecycles/change-request.ts'
import { canBecome } from '../../domain/lifecycles/moves.ts'
import { timestamp } from '../../lib/clock.ts'
import {
  type ChangeRequest,
  endChangeRequest,
  lockChangeRequest,
  type NamedChangeRequest,
} from '../../store/intents/change-requests.ts'
import { saveChanges } from '../../store/changes/save-changes.ts'
import { wholeCard } from '../../store/rows/states.ts'
import { makersOf } from '../../store/accounts/api-keys.ts'
import type { LockedCustomer } from '../../store/customers/customer-lock.ts'
import { patchedAgent, saveAgent } from '../customers/agents.ts'
import { type AskedLevels, isOver, levelsOf, type Preview, previewOf } from '../customers/asked-levels.ts'
import { patchedCard } from '../cards/cards.ts'
import { type Loosening, unconfirmedLoosening } from '../customers/loosening.ts'
import { changeRequestView } from './change-request-view.ts'
import { found } from '../input/ownership.ts'
import type { WriteContext, WriteService } from '../request/context.ts'

/** Makes the change by the same steps as a PATCH, in the transaction of the decision. */
export const approveChangeRequest: WriteService<'approveChangeRequest'> = async (context, { params, body }) => {
  const { locked, request } = await lockWaiting(context, params.changeRequestId, 'approved')
  const levels = await levelsOf(context.tx, request)
  if (levels === undefined || isOver(levels)) {
    throw new ApiError(request.card_id === null ? 'agent_disabled' : 'card_closed')
  }
  if (effectivePolicy(levels).policy.requireSeparateApprover && (await hasAsked(context, request))) {
    throw new ApiError('self_approval', {
      message: 'The policy asks for another approver than the one who asked for the change.',
    })
  }
  const preview = previewOf(levels, request.wanted, context.clock.now())
  const refusal = await unconfirmedLoosening(context, looseningOf(request.id, { levels, preview, proof: body.proof }))
  if (refusal !== null) return refusal
  await make(context, locked, { levels, request })
  return ended(context, locked, request, { status: 'approved', note: body.note ?? null, preview })
}

/** Whether it is the caller's own request, or one of whoever has made the key that it comes with. */
async function hasAsked({ tx, principal }: WriteContext, { requested_by: asker }: ChangeRequest): Promise<boolean> {
  if (asker === principal.id) return true
  return principal.type === 'key' && (await makersOf(tx, principal.accountId, principal.id)).has(asker)
}

/** Approving it asks as much as deciding about a purchase of that amount. */
function looseningOf(
  resourceId: string,
  { levels, preview, proof }: { levels: AskedLevels; preview: Preview; proof: PasskeyAssertion | undefined },
): Loosening {
  const { customer, agent, card } = levels
  return {
    operation: 'approveChangeRequest',
    resourceId,
    levels: { customerId: customer.id, agentId: agent?.id ?? null, cardId: card?.id ?? null },
    after: preview.after,
    changes: preview.changes,
    proof,
  }
}

export const rejectChangeRequest: WriteService<'rejectChangeRequest'> = async (context, { params, body }) => {
  const { locked, request } = await lockWaiting(context, params.changeRequestId, 'rejected')
  return ended(context, locked, request, { status: 'rejected', note: body.note ?? null })
}

export const cancelChangeRequest: WriteService<'cancelChangeRequest'> = async (context, { params }) => {
  const { locked, request } = await lockWaiting(context, params.changeRequestId, 'canceled')
  return ended(context, locked, request, { status: 'canceled', note: null })
}

async function make(
  context: WriteContext,
  locked: LockedCustomer,
  { levels, request }: { levels: AskedLevels; request: ChangeRequest },
): Promise<void> {
  const patch = patchFor(levels, request.wanted)
  const { customer, agent, card } = levels
  const now = context.clock.now()
  if (card === null) await saveAgent(locked, patchedAgent(agent, patch, now), now)
  else await saveChanges(locked, { cards: patchedCard({ customer, agent, card: wholeCard(card) }, patch, now) }, now)
}

interface End {
  readonly status: 'approved' | 'rejected' | 'canceled'
  readonly note: string | null
  /** Of what approving it has changed. */
  readonly preview?: Preview
}

async function ended(
  { principal, clock, settings }: WriteContext,
  locked: LockedCustomer,
  request: NamedChangeRequest,
  { status, note, preview }: End,
) {
  const end = { status, note, decided_by: principal.id, decided_at: clock.now(), changes: preview?.changes ?? [] }
  const after = { ...request, ...end }
  await endChangeRequest(locked, request, after)
  return changeRequestView(after, settings, preview)
}

/** The request under its customer's lock. Of two people who decide at once, the second learns that the first has. */
async function lockWaiting(context: WriteContext, id: string, to: End['status']) {
  const held = found(await lockChangeRequest(context, context.principal, id), 'change_request_not_found')
  const { status, expires_at } = held.request
  const isOverdue = status === 'pending' && expires_at <= context.clock.now()
  if (isOverdue || !canBecome(changeRequestLife, status, to)) throw notPending(held.request, isOverdue)
  return held
}

function notPending({ status: stored, decided_by, decided_at }: ChangeRequest, isOverdue: boolean): ApiError {
  const status = isOverdue ? 'expired' : stored
  if (decided_by === null || decided_at === null) {
    return new ApiError('change_request_not_pending', {
      message: `The change request is ${status}.`,
      details: { status },
    })
  }
  const decidedAt = timestamp(decided_at)
  return new ApiError('change_request_not_pending', {
    message: `The change request was ${status} at ${decidedAt} by ${decided_by}.`,
    details: { status, decidedAt, decidedBy: decided_by },
  })
}
