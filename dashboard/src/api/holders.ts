import { queryOptions } from '@tanstack/react-query'
import type { Agent, Card, Customer } from '@purser/client'
import { purser } from './client.ts'
import { confirmed } from './sign-in/passkeys.ts'
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

/** A merge patch of a few fields: what it leaves out stays. Confirmed with a passkey where it loosens much. */
export function patchHolder(level: Level, id: string, patch: object): Promise<{ id: string }> {
  return confirmed<{ id: string }>((proof) => {
    const body = { ...patch, ...proof }
    if (level === 'customer') return purser.customers.update(id, body)
    return level === 'agent' ? purser.agents.update(id, body) : purser.cards.update(id, body)
  })
}
