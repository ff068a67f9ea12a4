import type { Agent } from '@purser/client'
import { Status } from '../../ui/badge.tsx'
import { CustomerName, Listed, ListedName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

const name: Column<Agent> = { name: 'Name', cell: (row) => <ListedName text={row.name} /> }
const others: readonly Column<Agent>[] = [
  {
    name: 'External id',
    cell: ({ externalId }) => <code className="wrap-anywhere text-quiet">{externalId ?? '–'}</code>,
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
    cell: ({ customerId }) => <Listed>{customerId ? <CustomerName id={customerId} /> : '–'}</Listed>,
    wideOnly: true,
  },
  ...others,
]

/** Beneath their customer. */
export const ownAgentColumns: readonly Column<Agent>[] = [name, ...others]
