import type { Policy } from '../../contract/policy.ts'
import { cardExpiry } from '../../domain/card-expiry.ts'
import type { WholeCard } from '../../domain/changes/card.ts'
import { effectivePolicy, type CascadeLevels } from '../../domain/decision/cascade.ts'
import { openCardsBeneath, saveExpiries } from '../../store/cards/card-expiries.ts'
import type { LockedCustomer } from '../../store/customers/customer-lock.ts'
import type { Customer } from '../../store/customers/customers.ts'

/** When a card expires by the policies of its levels, Unix milliseconds; null: never. */
export const expiryOf = (levels: CascadeLevels, createdAt: number): number | null =>
  cardExpiry(createdAt, effectivePolicy(levels).policy)

/** The card with the expiry that its policies and those above it give it. */
export const withExpiry = (levels: Omit<CascadeLevels, 'card'>, card: WholeCard): WholeCard => ({
  ...card,
  expiresAt: expiryOf({ ...levels, card }, card.createdAt),
})

interface PolicyChange {
  /** As it is now. */
  readonly customer: Customer
  /** The agent whose policy changed; null: the customer's did. */
  readonly agentId: string | null
  readonly before: Policy
  readonly after: Policy
}

/**
 * Sets the expiry of all open cards beneath a policy that changed, in the same transaction and two statements. The new
 * policy is stored already, and the customer is locked. Most changes touch no TTL and cost nothing here.
 */
export async function refreshExpiries(
  locked: LockedCustomer,
  { customer, agentId, before, after }: PolicyChange,
): Promise<void> {
  if (before.ttlMinutes === after.ttlMinutes && before.ttlDays === after.ttlDays) return
  const cards = await openCardsBeneath(locked, { agentId })
  const moved = cards.flatMap(({ id, createdAt, expiresAt, policy, agentPolicy }) => {
    const agent = agentPolicy && { policy: agentPolicy }
    const expiry = expiryOf({ customer, agent, card: { policy } }, createdAt)
    return expiry === expiresAt ? [] : [{ id, expiresAt: expiry }]
  })
  await saveExpiries(locked, moved)
}
