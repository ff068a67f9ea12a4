import { isPurchase, type SpendRequest, type Subject } from '../entities.ts'
import { type MatchPolicyFields, matchIntents, type MatchEffects } from './subscription-match.ts'

/**
 * Says what a purchase does to the intents and subscriptions of its card (contract, section 9). Most cards have neither, and there is
 * nothing to compare.
 */
export function matchPurchase(
  subject: Pick<Subject, 'customer' | 'card' | 'intents'>,
  policy: MatchPolicyFields,
  request: SpendRequest,
): MatchEffects {
  const { card, intents } = subject
  if (card === null) return NONE
  if (intents.length > 0 || card.subscriptions !== undefined || request.boundBy !== undefined)
    return matchIntents(subject, card, { policy, request })
  return policy.requireIntent && isPurchase(request) ? MISSING : NONE
}

const NONE: MatchEffects = { intent: { kind: 'none' } }
const MISSING: MatchEffects = { intent: { kind: 'missing' } }
