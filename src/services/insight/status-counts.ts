import { AgentStatus } from '../../contract/sheets/agent-fields.ts'
import { CardStatus } from '../../contract/sheets/card-fields.ts'
import { CustomerStatus } from '../../contract/sheets/customer-fields.ts'
import { MAX_COUNTED_BY_STATUS, type StatusCounts } from '../../contract/resources/stats/status-counts.ts'
import { countLevelsOfStatus } from '../../store/customers/status-counts.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'

const statuses = {
  customers: CustomerStatus.enum,
  agents: AgentStatus.enum,
  cards: CardStatus.enum,
} as const satisfies Readonly<Record<keyof StatusCounts, readonly string[]>>

/** How many customers, agents and cards have each status, for the tabs of lists (contract, section 14). */
const getStatusCounts: ReadOperationService<'getStatusCounts'> = async (context) => ({
  customers: await countsOf(context, 'customers'),
  agents: await countsOf(context, 'agents'),
  cards: await countsOf(context, 'cards'),
})

const countsOf = ({ db, principal: { accountId } }: ReadOperationContext, of: keyof StatusCounts) =>
  Promise.all(
    statuses[of].map(async (status) => {
      const count = await countLevelsOfStatus(db, { of, accountId, status, most: MAX_COUNTED_BY_STATUS + 1 })
      return { status, count: Math.min(count, MAX_COUNTED_BY_STATUS), hasMore: count > MAX_COUNTED_BY_STATUS }
    }),
  )

export const statusCountHandlers = { getStatusCounts: readOperationHandler(getStatusCounts) }
