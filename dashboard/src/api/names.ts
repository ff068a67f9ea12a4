import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Agent, Card, Customer } from '@purser/client'
import { purser } from './client.ts'

/** Names change seldom, and their events make them stale at once. */
const staleTime = 60_000
/** Most companies have no more: one request names every row. What is older is read by itself. */
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

/** Undefined while it loads, and where there is none. */
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

/** Undefined while it loads, and where there is none. */
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

/** Undefined while it loads, and where there is none. */
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

/** The business, or the person, or what is left to call them by. */
export function customerName({ name, email, id }: Pick<Customer, 'name' | 'email' | 'id'>): string {
  const person = [name?.first, name?.last].filter(Boolean).join(' ')
  return name?.business ?? (person || email || id)
}

/** A card's name: its label, else its last four digits. */
export const cardName = ({ label, last4 }: Pick<Card, 'label' | 'last4'>): string => label ?? `Card ${digits(last4)}`

/** A card's name with its last four digits, for lists in which cards may have the same label. */
export const fullCardName = ({ label, last4 }: Pick<Card, 'label' | 'last4'>): string =>
  `${label ?? 'Card'} ${digits(last4)}`

const digits = (last4: string | null): string => (last4 === null ? 'without a number' : `•••• ${last4}`)
