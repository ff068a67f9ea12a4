import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@purser/client'
import { purser } from '../../api/client.ts'
import { customerName } from '../../api/names.ts'
import { cardName } from '../../api/names.ts'

/** How many of the newest customers, agents and so on are read for their names. Older resources are shown by their id. */
const LIMIT = 100

const lists: Readonly<Record<string, () => Promise<[id: string, name: string][]>>> = {
  customers: async () => (await purser.customers.list({ limit: LIMIT })).data.map((one) => [one.id, customerName(one)]),
  agents: async () => (await purser.agents.list({ limit: LIMIT })).data.map(({ id, name }) => [id, name]),
  cards: async () => (await purser.cards.list({ limit: LIMIT })).data.map((one) => [one.id, cardName(one)]),
  webhooks: async () =>
    (await purser.webhooks.list({ limit: LIMIT })).data.map(({ id, url }) => [id, new URL(url).host]),
}

const NAMES = ['name', 'label', 'email', 'externalId', 'url'] as const

/** The name of an audited resource: its present name, or else the one in the audit entry itself. */
export function useAuditedResourceName(
  type: AuditEntry['resource']['type'],
  id: string,
  changes: AuditEntry['changes'],
): string | undefined {
  const list = `${type}s`
  const load = lists[list]
  const { data } = useQuery({
    queryKey: [list, 'names'],
    queryFn: async () => new Map(await load?.()),
    enabled: load !== undefined,
    staleTime: 60_000,
  })
  return data?.get(id) ?? nameIn(changes)
}

function nameIn(changes: AuditEntry['changes']): string | undefined {
  for (const field of NAMES) {
    const change = changes.find(({ path }) => path === field)
    const value = change?.after ?? change?.before
    if (typeof value === 'string') return value
  }
  return undefined
}
