import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The part of the data that a caller can see: one account or, with `agentId`, only what belongs to that agent (contract, section 3). */
export interface CallerVisibleScope {
  readonly accountId: string
  readonly agentId: string | null
}

/**
 * The condition for rows that a caller may see. Every statement on behalf of a caller has it. So to the caller an object of another
 * account, or of another agent, looks like an object that does not exist. `agentColumn`: the column with the agent's id. The condition only
 * checks rows that another condition has found by a key. It is written so that no index fits it: for an empty table PostgreSQL would think
 * that an index by account is as good as a key, and would keep that plan.
 */
export function isRowVisibleToCallerSql(
  scope: CallerVisibleScope,
  agentColumn: 'agent_id' | 'id' = 'agent_id',
): RawBuilder<SqlBool> {
  const own = isInAccountSql(scope.accountId)
  return scope.agentId === null ? own : sql<SqlBool>`${own} and (${sql.ref(agentColumn)} = ${scope.agentId}) is true`
}

/** The SQL condition for rows that callers may see who can see all of their account. */
export const isInAccountSql = (accountId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(account_id = ${accountId}) is true`

/** Makes the filters of a list from the part of the data that a caller can see. */
export const callerScopeFilters = ({ accountId, agentId }: CallerVisibleScope) => ({
  account_id: accountId,
  agent_id: agentId,
})
