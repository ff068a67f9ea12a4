import { queryOptions } from '@tanstack/react-query'
import type { Agent, Card, Customer } from '@purser/client'
import { purser } from './client.ts'
import { confirmedByPasskey } from './sign-in/passkeys.ts'
import type { PolicyLevel } from './level-queries.ts'

/** The query of a customer, agent or card, with its policy and caps. */
export const levelQuery = (level: PolicyLevel, id: string) =>
  queryOptions({
    queryKey: [`${level}s`, id],
    queryFn: ({ signal }): Promise<Customer | Agent | Card> => {
      if (level === 'customer') return purser.customers.get(id, { signal })
      return level === 'agent' ? purser.agents.get(id, { signal }) : purser.cards.get(id, { signal })
    },
  })

/**
 * Changes some fields of a customer, agent or card by a merge patch: fields that it leaves out keep their values. The person confirms with
 * a passkey where the change loosens much.
 */
export function patchCustomerAgentOrCard(level: PolicyLevel, id: string, patch: object): Promise<{ id: string }> {
  return confirmedByPasskey<{ id: string }>((proof) => {
    const body = { ...patch, ...proof }
    if (level === 'customer') return purser.customers.update(id, body)
    return level === 'agent' ? purser.agents.update(id, body) : purser.cards.update(id, body)
  })
}
