import type { Card } from '@purser/client'
import { useAgent, useCustomer } from '../../api/names.ts'
import { isUnlimited } from '../../lib/limits.ts'
import { Badge } from '../../ui/badge.tsx'

/** Marks an open card that nothing bounds, at any level. Nothing while a level of it is not known. */
export function Unlimited({ card }: { card: Card }) {
  const { customerId, agentId, status } = card
  const customer = useCustomer(customerId)
  const agent = useAgent(agentId)
  if (status === 'closed' || customer === undefined || (agentId !== null && agent === undefined)) return null
  return isUnlimited([customer, card, ...(agent ? [agent] : [])]) ? <Badge tone="warn">No limit</Badge> : null
}
