import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Agent, Card, Customer } from '@purser/client'
import { purser } from './client.ts'

/** How long names of customers, agents and cards count as fresh: they change seldom, and events make them stale at once. */
const staleTime = 60_000
/**
 * How many of the newest customers, agents and cards are read for their names: most companies have no more, so one request names every row.
 * Older ones are read one by one.
 */
const limit = 100

export const newestCustomersQuery = queryOptions({
  queryKey: ['customers', { limit }],
  queryFn: ({ signal }) => purser.customers.list({ limit }, { signal }),
  staleTime,
})
export const newestAgentsQuery = queryOptions({
  queryKey: ['agents', { limit }],
  queryFn: ({ signal }) => purser.agents.list({ limit }, { signal }),
  staleTime,
})
export const newestCardsQuery = queryOptions({
  queryKey: ['cards', { limit }],
  queryFn: ({ signal }) => purser.cards.list({ limit }, { signal }),
  staleTime,
})

/** The customer with this id. Undefined: it is not loaded yet, or there is no such customer. */
export function useCustomer(id: string | null): Customer | undefined {
  const { data, isFetched } = useQuery(newestCustomersQuery)
  const listed = data?.data.find((one) => one.id === id)
  const single = useQuery({
    queryKey: ['customers', id],
    queryFn: ({ signal }) => purser.customers.get(id ?? '', { signal }),
    staleTime,
    enabled: id !== null && isFetched && listed === undefined,
  })
  return listed ?? single.data
}

/** The agent with this id. Undefined: it is not loaded yet, or there is no such agent. */
export function useAgent(id: string | null): Agent | undefined {
  const { data, isFetched } = useQuery(newestAgentsQuery)
  const listed = data?.data.find((one) => one.id === id)
  const single = useQuery({
    queryKey: ['agents', id],
    queryFn: ({ signal }) => purser.agents.get(id ?? '', { signal }),
    staleTime,
    enabled: id !== null && isFetched && listed === undefined,
  })
  return listed ?? single.data
}

/** The card with this id. Undefined: it is not loaded yet, or there is no such card. */
export function useCard(id: string | null): Card | undefined {
  const { data, isFetched } = useQuery(newestCardsQuery)
  const listed = data?.data.find((one) => one.id === id)
  const single = useQuery({
    queryKey: ['cards', id],
    queryFn: ({ signal }) => purser.cards.get(id ?? '', { signal }),
    staleTime,
    enabled: id !== null && isFetched && listed === undefined,
  })
  return listed ?? single.data
}

/** A customer's name: the business, else the person, else the mail address, else the id. */
export function customerName({ name, email, id }: Pick<Customer, 'name' | 'email' | 'id'>): string {
  const person = [name?.first, name?.last].filter(Boolean).join(' ')
  return name?.business ?? (person || email || id)
}

/** A card's name: its label, else its last four digits. */
export const cardName = ({ label, last4 }: Pick<Card, 'label' | 'last4'>): string => label ?? `Card ${digits(last4)}`

/** A card's name with its last four digits, for lists in which cards may have the same label. */
export const cardNameWithDigits = ({ label, last4 }: Pick<Card, 'label' | 'last4'>): string =>
  `${label ?? 'Card'} ${digits(last4)}`

const digits = (last4: string | null): string => (last4 === null ? 'without a number' : `•••• ${last4}`)
