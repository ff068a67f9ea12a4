import { purser } from './client.ts'
import { customerName, cardNameWithDigits } from './names.ts'

interface NamedResults {
  readonly kind: 'Customer' | 'Agent' | 'Card'
  /** The first segment of the path of the found resources' pages: `cards` for `/cards/card_...`. */
  readonly list: 'customers' | 'agents' | 'cards'
  readonly rows: readonly { readonly id: string; readonly name: string; readonly detail: string | null | undefined }[]
  readonly hasMore: boolean
}

/** Searches the customers, agents and cards whose name or detail contains these words: at most `limit` of each, newest first. */
export function searchLevelsByName(search: string, limit: number, signal: AbortSignal): Promise<NamedResults>[] {
  const [query, options] = [{ limit, ...(search !== '' && { search }) }, { signal }]
  return [
    purser.customers.list(query, options).then(({ data, hasMore }) => ({
      kind: 'Customer',
      list: 'customers',
      rows: data.map((one) => ({ id: one.id, name: customerName(one), detail: one.email })),
      hasMore,
    })),
    purser.agents.list(query, options).then(({ data, hasMore }) => ({
      kind: 'Agent',
      list: 'agents',
      rows: data.map(({ id, name, externalId }) => ({ id, name, detail: externalId })),
      hasMore,
    })),
    purser.cards.list(query, options).then(({ data, hasMore }) => ({
      kind: 'Card',
      list: 'cards',
      rows: data.map((one) => ({ id: one.id, name: cardNameWithDigits(one), detail: one.status })),
      hasMore,
    })),
  ]
}
