import type { Agent } from '@purser/client'
import { useCustomer } from '../../api/names.ts'
import { StatusInNarrowTable, StatusBadge } from '../../ui/badge.tsx'
import { RowLimitBar } from '../../ui/list/row-limit.tsx'
import { CustomerName, WrappedListName, UntrustedListName } from '../../ui/named.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'

const name: TableColumn<Agent> = {
  name: 'Name',
  cell: (row) => (
    <>
      <UntrustedListName text={row.name} />
      <StatusInNarrowTable of={row.status} />
    </>
  ),
}
const limit: TableColumn<Agent> = { name: 'Spent of limit', cell: (agent) => <AgentLimit agent={agent} /> }

function AgentLimit({ agent }: { agent: Agent }) {
  const customer = useCustomer(agent.customerId)
  return <RowLimitBar id={agent.id} levels={customer && [customer, agent]} />
}
const others: readonly TableColumn<Agent>[] = [
  {
    name: 'External id',
    cell: ({ externalId }) => <code className="line-clamp-2 wrap-anywhere text-quiet">{externalId ?? '–'}</code>,
    roomyOnly: true,
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge of={status} />, wideOnly: true },
  {
    name: 'Created',
    cell: ({ createdAt }) => (createdAt ? <RelativeTime at={createdAt} /> : '–'),
    roomyOnly: true,
    right: true,
  },
]

export const agentListColumns: readonly TableColumn<Agent>[] = [
  name,
  {
    name: 'Customer',
    cell: ({ customerId }) => <WrappedListName>{customerId ? <CustomerName id={customerId} /> : '–'}</WrappedListName>,
    wideOnly: true,
  },
  ...others.toSpliced(2, 0, limit),
]

/** The columns of a list of agents on their customer's page: without the customer. */
export const agentColumnsOnCustomerPage: readonly TableColumn<Agent>[] = [name, ...others]
