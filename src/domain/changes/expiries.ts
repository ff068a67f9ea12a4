import type { Policy } from '../../contract/policy.ts'
import { cardExpiry } from '../card-expiry.ts'
import { type CascadeLevels, effectivePolicy } from '../decision/cascade.ts'

/** An open card as far as its expiry depends on it. */
export interface OpenCard {
  readonly id: string
  readonly customerId: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly policy: Policy
  /** Of its agent as it is stored. Null: it has none. */
  readonly agentPolicy: Policy | null
}

/** A card that expires at another time, because a policy above it changed. */
export interface ExpiryChange extends Pick<OpenCard, 'id' | 'customerId'> {
  readonly expiresAt: number | null
}

/** When a card expires by the policies of its levels, Unix milliseconds; null: never. */
export const expiryOf = (levels: CascadeLevels, createdAt: number): number | null =>
  cardExpiry(createdAt, effectivePolicy(levels).policy)

/** Whether a change of a policy may move the expiry of the cards beneath it. Most changes touch no TTL. */
export const mayMoveExpiries = (before: Policy, after: Policy): boolean =>
  before.ttlMinutes !== after.ttlMinutes || before.ttlDays !== after.ttlDays

/** The new expiries of open cards beneath changed levels. `agent`: as the change leaves it; null: each card's agent as it is stored. */
export function movedExpiries(
  { customer, agent }: Pick<CascadeLevels, 'customer' | 'agent'>,
  cards: readonly OpenCard[],
): ExpiryChange[] {
  return cards.flatMap(({ id, customerId, createdAt, expiresAt, policy, agentPolicy }) => {
    const above = agent ?? (agentPolicy && { policy: agentPolicy })
    const expiry = expiryOf({ customer, agent: above, card: { policy } }, createdAt)
    return expiry === expiresAt ? [] : [{ id, customerId, expiresAt: expiry }]
  })
}
