import type { Selectable } from 'kysely'
import type { Db } from './database.ts'
import { firstId } from '../lib/ids.ts'
import { matching } from './filters.ts'
import { newestFirst, type PageRequest } from './keyset.ts'
import { scopeFilters, type Scope } from './scope.ts'
import type { TransactionRow } from './tables.ts'

export type StoredTransaction = Selectable<TransactionRow>

/** Without what no list shows: of a page it would be most. */
export type ListedTransaction = Omit<
  StoredTransaction,
  'trace' | 'counted' | 'reference_hash' | 'policy_version' | 'decision_inputs'
>

const listedColumns = [
  'id',
  'account_id',
  'customer_id',
  'agent_id',
  'card_id',
  'intent_id',
  'sequence',
  'type',
  'status',
  'amount',
  'authorized_amount',
  'settled_amount',
  'refunded_amount',
  'currency',
  'merchant',
  'decision',
  'reasons',
  'flags',
  'attestation',
  'network_reference',
  'created_at',
  'updated_at',
  'settled_at',
  'expires_at',
] as const satisfies readonly (keyof ListedTransaction)[]

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

const indexes = [['intent_id'], ['card_id'], ['agent_id'], ['account_id', 'customer_id'], ['account_id']] as const

export function listTransactions(db: Db, scope: Scope, query: TransactionQuery): Promise<ListedTransaction[]> {
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
  return newestFirst(db.selectFrom('transactions').select(listedColumns), found, {
    limit,
    after,
    from,
    before,
  }).execute()
}
