import { ApiError } from '../contract/errors.ts'
import type { OperationName, OutputOf } from '../contract/operations.ts'
import { effectivePolicy } from '../domain/cascade.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import { insertApproval } from '../store/approvals.ts'
import { type CardFamily, lockCardFamily } from '../store/card-family.ts'
import { findCard } from '../store/cards.ts'
import { intentEvent } from '../store/intent-event.ts'
import {
  findIntent,
  findIntentByClientId,
  insertIntent,
  type Intent,
  type IntentQuery,
  listIntents as listRows,
} from '../store/intents.ts'
import { recordEvents } from '../store/outbox.ts'
import type { DeclaredIntent } from '../store/tables.ts'
import { closedObstacles, holderObstacles } from './card-standing.ts'
import { Existing, type ReadContext, type ReadService, type WriteContext, type WriteService } from './context.ts'
import { checkFreeForm } from './free-form.ts'
import { currentIntent, expireOverdue, readIntent } from './intent-expiry.ts'
import { intentView } from './intent-view.ts'
import { found } from './ownership.ts'
import { type Listing, mapPage, paginate } from './pagination.ts'

const DEFAULT_TTL_MINUTES = 30
/** How long an intent waits for a person (contract, section 9). */
const APPROVAL_WAIT_MINUTES = 1440

/**
 * Declares what a card is about to be used for (contract, section 9). A frozen card takes intents: it may be unfrozen
 * before they expire. The customer's lock makes two declarations of one `intentId` take turns.
 */
export const createIntent: WriteService<'createIntent'> = async (context, { params, body }) => {
  const { tx, principal, clock } = context
  const family = found(await lockCardFamily(tx, principal, params.cardId), 'card_not_found')
  refuse(holderObstacles(family))
  const declared = declaredIntent(body)
  const earlier = await earlierDeclaration(context, family, declared)
  if (earlier) return new Existing(intentView(earlier))
  refuse(closedObstacles(family, clock.now()))
  return intentView(await declare(context, family, declared))
}

function refuse([first]: readonly { code: ApiError['code']; message: string }[]): void {
  if (first) throw new ApiError(first.code, { message: first.message })
}

const declaredIntent = (body: Partial<DeclaredIntent> & { purpose: string }): DeclaredIntent => ({
  ...body,
  ...(body.expectedCurrency === undefined ? {} : { expectedCurrency: body.expectedCurrency.toUpperCase() }),
  ...(body.metadata === undefined ? {} : { metadata: checkFreeForm('metadata', body.metadata) }),
  ttlMinutes: body.ttlMinutes ?? DEFAULT_TTL_MINUTES,
})

/** The intent that the caller declared under the same id before, as it stands now. */
async function earlierDeclaration(
  context: WriteContext,
  { card }: CardFamily,
  declared: DeclaredIntent,
): Promise<Intent | undefined> {
  if (declared.intentId === undefined) return undefined
  const earlier = await findIntentByClientId(context.tx, card.id, declared.intentId)
  if (earlier === undefined) return undefined
  if (canonicalJson(earlier.declared) !== canonicalJson(declared)) {
    throw new ApiError('intent_conflict', { param: 'intentId' })
  }
  return currentIntent(context, earlier)
}

async function declare(context: WriteContext, family: CardFamily, declared: DeclaredIntent): Promise<Intent> {
  const { tx, ids, clock } = context
  const { card } = family
  const { policy } = effectivePolicy(family)
  const now = clock.now()
  const requiresApproval = needsApproval(policy, declared)
  const belongs = {
    account_id: card.account_id,
    customer_id: card.customer_id,
    agent_id: card.agent_id,
    card_id: card.id,
    created_at: now,
  }
  const intent: Intent = {
    ...belongs,
    ...undecided,
    id: ids('int'),
    client_id: declared.intentId ?? null,
    status: requiresApproval ? 'pending_approval' : 'pending',
    declared,
    requires_approval: requiresApproval,
    expires_at: now + (requiresApproval ? APPROVAL_WAIT_MINUTES : declared.ttlMinutes) * MINUTE_MS,
  }
  await insertIntent(tx, intent)
  if (requiresApproval) {
    const subject = { intent: declared, policy }
    await insertApproval(tx, { ...belongs, ...openApproval, id: ids('apr'), intent_id: intent.id, subject })
  }
  const events = requiresApproval
    ? (['intent.created', 'intent.pending_approval'] as const)
    : (['intent.created'] as const)
  await recordEvents(
    tx,
    ids,
    events.map((type) => intentEvent(type, intent, now)),
  )
  return intent
}

const openApproval = { status: 'pending', decided_by: null, decided_at: null, note: null } as const

const undecided = {
  decided_by: null,
  decided_at: null,
  rejection_reason: null,
  canceled_at: null,
  matched_at: null,
  transaction_id: null,
  match_result: null,
}

/** An amount that is not declared is not below anything. */
const needsApproval = (
  { requireApproval, autoApproveBelow }: { requireApproval?: boolean; autoApproveBelow?: number },
  { expectedAmount }: DeclaredIntent,
): boolean =>
  requireApproval === true &&
  !(expectedAmount !== undefined && autoApproveBelow !== undefined && expectedAmount < autoApproveBelow)

export const listIntents: ReadService<'listIntents'> = (context, { query }) =>
  intentPage(context, { name: 'listIntents', query }, query)

export const listCardIntents: ReadService<'listCardIntents'> = async (context, { params, query }) => {
  found(await findCard(context.db, context.principal, params.cardId), 'card_not_found')
  return intentPage(
    context,
    { name: 'listCardIntents', query, params },
    { cardId: params.cardId, status: query.status },
  )
}

/** What is overdue ends first: a filter by status must not meet an intent that only looks pending. */
async function intentPage(context: ReadContext, listing: Listing & { name: OperationName }, filters: Filters) {
  await expireOverdue(context)
  const { customerId, agentId, cardId, status } = filters
  const page = await paginate(context, listing, (request) =>
    listRows(context.db, context.principal, { ...request, customerId, agentId, cardId, status }),
  )
  return mapPage(page, intentView)
}
type Filters = Omit<IntentQuery, 'limit' | 'after'>

export const getIntent: ReadService<'getIntent'> = async (context, { params }): Promise<OutputOf<'getIntent'>> => {
  const intent = found(await findIntent(context.db, context.principal, params.intentId), 'intent_not_found')
  return intentView(await readIntent(context, intent))
}
