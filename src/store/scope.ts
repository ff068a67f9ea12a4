import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** What a caller sees: one account and, with `agentId`, only that agent's part of it (contract, section 3). */
export interface Scope {
  readonly accountId: string
  readonly agentId: string | null
}

/**
 * The one rule of visibility. Every statement on behalf of a caller carries it, so that what belongs to another account,
 * or to another agent, cannot be told from what does not exist. `agentColumn` names the column that holds the agent.
 */
export function visibleTo(scope: Scope, agentColumn: 'agent_id' | 'id' = 'agent_id'): RawBuilder<SqlBool> {
  const inAccount = sql<SqlBool>`account_id = ${scope.accountId}`
  return scope.agentId === null ? inAccount : sql<SqlBool>`${inAccount} and ${sql.ref(agentColumn)} = ${scope.agentId}`
}
