import type { Agent, Card, Customer } from '@purser/client'
import { useAgent, useCustomer } from '../../api/names.ts'
import { isUnlimited } from '../../lib/limits.ts'
import { Badge } from '../../ui/badge.tsx'

/** The card and the levels above it. Undefined while one of them is not known. */
export function useLevels(card: Card): readonly (Card | Agent | Customer)[] | undefined {
  const { customerId, agentId } = card
  const customer = useCustomer(customerId)
  const agent = useAgent(agentId)
  if (customer === undefined || (agentId !== null && agent === undefined)) return undefined
  return [customer, card, ...(agent ? [agent] : [])]
}

/** Marks an open card that nothing bounds, at any level. Nothing while a level of it is not known. */
export function Unlimited({ card }: { card: Card }) {
  const levels = useLevels(card)
  if (card.status === 'closed' || levels === undefined) return null
  return isUnlimited(levels) ? <Badge tone="warn">No limit</Badge> : null
}
