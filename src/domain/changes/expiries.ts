import type { Policy } from '../../contract/policy.ts'
import { cardExpiry } from '../card-expiry.ts'
import { type CascadeLevels, effectivePolicy } from '../decision/cascade.ts'

/** The fields of an open card on which its expiry depends. Times are Unix milliseconds. */
export interface OpenCardExpiryFields {
  readonly id: string
  readonly customerId: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly policy: Policy
  /** The stored policy of the card's agent. Null: the card has no agent. */
  readonly agentPolicy: Policy | null
}

/** The new expiry of a card after a change of a policy of its agent or customer. Null: the card no longer expires. */
export interface CardExpiryChange extends Pick<OpenCardExpiryFields, 'id' | 'customerId'> {
  readonly expiresAt: number | null
}

/** When a card expires under the policies of its levels, in Unix milliseconds. Null: never. */
export const cardExpiryOfLevels = (levels: CascadeLevels, createdAt: number): number | null =>
  cardExpiry(createdAt, effectivePolicy(levels).policy)

/**
 * Whether a change of a policy can change the expiry of the cards beneath it. Most changes touch no TTL, so that cards need not be read.
 */
export const mayChangeCardExpiries = (before: Policy, after: Policy): boolean =>
  before.ttlMinutes !== after.ttlMinutes || before.ttlDays !== after.ttlDays

/**
 * Computes the new expiries of open cards beneath changed levels. `agent`: the agent after the change; null: each card's stored agent
 * counts.
 */
export function changedCardExpiries(
  { customer, agent }: Pick<CascadeLevels, 'customer' | 'agent'>,
  cards: readonly OpenCardExpiryFields[],
): CardExpiryChange[] {
  return cards.flatMap(({ id, customerId, createdAt, expiresAt, policy, agentPolicy }) => {
    const above = agent ?? (agentPolicy && { policy: agentPolicy })
    const expiry = cardExpiryOfLevels({ customer, agent: above, card: { policy } }, createdAt)
    return expiry === expiresAt ? [] : [{ id, customerId, expiresAt: expiry }]
  })
}
