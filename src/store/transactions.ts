import type { Selectable } from 'kysely'
import type { Db } from './database.ts'
import { firstId } from '../lib/ids.ts'
import { byId } from './by-id.ts'
import { matching } from './filters.ts'
import { newestFirst, type PageRequest } from './keyset.ts'
import { scopeFilters, visibleTo, type Scope } from './scope.ts'
import type { TransactionRow } from './tables.ts'

export type StoredTransaction = Selectable<TransactionRow>

export interface TransactionQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly intentId?: string | undefined
  readonly status?: string | undefined
  /** Unix milliseconds, exclusive. */
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
}

export const findTransaction = (db: Db, scope: Scope, id: string): Promise<StoredTransaction | undefined> =>
  db.selectFrom('transactions').selectAll().where(byId(id)).where(visibleTo(scope)).executeTakeFirst()

const indexes = [['intent_id'], ['card_id'], ['agent_id'], ['customer_id'], ['account_id']] as const

export function listTransactions(db: Db, scope: Scope, query: TransactionQuery): Promise<StoredTransaction[]> {
  const { createdAfter, createdBefore, limit, after } = query
  const found = matching<TransactionRow>(indexes, scopeFilters(scope), {
    customer_id: query.customerId,
    agent_id: query.agentId,
    card_id: query.cardId,
    intent_id: query.intentId,
    status: query.status,
  })
  const from = createdAfter === undefined ? undefined : firstId('txn', createdAfter + 1)
  const before = createdBefore === undefined ? undefined : firstId('txn', createdBefore)
  return newestFirst(db.selectFrom('transactions').selectAll(), found, { limit, after, from, before }).execute()
}
