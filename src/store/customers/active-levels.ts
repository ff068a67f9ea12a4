import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import type { Db } from '../connection/db.ts'
import type { CustomerRecord } from './customers.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst } from '../statements/keyset.ts'
import { isOwnCard } from '../statements/own-cards.ts'
import type { AgentRow, CardRow, CustomerRow } from '../rows/tables.ts'

export interface ActiveLevels {
  readonly customers: readonly Pick<CustomerRecord, 'id' | 'name' | 'email'>[]
  readonly agents: readonly { readonly id: string; readonly customer_id: string; readonly name: string }[]
  readonly cards: readonly (SpendingLevelIds & { readonly cardId: string })[]
  /** True: the account has more customers, agents or cards than are listed here. */
  readonly isPartial: boolean
}

type Most = Readonly<Record<'customers' | 'agents' | 'cards', number>>

const indexes = [['account_id', 'status']] as const

/** Lists the newest active customers, agents and cards of an account with their ids and names, but without policies, which may be large. */
export async function listActiveCustomersAgentsCards(db: Db, accountId: string, most: Most): Promise<ActiveLevels> {
  const active = { account_id: accountId, status: 'active' }
  const page = (limit: number) => ({ limit, after: null })
  const [customers, agents, cards] = await Promise.all([
    listRowsNewestFirst(
      db.selectFrom('customers').select(['id', 'name', 'email']),
      indexedListFilter<CustomerRow>(indexes, active),
      page(most.customers),
    ).execute(),
    listRowsNewestFirst(
      db.selectFrom('agents').select(['id', 'customer_id', 'name']).where('deleted_at', 'is', null),
      indexedListFilter<AgentRow>(indexes, active),
      page(most.agents),
    ).execute(),
    listRowsNewestFirst(
      db.selectFrom('cards').select(['id', 'customer_id', 'agent_id']).where(isOwnCard),
      indexedListFilter<CardRow>(indexes, active),
      page(most.cards),
    ).execute(),
  ])
  return {
    customers: customers.slice(0, most.customers),
    agents: agents.slice(0, most.agents),
    cards: cards
      .slice(0, most.cards)
      .map(({ id, customer_id: customerId, agent_id: agentId }) => ({ customerId, agentId, cardId: id })),
    isPartial: customers.length > most.customers || agents.length > most.agents || cards.length > most.cards,
  }
}
