import { MAX_LEVELS_IN_BUDGET_STATS } from '../../contract/resources/stats/budget-limits.ts'
import {
  type CardsBeneathLevels,
  isBudgetWindow,
  type LevelWithLimits,
  tightestLimits,
} from '../../domain/spend/tightest-limits.ts'
import {
  type CustomerAgentOrCardById,
  readCustomersAgentsAndCardsById,
  newestCardsOf,
} from '../../store/customers/levels-by-id.ts'
import type { ReadOperationContext } from '../request/context.ts'
import type { LevelLimitWindows } from './level-windows.ts'

/** The most cards of one customer or agent among which the limits with the largest used share are searched: the newest cards, of any status. */
const MOST_CARDS = 100

/** Finds the tightest limit of each named customer, agent and card. Holds are not counted in these limits yet. */
export async function limitsOfNamedLevels(
  context: ReadOperationContext,
  read: LevelLimitWindows,
  ids: readonly string[],
) {
  const rows = await readCustomersAgentsAndCardsById(context.db, context.principal.accountId, ids)
  // Limits of which an equal share is used keep the order of the ids in the request, because a database returns rows in no fixed order.
  const levels = rows
    .filter(({ isDeleted }) => !isDeleted)
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  const owners = await Promise.all(
    levels.map(async (level): Promise<LevelWithLimits> => ({
      level: levelOf(level),
      id: level.id,
      name: level.name || level.email || level.id,
      windows: await read.of(level),
    })),
  )
  const beneath = await cardsBeneath(context, read, owners)
  const isPartial = beneath.partial.size > 0
  return { limits: tightestLimits(owners, beneath, { withCapsAbove: true }), isPartial }
}

const levelOf = ({ agentId, cardId }: CustomerAgentOrCardById): LevelWithLimits['level'] =>
  cardId === null ? (agentId === null ? 'customer' : 'agent') : 'card'

/**
 * Reads active cards of the named customers and agents (`owners`) whose own policy has a limit that each card counts for itself. Cards of
 * other customers and agents are not compared. All these cards together are at most as many as in an answer for the whole account, so each
 * of the customers and agents may have only an equal share. `partial` are the ids of those that have more cards than are returned.
 */
async function cardsBeneath(
  { db }: ReadOperationContext,
  read: LevelLimitWindows,
  owners: readonly LevelWithLimits[],
): Promise<Required<CardsBeneathLevels>> {
  const limiting = owners.filter(({ level, windows }) =>
    windows.some((one) => level !== 'card' && one.kind === 'policy' && one.level === level && isBudgetWindow(one)),
  )
  const share = Math.min(MOST_CARDS, Math.floor(MAX_LEVELS_IN_BUDGET_STATS.cards / Math.max(1, limiting.length)))
  const rows = await Promise.all(
    (['customer', 'agent'] as const).map((of) => {
      const ids = limiting.filter(({ level }) => level === of).map(({ id }) => id)
      return newestCardsOf(db, of, { ids, most: MOST_CARDS + 1 })
    }),
  )
  const partial = new Set<string>()
  const chosen = new Map<string, (typeof rows)[number][number]>()
  for (const [ownerId, newest] of Map.groupBy(rows.flat(), (row) => row.ownerId)) {
    const active = newest.slice(0, MOST_CARDS).filter(({ status }) => status === 'active')
    if (newest.length > MOST_CARDS || active.length > share) partial.add(ownerId)
    for (const card of active.slice(0, share)) chosen.set(card.cardId, card)
  }
  const cards = await Promise.all([...chosen.values()].map((levels) => read.ofCard(levels)))
  return { cards, partial }
}
