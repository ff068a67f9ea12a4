import type { Policy } from '../../contract/policy.ts'
import { type EffectivePolicy, effectivePolicy } from '../../domain/decision/cascade.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { ApiError } from '../../contract/errors.ts'
import { lockCardWithAgentAndCustomer, type LockedCardWithAgentAndCustomer } from '../../store/cards/card-family.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { readCardById } from '../../store/cards/cards.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { findIntentOfCard } from '../../store/intents/intents.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { type CardUseObstacle, cardNumberObstacle, cardObstacles } from './card-obstacles.ts'
import type { WriteOperationContext } from '../request/context.ts'
import { currentIntentState } from '../intents/intent-expiry.ts'

/** The result of checking whether a card number may be read. */
export interface CardNumberAccessCheck {
  /** Every reason against reading the card number, in the order of the contract (section 7). */
  readonly obstacles: readonly CardUseObstacle[]
  /** The intent that the request to read names. Null: it names no intent, or the card has no such intent. */
  readonly intent: IntentState | null
  readonly effective: EffectivePolicy
  /** The card whose number is released: the one-time card of the intent, or the card itself. */
  readonly released: CardWithAllFields
}

/** The checks that a read of a card number and an attestation have in common. The caller holds the customer's lock. */
export async function checkCardNumberAccess(
  context: WriteOperationContext,
  family: LockedCardWithAgentAndCustomer,
  intentId: string | undefined,
): Promise<CardNumberAccessCheck> {
  const effective = effectivePolicy(family)
  const { policy } = effective
  const now = context.clock.now()
  const intent = await namedIntent(context, family, intentId)
  const oneTime = intent?.oneTimeCardId === undefined ? null : await readCardById(context.tx, intent.oneTimeCardId)
  const obstacles = [
    ...(await stopObstacles(context)),
    ...cardObstacles(family, now),
    ...(intentId === undefined ? missingIntentObstacles(policy) : intentObstacles(intent)),
    ...(oneTime === null ? [] : cardObstacles({ ...family, card: oneTime }, now)),
  ]
  return { obstacles, intent, effective, released: oneTime ?? family.card }
}

/**
 * Returns the obstacle of a stopped account. The stop is read while the customer is locked, so that no number is released after the stop
 * was committed.
 */
async function stopObstacles({ tx, principal }: WriteOperationContext): Promise<CardUseObstacle[]> {
  const { stopped_at: stoppedAt } = await findAccount(tx, principal.accountId)
  return stoppedAt === null ? [] : [cardNumberObstacle('account_stopped')]
}

/**
 * Locks the card whose number a request reads, with its levels. A one-time card is read as its parent for its intent. Throws
 * `card_not_found`, or `intent_not_found` for another intent than the one-time card's own.
 */
export async function familyOfNumber(
  context: WriteOperationContext,
  cardId: string,
  intentId: string | undefined,
): Promise<{ readonly family: LockedCardWithAgentAndCustomer; readonly intentId: string | undefined }> {
  const family = objectOr404(await lockCardWithAgentAndCustomer(context, context.principal, cardId), 'card_not_found')
  const { parentCardId, intentId: own } = family.card
  if (parentCardId === undefined || own === undefined) return { family, intentId }
  if (intentId !== undefined && intentId !== own) throw new ApiError('intent_not_found', { param: 'intentId' })
  const parent = objectOr404(
    await lockCardWithAgentAndCustomer(context, context.principal, parentCardId),
    'card_not_found',
  )
  return { family: parent, intentId: own }
}

async function namedIntent(
  context: WriteOperationContext,
  { card, locked }: LockedCardWithAgentAndCustomer,
  intentId: string | undefined,
) {
  if (intentId === undefined) return null
  const intent = await findIntentOfCard(context.tx, card.id, intentId)
  return intent ? currentIntentState(context, locked, intent) : null
}

const missingIntentObstacles = ({ requireIntent, cardPerIntent }: Policy): CardUseObstacle[] =>
  requireIntent === true || cardPerIntent === true ? [cardNumberObstacle('intent_required')] : []

function intentObstacles(intent: IntentState | null): CardUseObstacle[] {
  if (intent === null) return [cardNumberObstacle('intent_not_found')]
  if (intent.status === 'pending_approval') return [cardNumberObstacle('approval_required')]
  return intent.status === 'pending'
    ? []
    : [cardNumberObstacle('intent_not_pending', `The intent is ${intent.status}.`)]
}
