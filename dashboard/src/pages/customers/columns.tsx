import type { Customer } from '@purser/client'
import { customerName } from '../../api/names.ts'
import { Status } from '../../ui/badge.tsx'
import { ListedName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

export const customerColumns: readonly Column<Customer>[] = [
  { name: 'Name', cell: (row) => <ListedName text={customerName(row)} /> },
  {
    name: 'Email',
    cell: ({ email }) => <span className="wrap-anywhere text-quiet">{email ?? '–'}</span>,
    wideOnly: true,
  },
  { name: 'Status', cell: ({ status }) => <Status of={status} /> },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, wideOnly: true, right: true },
]
