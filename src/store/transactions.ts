import type { Selectable } from 'kysely'
import type { Db } from './database.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import { visibleTo, type Scope } from './scope.ts'
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
  db.selectFrom('transactions').selectAll().where(visibleTo(scope)).where('id', '=', id).executeTakeFirst()

export function listTransactions(db: Db, scope: Scope, query: TransactionQuery): Promise<StoredTransaction[]> {
  const { createdAfter, createdBefore } = query
  const transactions = db
    .selectFrom('transactions')
    .selectAll()
    .where(visibleTo(scope))
    .where(
      matching<TransactionRow>({
        customer_id: query.customerId,
        agent_id: query.agentId,
        card_id: query.cardId,
        intent_id: query.intentId,
        status: query.status,
      }),
    )
    .$if(createdAfter !== undefined, (all) => all.where('created_at', '>', createdAfter as number))
    .$if(createdBefore !== undefined, (all) => all.where('created_at', '<', createdBefore as number))
  return newestFirst(transactions, query).execute()
}
