import { present } from '../lib/assert.ts'
import type { LoadedCard, WorkingSet } from './batch/working-set.ts'

/** What people call whom an intent belongs to, at this moment. Null: it has no agent, or no such name. */
export interface Names {
  readonly customerName: string | null
  readonly agentName: string | null
  readonly cardLabel: string | null
}

/** A business by its name, a person by first and last. An email is none: whoever may see the name may not know where to write. */
export const customerName = (name: { first?: string; last?: string; business?: string } | null): string | null =>
  name && (name.business ?? [name.first, name.last].filter((part) => part !== undefined).join(' '))

export const namesOf = (
  { customers, agents }: Pick<WorkingSet, 'customers' | 'agents'>,
  { customerId, agentId, label }: LoadedCard,
): Names => ({
  customerName: present(customers.get(customerId), 'a card has its customer loaded').name,
  agentName: agentId === null ? null : present(agents.get(agentId), 'a card has its agent loaded').name,
  cardLabel: label,
})
