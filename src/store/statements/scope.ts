import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** What a caller sees: one account and, with `agentId`, only that agent's part of it (contract, section 3). */
export interface Scope {
  readonly accountId: string
  readonly agentId: string | null
}

/**
 * The one rule of visibility. Every statement on behalf of a caller carries it, so that what belongs to another account,
 * or to another agent, cannot be told from what does not exist. `agentColumn` names the column that holds the agent.
 * It looks at what was found by a key, and offers no index: on an empty table that of an account costs no more than a key.
 */
export function visibleTo(scope: Scope, agentColumn: 'agent_id' | 'id' = 'agent_id'): RawBuilder<SqlBool> {
  const own = inAccount(scope.accountId)
  return scope.agentId === null ? own : sql<SqlBool>`${own} and (${sql.ref(agentColumn)} = ${scope.agentId}) is true`
}

/** The same for callers who see all of their account. */
export const inAccount = (accountId: string): RawBuilder<SqlBool> => sql<SqlBool>`(account_id = ${accountId}) is true`

/** The same as filters of a list. */
export const scopeFilters = ({ accountId, agentId }: Scope) => ({ account_id: accountId, agent_id: agentId })
