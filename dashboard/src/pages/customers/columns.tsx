import type { Customer } from '@purser/client'
import { customerName } from '../../api/names.ts'
import { NarrowStatus, Status } from '../../ui/badge.tsx'
import { RowLimit } from '../../ui/list/row-limit.tsx'
import { ListedName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

export const customerColumns: readonly Column<Customer>[] = [
  {
    name: 'Name',
    cell: (row) => (
      <>
        <ListedName text={customerName(row)} />
        <NarrowStatus of={row.status} />
      </>
    ),
  },
  {
    name: 'Email',
    cell: ({ email }) => <span className="wrap-anywhere text-quiet">{email ?? '–'}</span>,
    roomyOnly: true,
  },
  { name: 'Status', cell: ({ status }) => <Status of={status} />, wideOnly: true },
  { name: 'Spent of limit', cell: (row) => <RowLimit id={row.id} levels={[row]} /> },
  { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, roomyOnly: true, right: true },
]
