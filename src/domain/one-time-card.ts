import type { Policy } from '../contract/policy.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import type { LoadedCard } from './loaded-levels.ts'

/**
 * The own rules of a one-time card, which is made for the purchase of one intent. It ends with the intent, and pays for that alone, whatever
 * other levels say. `lifeMs`: how many milliseconds the intent still lives.
 */
export const oneTimePolicy = (lifeMs: number): Policy => ({
  requireIntent: true,
  onMissingIntent: 'decline',
  onIntentMismatch: 'decline',
  ttlMinutes: Math.ceil(lifeMs / MINUTE_MS),
})

/** The one-time card's own rules in the policy by which its purchase was decided. */
export const oneTimeRulesOf = ({ requireIntent, onMissingIntent, onIntentMismatch, ttlMinutes }: Policy): Policy =>
  ({ requireIntent, onMissingIntent, onIntentMismatch, ttlMinutes }) as Policy

/**
 * The card by which a purchase with a one-time card is decided. It is the parent card, with its rules and everything that it has spent, so
 * that many one-time cards together stay within the parent's limits. The one-time card adds its own rules, and can only pay once. What it
 * has in `limits` is its intent's ceiling, for people and issuers to see; decisions read the intent.
 */
export const cardOfOneTimePurchase = (
  { subscriptions: _subscriptions, ...parent }: LoadedCard,
  own: LoadedCard,
): LoadedCard => ({
  ...parent,
  status: parent.status === 'active' ? own.status : parent.status,
  // A purchase that was paid does not go on once its parent is closed, though its own card has been closed all along.
  usage: parent.status === 'closed' ? parent.usage : 'single',
  last4: own.last4,
  policy: mergedPolicy(parent.policy, own.policy),
  createdAt: own.createdAt,
  consumedAt: own.consumedAt,
  failedCredentials: own.failedCredentials,
})

const merged = new WeakMap<Policy, WeakMap<Policy, Policy>>()

/** The policy of a parent with the rules of its one-time card over it. It is the same object for the same two policies, which never change. */
function mergedPolicy(parent: Policy, own: Policy): Policy {
  const known = merged.get(parent) ?? new WeakMap<Policy, Policy>()
  const policy = known.get(own) ?? { ...parent, ...own }
  merged.set(parent, known.set(own, policy))
  return policy
}
