import type { UnsavedAgentChange, AgentWithAllFields } from '../../domain/changes/agent.ts'
import { agentConsequences } from '../../domain/changes/level-consequences.ts'
import { bucketOfText } from '../../lib/buckets.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { callIssuersOfCustomers } from '../issuer-calls/issuer-calls.ts'
import { givenRowsUpdateWriter } from '../statements/write.ts'
import { givenRowsTableSql } from '../statements/given-rows.ts'
import { agentsTable } from '../rows/agents.ts'
import type { AgentExternalIdRow } from '../rows/tables.ts'

/** Makes the statements that save changed agents, with all consequences of the changes. `now`: Unix milliseconds. */
export function agentSaveStatements(changes: readonly UnsavedAgentChange[], now: number): ResourceSaveStatements {
  const followed = changes.map((change) => ({ ...change, ...agentConsequences(change, now) }))
  const called = followed.filter(({ callsIssuers }) => callsIssuers)
  const freed = followed.filter(({ freesExternalId }) => freesExternalId)
  return {
    customerIds: followed.map(({ after }) => after.customerId),
    audited: followed.map(({ audited }) => audited),
    queries: [
      ...updateAgents(followed.map(({ after }) => after)),
      ...freeExternalIds(freed.map(({ after }) => makeAgentExternalIdRow(after))),
      ...callIssuersOfCustomers(called.map(({ after }) => after.customerId)),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const updateAgents = agentsTable.updating()

/** Makes the row that reserves an external id. Its bucket follows from the external id, because an account's agents are in all buckets. */
export const makeAgentExternalIdRow = ({
  id,
  accountId,
  externalId,
}: AgentWithAllFields): AgentExternalIdRow & { bucket: number } => ({
  bucket: bucketOfExternalId(accountId, externalId),
  account_id: accountId,
  external_id: externalId,
  agent_id: id,
})

export const bucketOfExternalId = (accountId: string, externalId: string): number =>
  bucketOfText(`${accountId} ${externalId}`)

const freeExternalIds = givenRowsUpdateWriter<ReturnType<typeof makeAgentExternalIdRow>>(
  'free-external-ids',
  `delete from agent_external_ids stored
    using ${givenRowsTableSql({ account_id: 'text', external_id: 'text', agent_id: 'text' })}
    where stored.bucket = given.bucket and stored.account_id = given.account_id
      and stored.external_id = given.external_id and stored.agent_id = given.agent_id`,
  { bucket: 'smallint', account_id: 'word', external_id: 'text', agent_id: 'word' },
)
