import type { PostingGroup } from '../../contract/resources/stats/postings.ts'
import type { SpendGroup } from '../../contract/resources/stats/stats.ts'
import { merchantCategoryName } from '../../domain/merchant-categories/category-name.ts'
import type { SpendingLevel } from '../../domain/rollups/spend-shares.ts'
import { assertPresent } from '../../lib/assert.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { findCard } from '../../store/cards/cards.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { findCustomer } from '../../store/customers/customers.ts'
import { readCustomersAgentsAndCardsById } from '../../store/customers/levels-by-id.ts'
import type { ReadOperationContext } from '../request/context.ts'

/** The level whose spend a query of statistics is about, with the ids of the levels above it. */
export interface StatsScope {
  readonly level: SpendingLevel
  readonly scopeId: string
  /** The currency of the sums of spend. For an account, it is the currency of customers that have chosen none. */
  readonly currency: string
  readonly above: Partial<Record<SpendGroup, string | null>>
}

/** The levels that a query of statistics names. The narrowest of them is summed. */
interface NamedLevels {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
}

/**
 * The most specific level that a query of statistics names. Null: the caller cannot see this level, or it is not beneath the other levels
 * that the query names.
 */
export async function statsScope(
  { db, principal }: ReadOperationContext,
  { customerId, agentId, cardId }: NamedLevels,
): Promise<StatsScope | null> {
  const named = agentId ?? principal.agentId ?? undefined
  if (cardId !== undefined) {
    const card = await findCard(db, principal, cardId)
    if (card === undefined || isOther(card.customerId, customerId) || isOther(card.agentId, agentId)) return null
    const { currency } = card
    return {
      level: 'card',
      scopeId: cardId,
      currency,
      above: { customer: card.customerId, agent: card.agentId, card: cardId },
    }
  }
  if (named !== undefined) {
    const agent = await findAgent(db, principal, named)
    if (agent === undefined || isOther(agent.customerId, customerId)) return null
    const customer = assertPresent(
      await findCustomer(db, principal.accountId, agent.customerId),
      'an agent has a customer',
    )
    return {
      level: 'agent',
      scopeId: named,
      currency: customer.currency,
      above: { customer: customer.id, agent: named },
    }
  }
  if (customerId === undefined) {
    const { id, currency } = await findAccount(db, principal.accountId)
    return { level: 'account', scopeId: id, currency, above: {} }
  }
  const customer = await findCustomer(db, principal.accountId, customerId)
  if (customer === undefined) return null
  return { level: 'customer', scopeId: customerId, currency: customer.currency, above: { customer: customerId } }
}

const isOther = (id: string | null, requested: string | undefined): boolean =>
  requested !== undefined && id !== requested

/** Reads what the groups of an answer's sums are called: customers, agents, cards and categories. The caller sees emails unless it is an agent. */
export async function namesOfSpendGroups(
  { db, principal }: ReadOperationContext,
  groupBy: SpendGroup | PostingGroup,
  views: readonly { readonly group?: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const groups = [...new Set(views.flatMap(({ group }) => group ?? []))]
  if (groupBy === 'category') return new Map(groups.flatMap((mcc) => nameOfCategory(mcc)))
  if (groupBy !== 'customer' && groupBy !== 'agent' && groupBy !== 'card') return new Map()
  const levels = await readCustomersAgentsAndCardsById(db, principal.accountId, groups)
  const seesEmails = principal.agentId === null
  return new Map(
    levels.flatMap(({ id, name, email }) => {
      const shown = name || (seesEmails ? email : null)
      return shown ? [[id, shown]] : []
    }),
  )
}

function nameOfCategory(mcc: string): [[string, string]] | [] {
  const name = merchantCategoryName(mcc)
  return name === undefined ? [] : [[mcc, name]]
}

/** The field `name` of a group of sums, where the group has a name. */
export function groupNameView(names: ReadonlyMap<string, string>, group: string | null | undefined): { name?: string } {
  const name = names.get(group ?? '')
  return name === undefined ? {} : { name }
}
