import { ApiError } from '../contract/errors.ts'
import { MAX_WAITING_INTENTS } from '../contract/intents.ts'
import type { Policy } from '../contract/policy.ts'
import { needsApproval } from '../domain/approval.ts'
import { effectivePolicy, type EffectivePolicy } from '../domain/cascade.ts'
import { declaredCeiling } from '../domain/intent-ceiling.ts'
import { bucketOf } from '../lib/buckets.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import { timeOf } from '../lib/ids.ts'
import { insertApproval } from '../store/approvals.ts'
import { type CardFamily, lockCardFamily, type LockedFamily } from '../store/card-family.ts'
import type { LockedCustomer } from '../store/customer-lock.ts'
import { countWaiting } from '../store/intent-expiry.ts'
import { intentEvent } from '../store/intent-event.ts'
import { findIntentByClientId, insertIntent, type Intent } from '../store/intents.ts'
import { recordEvents } from '../store/outbox.ts'
import type { DeclaredIntent } from '../store/tables.ts'
import { closedObstacles, holderObstacles, type Obstacle } from './card-standing.ts'
import { Existing, type WriteContext, type WriteService } from './context.ts'
import { checkFreeForm } from './free-form.ts'
import { checkTolerance } from './intent-tolerance.ts'
import { currentIntent } from './intent-expiry.ts'
import { intentView } from './intent-view.ts'
import { found } from './ownership.ts'

const DEFAULT_TTL_MINUTES = 30
/** How long an intent waits for a person (contract, section 9). */
const APPROVAL_WAIT_MINUTES = 1440

/**
 * Declares what a card is about to be used for (contract, section 9). A frozen card takes intents: it may be unfrozen
 * before they expire. The customer's lock makes declarations take turns: two of one `intentId`, and those for the last place.
 */
export const createIntent: WriteService<'createIntent'> = async (context, { params, body }) => {
  const { principal, clock } = context
  const family = found(await lockCardFamily(context, principal, params.cardId), 'card_not_found')
  refuse(holderObstacles(family))
  const declared = declaredIntent(body)
  const earlier = await earlierDeclaration(context, family, declared)
  if (earlier) return new Existing(intentView(earlier))
  refuse(closedObstacles(family, clock.now()))
  await refuseWhenFull(context, family)
  const effective = effectivePolicy(family)
  checkTolerance(declared, effective)
  const { policy } = effective
  const intent = newIntent(context, family, { declared, policy })
  const { locked } = family
  await insertIntent(locked, intent)
  if (intent.requires_approval) await askForApproval(locked, intent, policy)
  await announce(locked, intent)
  return intentView(intent)
}

function refuse([first]: readonly Obstacle[]): void {
  if (first) throw new ApiError(first.code, { message: first.message })
}

async function refuseWhenFull({ tx, clock }: WriteContext, { card }: CardFamily): Promise<void> {
  if ((await countWaiting(tx, card.id, clock.now())) < MAX_WAITING_INTENTS) return
  throw new ApiError('intent_conflict', {
    message: `This card has ${MAX_WAITING_INTENTS} intents that are pending or wait for approval: it cannot have more.`,
    hint: 'Cancel some or let them expire. With a shorter `ttlMinutes` they make room sooner.',
    details: { limit: MAX_WAITING_INTENTS },
  })
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
  { card, locked }: LockedFamily,
  declared: DeclaredIntent,
): Promise<Intent | undefined> {
  if (declared.intentId === undefined) return undefined
  const earlier = await findIntentByClientId(context.tx, card.id, declared.intentId)
  if (earlier === undefined) return undefined
  if (canonicalJson(earlier.declared) !== canonicalJson(declared)) {
    throw new ApiError('intent_conflict', {
      param: 'intentId',
      message: 'This card has another intent with that `intentId`.',
      hint: 'Choose another `intentId`, or send the same body as before.',
    })
  }
  return currentIntent(context, locked, earlier)
}

function newIntent(
  { ids, clock, principal }: WriteContext,
  { card }: CardFamily,
  { declared, policy }: { declared: DeclaredIntent; policy: EffectivePolicy['policy'] },
): Intent {
  const now = clock.now()
  const id = ids('int', bucketOf(card.id))
  const requiresApproval = needsApproval(policy, declared.expectedAmount)
  return {
    ...undecided,
    id,
    account_id: card.account_id,
    customer_id: card.customer_id,
    agent_id: card.agent_id,
    card_id: card.id,
    client_id: declared.intentId ?? null,
    status: requiresApproval ? 'pending_approval' : 'pending',
    declared,
    ceiling: declaredCeiling({ ...declared, toleranceCents: declared.tolerance }, policy) ?? null,
    declared_by: principal.keyId,
    requires_approval: requiresApproval,
    expires_at: now + (requiresApproval ? APPROVAL_WAIT_MINUTES : declared.ttlMinutes) * MINUTE_MS,
    created_at: timeOf(id),
  }
}

const undecided = {
  decided_by: null,
  decided_at: null,
  rejection_reason: null,
  canceled_at: null,
  matched_at: null,
  transaction_id: null,
  match_result: null,
}

/** Keeps what the person decides on: the intent and the policy as they are at this moment. */
function askForApproval(locked: LockedCustomer, intent: Intent, policy: Policy): Promise<void> {
  const id = locked.ids('apr', bucketOf(intent.id))
  return insertApproval(locked, {
    id,
    account_id: intent.account_id,
    customer_id: intent.customer_id,
    agent_id: intent.agent_id,
    card_id: intent.card_id,
    intent_id: intent.id,
    status: 'pending',
    subject: { ...intent.declared, ...(intent.ceiling === null ? {} : { ceiling: intent.ceiling }), policy },
    decided_by: null,
    decided_at: null,
    note: null,
    created_at: timeOf(id),
  })
}

async function announce(locked: LockedCustomer, intent: Intent): Promise<void> {
  const created = intentEvent('intent.created', intent, intent.created_at)
  const waits = intentEvent('intent.pending_approval', intent, intent.created_at)
  await recordEvents(locked, intent.requires_approval ? [created, waits] : [created])
}
