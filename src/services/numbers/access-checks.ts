import type { Policy } from '../../contract/policy.ts'
import { type EffectivePolicy, effectivePolicy } from '../../domain/decision/cascade.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { LockedCardFamily } from '../../store/cards/card-family.ts'
import { findIntentOfCard } from '../../store/intents/intents.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { type CardObstacle, numberObstacle, cardObstacles } from './card-obstacles.ts'
import type { WriteContext } from '../request/context.ts'
import { currentIntentState } from '../intents/intent-expiry.ts'

/** The result of checking whether a card number may be read. */
export interface NumberAccessCheck {
  /** Every reason against reading the card number, in the order of the contract (section 7). */
  readonly obstacles: readonly CardObstacle[]
  /** The intent that the request to read names. Null: it names no intent, or the card has no such intent. */
  readonly intent: IntentState | null
  readonly effective: EffectivePolicy
}

/** The checks that a read of a card number and an attestation have in common. The caller holds the customer's lock. */
export async function checkNumberAccess(
  context: WriteContext,
  family: LockedCardFamily,
  intentId: string | undefined,
): Promise<NumberAccessCheck> {
  const effective = effectivePolicy(family)
  const { policy } = effective
  const intent = await namedIntent(context, family, intentId)
  const obstacles = [
    ...(await stopObstacles(context)),
    ...cardObstacles(family, context.clock.now()),
    ...(intentId === undefined ? missingIntentObstacles(policy) : intentObstacles(intent)),
  ]
  return { obstacles, intent, effective }
}

/**
 * Returns the obstacle of a stopped account. The stop is read while the customer is locked, so that no number is released after the stop
 * was committed.
 */
async function stopObstacles({ tx, principal }: WriteContext): Promise<CardObstacle[]> {
  const { stopped_at: stoppedAt } = await findAccount(tx, principal.accountId)
  return stoppedAt === null ? [] : [numberObstacle('account_stopped')]
}

async function namedIntent(context: WriteContext, { card, locked }: LockedCardFamily, intentId: string | undefined) {
  if (intentId === undefined) return null
  const intent = await findIntentOfCard(context.tx, card.id, intentId)
  return intent ? currentIntentState(context, locked, intent) : null
}

const missingIntentObstacles = ({ requireIntent }: Policy): CardObstacle[] =>
  requireIntent === true ? [numberObstacle('intent_required')] : []

function intentObstacles(intent: IntentState | null): CardObstacle[] {
  if (intent === null) return [numberObstacle('intent_not_found')]
  if (intent.status === 'pending_approval') return [numberObstacle('approval_required')]
  return intent.status === 'pending' ? [] : [numberObstacle('intent_not_pending', `The intent is ${intent.status}.`)]
}
