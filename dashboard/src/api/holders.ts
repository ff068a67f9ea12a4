import { queryOptions } from '@tanstack/react-query'
import type { Agent, Card, Customer } from '@purser/client'
import { purser } from './client.ts'
import type { Level } from './resources.ts'

/** The customer, agent or card itself, with its policy and caps. */
export const holderQuery = (level: Level, id: string) =>
  queryOptions({
    queryKey: [`${level}s`, id],
    queryFn: ({ signal }): Promise<Customer | Agent | Card> => {
      if (level === 'customer') return purser.customers.get(id, { signal })
      return level === 'agent' ? purser.agents.get(id, { signal }) : purser.cards.get(id, { signal })
    },
  })

/** A merge patch of a few fields: what it leaves out stays. */
export function patchHolder(level: Level, id: string, patch: object): Promise<{ id: string }> {
  if (level === 'customer') return purser.customers.update(id, patch)
  return level === 'agent' ? purser.agents.update(id, patch) : purser.cards.update(id, patch)
}
