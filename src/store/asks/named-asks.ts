import { sql, type SqlBool } from 'kysely'
import type { LevelNames } from '../../domain/names.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db } from '../connection/db.ts'
import { lockRowWithCustomer } from '../locks/customer-lock.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { listRowsNewestFirst } from '../statements/keyset.ts'
import { levelNameColumns, type LevelNameColumns, levelNamesOf } from '../statements/names.ts'
import { cardResourcesFilter, type CardResourcesQuery } from '../statements/card-resources-filter.ts'
import { isRowVisibleToCallerSql, type CallerVisibleScope } from '../statements/scope.ts'
import { type ApprovalAskTable, approvalAskTableName } from './asks-by-id.ts'

/** An intent, a subscription, a change request or a challenge, with the names of its customer, agent and card. */
export type NamedApprovalAsk<State> = State & { readonly names: LevelNames }

interface OwnedAsk {
  readonly accountId: string
  readonly customerId: string
  readonly status: string
}

/** Makes the functions that read the asks of one table (such as change requests) with the names of their customers, agents and cards. */
export function namedApprovalAskReaders<State extends OwnedAsk>(table: ApprovalAskTable<State>) {
  const name = approvalAskTableName(table)
  const named = (db: Db) => db.selectFrom(name).selectAll().select(levelNameColumns(name))
  const withNames = (row: LevelNameColumns): NamedApprovalAsk<State> => ({
    ...table.state(row as never),
    names: levelNamesOf(row),
  })

  async function find(db: Db, scope: CallerVisibleScope, id: string): Promise<NamedApprovalAsk<State> | undefined> {
    const row = await named(db).where(rowByIdSql(id)).where(isRowVisibleToCallerSql(scope)).executeTakeFirst()
    return row && withNames(row)
  }

  return {
    withNames,
    find,
    /** Locks the customer of an intent, subscription, change request or challenge, then reads it. Undefined: the caller cannot see it. */
    lock: (writing: AuditedTx, scope: CallerVisibleScope, id: string) =>
      lockRowWithCustomer(writing, (db) => find(db, scope, id)),
    async list(
      db: Db,
      scope: CallerVisibleScope,
      query: CardResourcesQuery<State['status']>,
    ): Promise<NamedApprovalAsk<State>[]> {
      const rows = await listRowsNewestFirst(named(db), cardResourcesFilter(scope, query), query).execute()
      return rows.map(withNames)
    },
    /** Counts the asks (such as change requests) of an agent, or of a card without an agent, that have a waiting status, up to `most`. */
    async countWaiting(
      db: Db,
      { agentId, cardId }: { readonly agentId: string | null; readonly cardId: string | null },
      { status, most }: { readonly status: State['status']; readonly most: number },
    ): Promise<number> {
      const whose = assertPresent(agentId ?? cardId, 'an ask is of a card or an agent')
      const waiting = `${whose} ${status}`
      const rows = await db
        .selectFrom(name)
        .select('id')
        .where(
          sql<SqlBool>`bucket = ${bucketOfId(whose)} and coalesce(agent_id, card_id) || ' ' || status = ${waiting}`,
        )
        .limit(most)
        .execute()
      return rows.length
    },
  }
}
