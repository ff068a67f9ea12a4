import { purser } from '../../api/client.ts'
import { cardName, customerName } from '../../api/names.ts'
import { formatMoney } from '../../lib/format.ts'
import type { CommandPaletteGroup, CommandPaletteItem } from './commands.ts'

type Find = (id: string, options: { signal: AbortSignal }) => Promise<Omit<CommandPaletteItem, 'key'>>

/**
 * How the resource of an id is read, by the id's prefix. It is read before it becomes a result, so that no result leads to an empty page.
 */
const kinds: Readonly<Record<string, Find>> = {
  cust: async (id, options) => ({
    name: customerName(await purser.customers.get(id, options)),
    to: `/customers/${id}`,
  }),
  agt: async (id, options) => ({ name: (await purser.agents.get(id, options)).name, to: `/agents/${id}` }),
  card: async (id, options) => ({ name: cardName(await purser.cards.get(id, options)), to: `/cards/${id}` }),
  int: async (id, options) => ({ name: (await purser.intents.get(id, {}, options)).purpose, to: `/intents/${id}` }),
  txn: async (id, options) => {
    const { amount, currency, merchant } = await purser.transactions.get(id, options)
    return { name: `${formatMoney(amount, currency)} at ${merchant.name ?? 'no merchant'}`, to: `/transactions/${id}` }
  },
  apr: async (id, options) => {
    const { status } = await purser.approvals.get(id, options)
    return { name: `Approval, ${status}`, to: `/approvals/${id}` }
  },
  chg: async (id, options) => {
    const { status } = await purser.changeRequests.get(id, options)
    return { name: `Change request, ${status}`, to: `/approvals/${id}` }
  },
  chl: async (id, options) => {
    const { status } = await purser.challenges.get(id, options)
    return { name: `Challenge, ${status}`, to: `/approvals/${id}` }
  },
  wh: async (id, options) => ({ name: (await purser.webhooks.get(id, options)).url, to: `/developers/webhooks/${id}` }),
  evt: async (id, options) => ({
    name: (await purser.events.get(id, options)).type,
    to: `/developers/events?event=${id}`,
  }),
  per: async (id, options) => ({ name: (await purser.people.get(id, options)).name, to: '/settings?tab=people' }),
}

/** The resource with this id, as a group of results. Undefined: the text is not the id of a resource that has a page. */
export function paletteResultsById(text: string, signal: AbortSignal): Promise<CommandPaletteGroup[]> | undefined {
  const [, prefix = ''] = /^([a-z]{2,4})_[0-9a-z]{26}$/.exec(text) ?? []
  const find = kinds[prefix]
  return find?.(text, { signal }).then((item) => [{ title: 'By id', items: [{ key: text, detail: text, ...item }] }])
}
