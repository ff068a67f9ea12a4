import type { Customer } from '@purser/client'
import { customerName } from '../../api/names.ts'
import { StatusInNarrowTable, StatusBadge } from '../../ui/badge.tsx'
import { RowLimitBar } from '../../ui/list/row-limit.tsx'
import { UntrustedListName } from '../../ui/named.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'

export const customerColumns: readonly TableColumn<Customer>[] = [
  {
    name: 'Name',
    cell: (row) => (
      <>
        <UntrustedListName text={customerName(row)} />
        <StatusInNarrowTable of={row.status} />
      </>
    ),
  },
  {
    name: 'Email',
    cell: ({ email }) => <span className="wrap-anywhere text-quiet">{email ?? '–'}</span>,
    roomyOnly: true,
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge of={status} />, wideOnly: true },
  { name: 'Spent of limit', cell: (row) => <RowLimitBar id={row.id} levels={[row]} /> },
  { name: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, roomyOnly: true, right: true },
]
