import type { Page } from '../../../contract/operation.ts'
import type { Purser } from '../../remote/client.ts'
import type { Fields, Kind } from '../file/entry.ts'
import type { Account } from '../plan/step.ts'
import type { Patiently } from './patience.ts'

/** The most that a page of a list has. */
const PAGE = 100

/** Reads every customer, agent, card and webhook of the account. */
export async function readAccount(purser: Purser, patiently: Patiently): Promise<Account> {
  const everything = async (kind: Kind): Promise<Fields[]> => {
    const objects: Fields[] = []
    let cursor: string | null = null
    do {
      const query: { limit: number; cursor?: string } = { limit: PAGE, ...(cursor === null ? {} : { cursor }) }
      const page: Page<object> = await patiently<Page<object>>(() => purser[kind].list(query))
      objects.push(...(page.data as Fields[]))
      cursor = page.nextCursor
    } while (cursor !== null)
    return objects
  }
  const [customers, agents, cards, webhooks] = await Promise.all([
    everything('customers'),
    everything('agents'),
    everything('cards'),
    everything('webhooks'),
  ])
  return { customers, agents, cards, webhooks }
}
