import { isPurchase, type SpendRequest, type SpendingSubject } from '../entities.ts'
import { type IntentMatchPolicyFields, matchIntents, type IntentMatchEffects } from './subscription-match.ts'

/**
 * Says what a purchase does to the intents and subscriptions of its card (contract, section 9). Most cards have neither, and there is
 * nothing to compare.
 */
export function matchPurchaseToIntents(
  subject: Pick<SpendingSubject, 'customer' | 'card' | 'intents'>,
  policy: IntentMatchPolicyFields,
  request: SpendRequest,
): IntentMatchEffects {
  const { card, intents } = subject
  if (card === null) return NONE
  if (intents.length > 0 || card.subscriptions !== undefined || request.boundBy !== undefined)
    return matchIntents(subject, card, { policy, request })
  return policy.requireIntent && isPurchase(request) ? MISSING : NONE
}

const NONE: IntentMatchEffects = { intent: { kind: 'none' } }
const MISSING: IntentMatchEffects = { intent: { kind: 'missing' } }
