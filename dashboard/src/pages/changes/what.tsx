import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { customerName, fullCardName, useAgent, useCard, useCustomer } from '../../api/names.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { type Choice, Combobox } from '../../ui/fields/combobox.tsx'

const LIMIT = 5

/** Of each kind a few: who looks for something types more of its name. */
const choicesQuery = (search: string) => ({
  queryKey: ['audit', 'resources', search],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Choice[]> => {
    const query = { limit: LIMIT, ...(search !== '' && { search }) }
    const [customers, agents, cards, people] = await Promise.all([
      purser.customers.list(query, { signal }),
      purser.agents.list(query, { signal }),
      purser.cards.list(query, { signal }),
      purser.people.list(query, { signal }),
    ])
    return [
      ...customers.data.map((one) => ({ value: one.id, text: customerName(one), detail: 'Customer' })),
      ...agents.data.map(({ id, name }) => ({ value: id, text: name, detail: 'Agent' })),
      ...cards.data.map((one) => ({ value: one.id, text: fullCardName(one), detail: 'Card' })),
      ...people.data.map(({ id, name }) => ({ value: id, text: name, detail: 'Person' })),
    ]
  },
  staleTime: 30_000,
})

interface Props {
  resourceId: string | undefined
  set: (resourceId: string | undefined) => void
}

/** An id, as the audit trail and addresses have it. */
const ID = /^[a-z]{2,4}_[A-Za-z0-9]+$/

/** What was changed: customers, agents, cards and people by name, everything else by its id. */
export function What({ resourceId, set }: Props) {
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed)
  const { data } = useQuery({ ...choicesQuery(settled), enabled: !ID.test(settled) })
  const byId: Choice[] = [{ value: typed, text: typed, detail: 'By its id' }]
  return (
    <Combobox
      label="What"
      placeholder="A name, or an id"
      chosen={useName(resourceId)}
      choices={ID.test(typed) ? byId : settled === typed ? data : undefined}
      onType={setTyped}
      onChoose={set}
      complaint={(text) => `No customer, agent, card or person is called “${text}”.`}
    />
  )
}

function useName(id: string | undefined): string | undefined {
  const of = (prefix: string) => (id?.startsWith(prefix) === true ? id : null)
  const customer = useCustomer(of('cust_'))
  const agent = useAgent(of('agt_'))
  const card = useCard(of('card_'))
  if (customer !== undefined) return customerName(customer)
  return agent?.name ?? (card === undefined ? id : fullCardName(card))
}
