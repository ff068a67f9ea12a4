import type { Page } from '../../../contract/operation.ts'
import type { Purser } from '../../remote/client.ts'
import { newestEntries, type PageQuery } from '../../remote/pages.ts'
import type { EntryFields, EntryKind } from '../file/entry.ts'
import type { AccountObjects } from '../plan/step.ts'
import type { RetryRequest } from './retry.ts'

type Listed = EntryFields & { readonly id: string }

const EVERYTHING = { limit: Infinity, cursor: null, filters: {}, statuses: [] }

/** Reads every customer, agent, card and webhook of the account. */
export async function readAccount(purser: Purser, retry: RetryRequest): Promise<AccountObjects> {
  const everything = async (kind: EntryKind): Promise<EntryFields[]> => {
    const load = (query: PageQuery) => retry<Page<object>>(() => purser[kind].list(query))
    const { data } = await newestEntries(load as (query: PageQuery) => Promise<Page<Listed>>, EVERYTHING)
    return data
  }
  const [customers, agents, cards, webhooks] = await Promise.all([
    everything('customers'),
    everything('agents'),
    everything('cards'),
    everything('webhooks'),
  ])
  return { customers, agents, cards, webhooks }
}
