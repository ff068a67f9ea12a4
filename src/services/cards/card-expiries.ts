import type { UnsavedAgentChange } from '../../domain/changes/agent.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { UnsavedCustomerChange } from '../../domain/changes/customer.ts'
import {
  type CardExpiryChange,
  cardExpiryOfLevels,
  mayChangeCardExpiries,
  changedCardExpiries,
} from '../../domain/changes/expiries.ts'
import type { CascadeLevels } from '../../domain/decision/cascade.ts'
import { openCardsOfCustomerOrAgent } from '../../store/cards/card-expiries.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'

/** Returns the card with its expiry, which follows from the policies of the card, its agent and its customer. */
export const cardWithExpiry = (levels: Omit<CascadeLevels, 'card'>, card: CardWithAllFields): CardWithAllFields => ({
  ...card,
  expiresAt: cardExpiryOfLevels({ ...levels, card }, card.createdAt),
})

/** The new expiries of a customer's open cards that follow from a change of the customer. */
export async function cardExpiriesOfCustomer(
  locked: LockedCustomer,
  { before, after }: UnsavedCustomerChange,
): Promise<CardExpiryChange[]> {
  if (!mayChangeCardExpiries(before.policy, after.policy)) return []
  return changedCardExpiries(
    { customer: after, agent: null },
    await openCardsOfCustomerOrAgent(locked, { agentId: null }),
  )
}

/** The new expiries of an agent's open cards that follow from a change of the agent. */
export async function cardExpiriesOfAgent(
  locked: LockedCustomer,
  { before, after }: UnsavedAgentChange,
): Promise<CardExpiryChange[]> {
  if (!mayChangeCardExpiries(before.policy, after.policy)) return []
  const cards = await openCardsOfCustomerOrAgent(locked, { agentId: after.id })
  return changedCardExpiries({ customer: locked.customer, agent: after }, cards)
}
