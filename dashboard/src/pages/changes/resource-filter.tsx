import { purser } from '../../api/client.ts'
import { searchLevelsByName } from '../../api/search-by-name.ts'
import { customerName, cardNameWithDigits, useAgent, useCard, useCustomer } from '../../api/names.ts'
import { Combobox, type ComboboxOptions } from '../../ui/combobox/combobox.tsx'
import type { ComboboxSearch } from '../../ui/combobox/use-results.ts'

/** The most resources of each type that the filter's search finds. A longer text narrows it. */
const EACH = 5

/** The form of an id of any resource. */
const ID = /^[a-z]{2,4}_[A-Za-z0-9]+$/

/** The search over resources of the audit trail: customers, agents, cards and people by name, all others by id. */
const resources: ComboboxSearch<ComboboxOptions> = {
  key: ['resources'],
  find: async (text, signal) => {
    if (ID.test(text)) return { options: [{ id: text, name: text, detail: 'By its id' }], hasMore: false }
    const [people, ...kinds] = await Promise.all([
      purser.people.list({ limit: EACH, ...(text !== '' && { search: text }) }, { signal }),
      ...searchLevelsByName(text, EACH, signal),
    ])
    return {
      options: [
        ...kinds.flatMap(({ kind, rows }) => rows.map(({ id, name }) => ({ id, name, detail: kind }))),
        ...people.data.map(({ id, name }) => ({ id, name, detail: 'Person' })),
      ],
      hasMore: people.hasMore || kinds.some(({ hasMore }) => hasMore),
    }
  },
}

interface Props {
  resourceId: string | undefined
  set: (resourceId: string | undefined) => void
}

/** The filter of the audit trail by resource. */
export const AuditResourceFilter = ({ resourceId, set }: Props) => (
  <Combobox
    label="Resource"
    none="Anything"
    placeholder="A name, or an id"
    value={resourceId ?? ''}
    chosenName={useName(resourceId)}
    search={resources}
    onChange={(id) => set(id || undefined)}
    complaint={(text) => `No customer, agent, card or person is called “${text}”.`}
  />
)

function useName(id: string | undefined): string | undefined {
  const of = (prefix: string) => (id?.startsWith(prefix) === true ? id : null)
  const customer = useCustomer(of('cust_'))
  const agent = useAgent(of('agt_'))
  const card = useCard(of('card_'))
  if (customer !== undefined) return customerName(customer)
  return agent?.name ?? (card === undefined ? id : cardNameWithDigits(card))
}
