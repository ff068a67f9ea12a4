import type { CreateChangeRequestBody } from '../../contract/resources/change-requests.ts'
import { MAX_WAITING_CHANGE_REQUESTS } from '../../contract/resources/change-requests.ts'
import { MAX_INTENT_CORRECTIONS } from '../../contract/resources/intents.ts'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { newApprovalAsk } from '../../domain/asks/ask.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import { correctedIntent } from '../../domain/changes/intent.ts'
import { effectivePolicy } from '../../domain/decision/cascade.ts'
import type { Merchant } from '../../domain/entities.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { isIntentOverdue, isIntentWaiting } from '../../domain/intents/intent.ts'
import { neededException, type NeededException } from '../../domain/ladder/needed-exception.ts'
import { expectedMerchantOfIntent } from '../../domain/ladder/obstacles-to-payment.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { canonicalJsonHash } from '../../lib/hashed-json.ts'
import { timeOfId } from '../../lib/ids.ts'
import type { Policy } from '../../contract/policy.ts'
import { changeRequestSaveStatements } from '../../store/change-requests/change-request-saving.ts'
import { countWaitingChangeRequests, findChangeRequest } from '../../store/change-requests/change-requests.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { intentSaveStatements } from '../../store/intents/intent-saving.ts'
import { findIntent, lockIntent } from '../../store/intents/intents.ts'
import { findTransaction } from '../../store/transactions/transactions.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { currentIntentState } from '../intents/intent-expiry.ts'
import { currentSpendingSubjectOfCard } from '../levels/subjects.ts'
import {
  AlreadyExistingAnswer,
  type ReadOperationContext,
  type WriteOperationContext,
  type WriteOperationService,
} from '../request/context.ts'
import { changeRequestView } from './change-request-view.ts'

const DEFAULT_TTL_MINUTES = 1440

interface Judged {
  readonly intent: IntentState
  readonly merchant: Merchant
  readonly lifts: NeededException['lifts']
  readonly policy: Policy
}

/**
 * Judges which rules stand in the way of the purchase of an intent, and returns the change that asks a person for an exception: the rules
 * are lifted for that purchase alone. The intent waits for a person since then, and is decided together with the request.
 */
export async function exceptionRequest(
  context: ReadOperationContext,
  body: CreateChangeRequestBody,
): Promise<WriteOperationService<'createChangeRequest'>> {
  const intent = await intentOfException(context, body)
  const earlier = intent.declared.exception
  if (earlier !== undefined) {
    const { principal, settings } = context
    return async ({ tx }) => {
      const request = await findChangeRequest(tx, principal, earlier.changeRequestId)
      return new AlreadyExistingAnswer(changeRequestView(objectOr404(request, 'change_request_not_found'), settings))
    }
  }
  const merchant = await merchantOf(context, body, intent)
  const most = checkedCeiling(intent, context.clock.now())
  const { subject, now } = await currentSpendingSubjectOfCard(context, intent.cardId, [{ amount: most, merchant }])
  const needed = neededException(intent, { subject, merchant, most, now })
  checkNeeded(needed)
  const { policy } = effectivePolicy(subject)
  if (policy.cardPerIntent) throw cardOfItsOwnError()
  return (writing) => saveExceptionRequest(writing, body, { intent, merchant, lifts: needed.lifts, policy })
}

