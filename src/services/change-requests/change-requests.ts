import { type CreateChangeRequestBody, MAX_WAITING_CHANGE_REQUESTS } from '../../contract/resources/change-requests.ts'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { newApprovalAsk } from '../../domain/asks/ask.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import { customerName, type LevelNames } from '../../domain/names.ts'
import { canonicalJsonHash } from '../../lib/hashed-json.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import {
  changeRequestSaveStatements,
  expireOverdueChangeRequests,
} from '../../store/change-requests/change-request-saving.ts'
import { lockAgent } from '../../store/customers/agents.ts'
import { lockCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import {
  countWaitingChangeRequests,
  findChangeRequest,
  findSameChangeRequest,
  listChangeRequests as listRows,
  type NamedChangeRequest,
} from '../../store/change-requests/change-requests.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import { findTransaction } from '../../store/transactions/transactions.ts'
import {
  type ChangeRequestLevels,
  isCardClosedOrAgentDisabled,
  type ChangeRequestPreview,
} from './change-request-levels.ts'
import { approveChangeRequest, cancelChangeRequest, rejectChangeRequest } from './change-request-decisions.ts'
import {
  changeRequestView,
  listedChangeRequestView,
  currentChangeRequestView,
  readListedChangeRequests,
} from './change-request-view.ts'
import { exceptionRequest } from './exception-requests.ts'
import { expireOverdueApprovalAsksOfAccount } from '../asks/expire-overdue.ts'
import { checkIsOwnCard } from '../levels/one-time-cards.ts'
import { objectOr404 } from '../input/or-throw.ts'
import {
  AlreadyExistingAnswer,
  type ReadOperationService,
  type WriteOperationContext,
  type WriteOperationService,
  type ServiceSettings,
} from '../request/context.ts'
import { preparedWriteHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { checkedOrigin } from '../levels/card-origins.ts'
import { emptyChangeRequestError, previewOfWantedChange } from './wanted-change.ts'

const DEFAULT_TTL_MINUTES = 1440

/** Creates a change request. Only a person can approve it, so that an agent never changes its own rules (contract, section 9). */
const createChangeRequest: WriteOperationService<'createChangeRequest'> = async (context, { body: sent }) => {
  const { tx, clock, settings } = context
  const body = withCheckedOrigin(wantedBody(sent), settings)
  const target = await lockLevels(context, body)
  await checkPurchase(context, target.levels, body)
  const preview = previewOfWantedChange(target.levels, body.wanted, clock.now())
  const request = newRequest(context, target.levels, body)
  const earlier = await findSameChangeRequest(tx, request)
  if (earlier !== undefined && isStillAnswer(earlier, preview, clock.now())) {
    return new AlreadyExistingAnswer(await currentChangeRequestView(context, tx, earlier))
  }
  if (preview.changes.length === 0) throw emptyChangeRequestError()
  const waiting = await countWaitingChangeRequests(tx, request, {
    status: 'pending',
    most: MAX_WAITING_CHANGE_REQUESTS,
  })
  if (waiting >= MAX_WAITING_CHANGE_REQUESTS) throw new ApiError('change_request_conflict')
  await saveAuditedChanges(target.locked, [changeRequestSaveStatements([newApprovalAsk(request)], clock.now())])
  return changeRequestView({ ...request, names: namesOf(target.levels) }, settings, preview)
}

type WantedBody = CreateChangeRequestBody & Required<Pick<CreateChangeRequestBody, 'wanted'>>

function wantedBody({ wanted, ...body }: CreateChangeRequestBody): WantedBody {
  if (wanted !== undefined) return { ...body, wanted }
  throw invalidRequestError(
    'wanted',
    'It asks for nothing.',
    'parameter_missing',
    'Send `wanted`, or `once` with the intent of the one purchase that it is for.',
  )
}

/** The body of a new change request, with its wanted origin checked and in the form that `allowedOrigins` contains. */
function withCheckedOrigin(body: WantedBody, settings: ServiceSettings): WantedBody {
  const { allow } = body.wanted
  if (allow?.origin === undefined) return body
  const origin = checkedOrigin('wanted.allow.origin', allow.origin, settings)
  return { ...body, wanted: { ...body.wanted, allow: { ...allow, origin } } }
}

/**
 * Whether a new change request is answered with an earlier one for the same change, instead of being stored. The earlier request must not
 * have expired, and must be pending, rejected, or approved with its change still in place (so that nothing would change).
 */
function isStillAnswer(
  { status, expiresAt }: NamedChangeRequest,
  { changes }: ChangeRequestPreview,
  now: number,
): boolean {
  if (expiresAt <= now) return false
  return status === 'approved' ? changes.length === 0 : status === 'pending' || status === 'rejected'
}

interface LockedLevels {
  readonly locked: LockedCustomer
  readonly levels: ChangeRequestLevels
}

async function lockLevels(
  context: WriteOperationContext,
  { cardId, agentId }: CreateChangeRequestBody,
): Promise<LockedLevels> {
  if ((cardId === undefined) === (agentId === undefined)) {
    throw invalidRequestError(
      'cardId',
      'A change is of a card or of an agent.',
      cardId === undefined ? 'parameter_missing' : 'parameter_invalid',
      'Send `cardId`, or `agentId`, and not both.',
    )
  }
  const { locked, ...levels } =
    cardId === undefined ? await lockOfAgent(context, agentId ?? '') : await lockOfCard(context, cardId)
  checkIsOwnCard(levels.card?.parentCardId)
  if (isCardClosedOrAgentDisabled(levels)) throw new ApiError(levels.card === null ? 'agent_disabled' : 'card_closed')
  return { locked, levels }
}

const lockOfCard = async (context: WriteOperationContext, cardId: string) =>
  objectOr404(await lockCardWithAgentAndCustomer(context, context.principal, cardId), 'card_not_found')

async function lockOfAgent(context: WriteOperationContext, agentId: string) {
  const { locked, agent } = objectOr404(await lockAgent(context, context.principal, agentId), 'agent_not_found')
  return { locked, customer: locked.customer, agent, card: null }
}

async function checkPurchase(
  { tx, principal }: WriteOperationContext,
  { agent, card }: ChangeRequestLevels,
  { transactionId, purchase }: CreateChangeRequestBody,
): Promise<void> {
  if (transactionId === undefined) return
  if (purchase !== undefined) {
    throw invalidRequestError(
      'purchase',
      'The transaction says which purchase it is.',
      'parameter_invalid',
      'Send `transactionId` or `purchase`, and not both.',
    )
  }
  const transaction = objectOr404(await findTransaction(tx, principal, transactionId), 'transaction_not_found')
  const isOwn = card === null ? transaction.agent_id === agent.id : transaction.card_id === card.id
  if (isOwn) return
  throw invalidRequestError(
    'transactionId',
    `The transaction belongs to another ${card === null ? 'agent' : 'card'}.`,
    'id_mismatch',
    'Leave it out, or name the card that it was tried with.',
  )
}

function newRequest(
  { ids, principal }: WriteOperationContext,
  { customer, agent, card }: ChangeRequestLevels,
  { wanted, why, transactionId, purchase, ttlMinutes = DEFAULT_TTL_MINUTES }: WantedBody,
): ChangeRequestState {
  const id = ids('chg', bucketOfId(customer.id))
  return {
    id,
    accountId: customer.accountId,
    customerId: customer.id,
    agentId: agent?.id ?? null,
    cardId: card?.id ?? null,
    status: 'pending',
    wanted,
    once: null,
    fingerprint: canonicalJsonHash([(card ?? agent)?.id, wanted]),
    why,
    transactionId: transactionId ?? null,
    purchase: purchase ?? null,
    changes: [],
    requestedBy: principal.id,
    decidedBy: null,
    decidedAt: null,
    note: null,
    expiresAt: timeOfId(id) + ttlMinutes * MINUTE_MS,
    createdAt: timeOfId(id),
  }
}

const namesOf = ({ customer, agent, card }: ChangeRequestLevels): LevelNames => ({
  customerName: customerName(customer.name),
  agentName: agent?.name ?? null,
  cardLabel: card?.label ?? null,
  currency: customer.currency,
})

const listChangeRequests: ReadOperationService<'listChangeRequests'> = async (context, { query }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueChangeRequests)
  const { customerId, agentId, cardId, status } = query
  return paginate(context, {
    name: 'listChangeRequests',
    query,
    load: async (page) =>
      readListedChangeRequests(
        context.db,
        context.principal.accountId,
        await listRows(context.db, context.principal, { ...page, customerId, agentId, cardId, status }),
      ),
    view: (listed) => listedChangeRequestView(listed, context),
  })
}

const getChangeRequest: ReadOperationService<'getChangeRequest'> = async (context, { params }) => {
  await expireOverdueApprovalAsksOfAccount(context, expireOverdueChangeRequests)
  const { db, principal } = context
  const request = await findChangeRequest(db, principal, params.changeRequestId)
  return currentChangeRequestView(context, db, objectOr404(request, 'change_request_not_found'))
}

export const changeRequestHandlers = {
  createChangeRequest: preparedWriteHandler(createChangeRequest, async (context, { body }) =>
    body.once === undefined ? createChangeRequest : exceptionRequest(context, body),
  ),
  listChangeRequests: readOperationHandler(listChangeRequests),
  getChangeRequest: readOperationHandler(getChangeRequest),
  approveChangeRequest: writeOperationHandler(approveChangeRequest),
  rejectChangeRequest: writeOperationHandler(rejectChangeRequest),
  cancelChangeRequest: writeOperationHandler(cancelChangeRequest),
}
