import type { Agent } from '@purser/client'
import { useCustomer } from '../../api/names.ts'
import { NarrowStatus, Status } from '../../ui/badge.tsx'
import { RowLimit } from '../../ui/list/row-limit.tsx'
import { CustomerName, ListedNames, ListedName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const name: Column<Agent> = {
  name: 'Name',
  cell: (row) => (
    <>
      <ListedName text={row.name} />
      <NarrowStatus of={row.status} />
    </>
  ),
}
const limit: Column<Agent> = { name: 'Spent of limit', cell: (agent) => <AgentLimit agent={agent} /> }

function AgentLimit({ agent }: { agent: Agent }) {
  const customer = useCustomer(agent.customerId)
  return <RowLimit id={agent.id} levels={customer && [customer, agent]} />
}
const others: readonly Column<Agent>[] = [
  {
    name: 'External id',
    cell: ({ externalId }) => <code className="line-clamp-2 wrap-anywhere text-quiet">{externalId ?? '–'}</code>,
    roomyOnly: true,
  },
  { name: 'Status', cell: ({ status }) => <Status of={status} />, wideOnly: true },
  {
    name: 'Created',
    cell: ({ createdAt }) => (createdAt ? <Time at={createdAt} /> : '–'),
    roomyOnly: true,
    right: true,
  },
]

export const agentColumns: readonly Column<Agent>[] = [
  name,
  {
    name: 'Customer',
    cell: ({ customerId }) => <ListedNames>{customerId ? <CustomerName id={customerId} /> : '–'}</ListedNames>,
    wideOnly: true,
  },
  ...others.toSpliced(2, 0, limit),
]

/** The columns of a list of agents on their customer's page: without the customer. */
export const ownAgentColumns: readonly Column<Agent>[] = [name, ...others]
