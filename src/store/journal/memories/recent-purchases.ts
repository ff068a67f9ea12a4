import type { RecentPurchase } from '../../../domain/entities.ts'
import type { LoadedCard } from '../../../domain/loaded-levels.ts'
import { recentPurchases } from '../../../domain/memories/recent-purchases.ts'
import { smallestIdMadeAt } from '../../../lib/ids.ts'
import { earlierPurchases, AFTER_ALL_TRANSACTION_IDS } from '../../transactions/earlier-purchases.ts'
import type { BatchWorkingSetLevels, RuleMemoryReader, RuleMemoryReadOptions } from './reader.ts'

/** Reads earlier purchases that requested ones may duplicate. */
export const recentPurchasesReader: RuleMemoryReader<readonly RecentPurchase[]> = {
  read: async (connection, { needing, ...levels }, { requested, now }) => {
    const found = new Map<string, RecentPurchase[]>(needing.map(({ id }) => [id, []]))
    const lookBacks = lookBacksOf({ needing, ...levels }, { requested, now })
    const earlier = await earlierPurchases((statement, values) => connection.rows(statement, values), lookBacks)
    for (const [index, { cardId }] of lookBacks.entries()) found.get(cardId)?.push(...(earlier[index] ?? []))
    return found
  },
  readPast: earlierPurchases,
}

function lookBacksOf(
  { needing, customers, agents }: BatchWorkingSetLevels & { readonly needing: readonly LoadedCard[] },
  { requested, now }: Pick<RuleMemoryReadOptions, 'requested' | 'now'>,
) {
  const cards = new Map(needing.map((card) => [card.id, card]))
  return requested.flatMap(({ cardId, amount, merchant }) => {
    const card = cards.get(cardId ?? '')
    if (card === undefined || amount === 0) return []
    const agent = agents.get(card.agentId ?? '') ?? null
    const since = recentPurchases.journal?.since({ customer: customers.get(card.customerId) ?? null, agent, card }, now)
    if (since === undefined) return []
    return [
      { cardId: card.id, amount, merchant, after: smallestIdMadeAt('txn', since), before: AFTER_ALL_TRANSACTION_IDS },
    ]
  })
}