async function intentOfException(
  { db, principal }: ReadOperationContext,
  { once, wanted, cardId, agentId }: CreateChangeRequestBody,
): Promise<IntentState> {
  const [beside] = Object.entries({ wanted, cardId, agentId }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (beside !== undefined) {
    throw invalidRequestError(
      beside,
      'An exception is for the purchase of one intent, and changes nothing else.',
      'parameter_invalid',
      `Leave \`${beside}\` out: the intent in \`once\` says which purchase it is. For a change that stays leave \`once\` out.`,
    )
  }
  return objectOr404(await findIntent(db, principal, once?.intent ?? ''), 'intent_not_found')
}

/** The merchant of the purchase: what the intent declares, with what a declined charge or the caller says beside it. */
async function merchantOf(
  { db, principal }: ReadOperationContext,
  { transactionId, purchase }: CreateChangeRequestBody,
  intent: IntentState,
): Promise<Merchant> {
  const expected = expectedMerchantOfIntent(intent)
  if (transactionId === undefined) return { ...purchase?.merchant, ...expected }
  const transaction = objectOr404(await findTransaction(db, principal, transactionId), 'transaction_not_found')
  if (transaction.card_id === intent.cardId) return { ...expected, ...transaction.merchant }
  throw invalidRequestError(
    'transactionId',
    'The transaction belongs to another card.',
    'id_mismatch',
    'Leave it out, or name a charge of the card of the intent.',
  )
}

/** The most that the purchase of an intent may come to. Throws where no exception can be asked for the intent any more, or at all. */
function checkedCeiling(intent: IntentState, now: number): number {
  const { status, decidedBy, ceiling, corrections, declared } = intent
  if (!isIntentWaiting(intent) || isIntentOverdue(intent, now) || decidedBy !== null) {
    throw new ApiError('intent_not_pending', {
      message:
        decidedBy !== null && status === 'pending'
          ? 'A person has approved the intent as it is: an exception is asked for before that.'
          : `The intent is ${isIntentWaiting(intent) ? 'expired' : status}.`,
      hint: 'Cancel it if it is still open, declare the purchase under a new `intentId`, and ask for the exception of that intent.',
      details: { status },
    })
  }
  const isBound = ceiling !== null && declared.expectedMerchant !== undefined && declared.subscriptionId === undefined
  if (isBound && corrections.length < MAX_INTENT_CORRECTIONS) return ceiling
  throw invalidRequestError(
    'once.intent',
    'An exception is for one amount at one shop, and the intent names none, is of a subscription, or was corrected too often.',
    'parameter_invalid',
    'Declare the purchase with `expectedAmount` and `expectedMerchant`, and without `subscriptionId`.',
  )
}

function checkNeeded({ lifts, unliftable }: NeededException): void {
  if (unliftable.length > 0) {
    throw invalidRequestError(
      'once',
      `No exception lifts ${unliftable.map(({ code, why }) => `${code} (${why.replace(/\.$/, '')})`).join(', ')}.`,
      'parameter_invalid',
      'Only the owner can change that. Ask for nothing until then.',
    )
  }
  if (lifts.length > 0) return
  throw invalidRequestError(
    'once',
    'It would change nothing: no rule that an exception can lift stands in the way of the purchase.',
    'parameter_invalid',
    'Read `notPayable` of the intent. Name the category, country or id of the shop in `purchase.merchant`, or the declined charge in `transactionId`.',
  )
}

const cardOfItsOwnError = (): ApiError =>
  invalidRequestError(
    'once',
    'Each purchase of this card is paid by a card of its own, whose policy no exception lifts.',
    'parameter_invalid',
    'Ask for a change of the policy with `wanted`.',
  )

/** Saves a request for an exception, with the intent that waits for a person from now on. */
async function saveExceptionRequest(context: WriteOperationContext, body: CreateChangeRequestBody, judged: Judged) {
  const { tx, principal, clock, ids, settings } = context
  const found = objectOr404(await lockIntent(context, principal, judged.intent.id), 'intent_not_found')
  const { locked } = found
  const { names, ...stored } = found.found
  const before = await currentIntentState(context, locked, stored)
  const ceiling = checkedCeiling(before, clock.now())
  if (before.corrections.length !== judged.intent.corrections.length) {
    throw new ApiError('change_request_conflict', { message: 'The intent was corrected meanwhile.' })
  }
  const waiting = await countWaitingChangeRequests(tx, before, { status: 'pending', most: MAX_WAITING_CHANGE_REQUESTS })
  if (waiting >= MAX_WAITING_CHANGE_REQUESTS) throw new ApiError('change_request_conflict')
  const id = ids('chg', bucketOfId(before.customerId))
  const createdAt = timeOfId(id)
  const { customerId, accountId, agentId, cardId, declaredBy, declared, approvalReasons } = before
  const { merchant, lifts, policy } = judged
  const expiresAt = createdAt + (body.ttlMinutes ?? DEFAULT_TTL_MINUTES) * MINUTE_MS
  const request: ChangeRequestState = {
    id,
    accountId,
    customerId,
    agentId,
    cardId,
    status: 'pending',
    wanted: {},
    once: { intent: before.id, ceiling, lifts: [...lifts] },
    fingerprint: canonicalJsonHash([before.id, id]),
    why: body.why,
    transactionId: body.transactionId ?? null,
    purchase: { amount: declared.expectedAmount ?? ceiling, merchant },
    changes: [],
    requestedBy: principal.id,
    decidedBy: null,
    decidedAt: null,
    note: null,
    expiresAt,
    createdAt,
  }
  const exception = { changeRequestId: id, lifts: [...lifts] }
  const declaration = {
    declared: { ...declared, exception },
    declaredBy,
    ceiling,
    requiresApproval: true,
    approvalReasons,
    autoApprovedAt: null,
    expiresAt,
  }
  await saveAuditedChanges(locked, [
    intentSaveStatements([correctedIntent(before, { declaration, policy, now: createdAt })], createdAt),
    changeRequestSaveStatements([newApprovalAsk(request)], createdAt),
  ])
  return changeRequestView({ ...request, names }, settings)
}
