import type { Agent, Card, Customer } from '@purser/client'
import { purser } from '../../api/client.ts'
import { customerName, cardNameWithDigits, useAgent, useCard, useCustomer } from '../../api/names.ts'
import { StatusBadge } from '../badge.tsx'
import { AgentName, CustomerName } from '../named.tsx'
import { Combobox, type ComboboxProps, type ComboboxOption, type ComboboxOptions } from './combobox.tsx'
import { searchCards } from './search-cards.ts'
import type { ComboboxSearch } from './use-results.ts'

type HolderProps = Omit<ComboboxProps, 'search' | 'chosenName'>

const LIMIT = 20

const customers: ComboboxSearch<ComboboxOptions> = {
  key: ['customers'],
  find: async (text, signal) => {
    const { data, hasMore } = await purser.customers.list({ limit: LIMIT, ...(text && { search: text }) }, { signal })
    return { options: data.map(customerOption), hasMore }
  },
}

const customerOption = (customer: Customer): ComboboxOption => ({
  id: customer.id,
  name: customerName(customer),
  detail: customer.status === 'active' ? (customer.email ?? '') : <StatusBadge of={customer.status} />,
})

export function CustomerCombobox(props: HolderProps) {
  const chosen = useCustomer(props.value || null)
  return <Combobox chosenName={chosen && customerName(chosen)} search={customers} {...props} />
}

/** Disabled agents are offered in filters only: no new card or key can be for one. */
interface AgentScope {
  customerId?: string | undefined
  withDisabled?: boolean
}

const agents = ({ customerId, withDisabled = false }: AgentScope): ComboboxSearch<ComboboxOptions> => ({
  key: ['agents', { customerId, withDisabled }],
  find: async (text, signal) => {
    const query = { limit: LIMIT, ...(customerId && { customerId }), ...(text && { search: text }) }
    const { data, hasMore } = await purser.agents.list(query, { signal })
    const usable = data.filter(({ status }) => withDisabled || status !== 'disabled')
    return { options: usable.map((agent) => agentOption(agent, customerId !== undefined)), hasMore }
  },
})

const agentOption = ({ id, name, status, customerId }: Agent, isOfOne: boolean): ComboboxOption => ({
  id,
  name,
  detail: status !== 'active' ? <StatusBadge of={status} /> : !isOfOne && <CustomerName id={customerId} />,
})

/**
 * A field that finds an agent. `customerId`: only that customer's agents; give the component the customer as its `key`, so that no agent of
 * an earlier customer is offered.
 */
export function AgentCombobox({ customerId, withDisabled = false, ...props }: HolderProps & AgentScope) {
  const chosen = useAgent(props.value || null)
  return <Combobox chosenName={chosen?.name} search={agents({ customerId, withDisabled })} {...props} />
}

const cards: ComboboxSearch<ComboboxOptions> = {
  key: ['cards'],
  find: async (text, signal) => {
    const { cards: found, hasMore } = await searchCards(text, LIMIT, signal)
    return { options: found.toSorted((a, b) => rankOf(a) - rankOf(b)).map(cardOption), hasMore }
  },
}

/** Sorts active cards before all others; the order among them stays. */
const rankOf = ({ status }: Card): number => (status === 'active' ? 0 : 1)

const cardOption = (card: Card): ComboboxOption => ({
  id: card.id,
  name: cardNameWithDigits(card),
  detail: card.status === 'active' ? <AgentName id={card.agentId} /> : <StatusBadge of={card.status} />,
})

export function CardCombobox(props: HolderProps) {
  const chosen = useCard(props.value || null)
  return <Combobox chosenName={chosen && cardNameWithDigits(chosen)} search={cards} {...props} />
}
