import type { Agent, Card, Customer } from '@purser/client'
import { useAgent, useCustomer } from '../../api/names.ts'
import { isSpendUnlimited } from '../../lib/limits.ts'
import { Badge } from '../../ui/badge.tsx'

/** A card with the levels above it. Undefined while one of them is not loaded. */
export function useCardWithLevels(card: Card): readonly (Card | Agent | Customer)[] | undefined {
  const { customerId, agentId } = card
  const customer = useCustomer(customerId)
  const agent = useAgent(agentId)
  if (customer === undefined || (agentId !== null && agent === undefined)) return undefined
  return [customer, card, ...(agent ? [agent] : [])]
}

/** The mark on an open card that no level limits. Nothing is drawn while a level is not loaded. */
export function UnlimitedCardMark({ card }: { card: Card }) {
  const levels = useCardWithLevels(card)
  if (card.status === 'closed' || levels === undefined) return null
  return isSpendUnlimited(levels) ? <Badge tone="warn">No limit</Badge> : null
}
