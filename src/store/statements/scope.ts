import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The part of the data that a caller can see: one account or, with `agentId`, only what belongs to that agent (contract, section 3). */
export interface Scope {
  readonly accountId: string
  readonly agentId: string | null
}

/**
 * The one rule of visibility. Every statement on behalf of a caller has this condition, so that the caller cannot distinguish an object of
 * another account, or of another agent, from one that does not exist. `agentColumn`: the column with the agent's id. The condition only
 * checks rows that were found by a key. It is written so that no index fits, because on an empty table the planner would take an account's
 * index for as cheap as a key.
 */
export function visibleTo(scope: Scope, agentColumn: 'agent_id' | 'id' = 'agent_id'): RawBuilder<SqlBool> {
  const own = inAccount(scope.accountId)
  return scope.agentId === null ? own : sql<SqlBool>`${own} and (${sql.ref(agentColumn)} = ${scope.agentId}) is true`
}

/** The condition of visibility for callers who can see all of their account. */
export const inAccount = (accountId: string): RawBuilder<SqlBool> => sql<SqlBool>`(account_id = ${accountId}) is true`

/** Makes the filters of a list from the part of the data that a caller can see. */
export const scopeFilters = ({ accountId, agentId }: Scope) => ({ account_id: accountId, agent_id: agentId })
