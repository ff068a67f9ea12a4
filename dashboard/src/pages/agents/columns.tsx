import type { Agent } from '@purser/client'
import { Status } from '../../ui/badge.tsx'
import { CustomerName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const name: Column<Agent> = { name: 'Name', cell: (row) => <span className="break-words">{row.name}</span> }
const others: readonly Column<Agent>[] = [
  {
    name: 'External id',
    cell: ({ externalId }) => <code className="text-quiet">{externalId ?? '–'}</code>,
    wideOnly: true,
  },
  { name: 'Status', cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Created',
    cell: ({ createdAt }) => (createdAt ? <Time at={createdAt} /> : '–'),
    wideOnly: true,
    right: true,
  },
]

export const agentColumns: readonly Column<Agent>[] = [
  name,
  {
    name: 'Customer',
    cell: ({ customerId }) => (customerId ? <CustomerName id={customerId} /> : '–'),
    wideOnly: true,
  },
  ...others,
]

/** Beneath their customer. */
export const ownAgentColumns: readonly Column<Agent>[] = [name, ...others]
