import type { ListPage } from '../../../contract/operation.ts'
import type { Purser } from '../../remote/client.ts'
import { newestItemsOfApiList, type ListPageQuery } from '../../remote/pages.ts'
import type { ApplyEntryFields, ApplyEntryKind } from '../file/entry.ts'
import type { AccountObjects } from '../plan/step.ts'
import type { ApplyRequestRetry } from './retry.ts'

type Listed = ApplyEntryFields & { readonly id: string }

const EVERYTHING = { limit: Infinity, cursor: null, filters: {}, statuses: [] }

/** Reads every customer, agent, card and webhook of the account. */
export async function readAccountObjects(purser: Purser, retry: ApplyRequestRetry): Promise<AccountObjects> {
  const everything = async (kind: ApplyEntryKind): Promise<ApplyEntryFields[]> => {
    const load = (query: ListPageQuery) => retry<ListPage<object>>(() => purser[kind].list(query))
    const { data } = await newestItemsOfApiList(load as (query: ListPageQuery) => Promise<ListPage<Listed>>, EVERYTHING)
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
