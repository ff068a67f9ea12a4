import { type IndexedListFilter, indexedListFilter } from './filters.ts'
import type { ListPageRequest } from './keyset.ts'
import { type CallerVisibleScope, callerScopeFilters } from './scope.ts'

/**
 * The query for a page of resources that belong to cards, such as intents: those of one customer, agent, card or status, or of several of
 * them together.
 */
export interface CardResourcesQuery<Status extends string> extends ListPageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly status?: Status | undefined
}

interface OfCards {
  readonly account_id: string
  readonly customer_id: string
  readonly agent_id: string | null
  readonly card_id: string | null
  readonly status: string
}

/** The columns with which the indexes of each table of resources that belong to cards begin, the narrowest first. */
const indexes = [['card_id'], ['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

/** Makes the filter for a page of resources that belong to cards. */
export const cardResourcesFilter = (
  scope: CallerVisibleScope,
  { customerId, agentId, cardId, status }: Omit<CardResourcesQuery<string>, keyof ListPageRequest>,
): IndexedListFilter =>
  indexedListFilter<OfCards>(indexes, callerScopeFilters(scope), {
    customer_id: customerId,
    agent_id: agentId,
    card_id: cardId,
    status,
  })
