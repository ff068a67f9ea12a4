import type { Intent, Transaction } from '@purser/client'
import type { ReactNode } from 'react'
import { purser } from '../../api/client.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { reasonLabel } from '../../lib/words/codes.ts'
import { PurchaseStatus, StatusBadge } from '../../ui/badge.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { Money } from '../../ui/money.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { RelatedResources } from './related.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const idFilter = (level: PolicyLevel, id: string) => ({ [`${level}Id`]: id })

/** Shows the status below the merchant's name when the table is too narrow for a status column. */
const StatusBelow = ({ children }: { children: ReactNode }) => (
  <span className="block pt-0.5 @xl:hidden">{children}</span>
)

const transactionColumns: readonly TableColumn<Transaction>[] = [
  {
    name: 'Merchant',
    cell: ({ merchant, status }) => (
      <>
        <UntrustedText text={merchant.name ?? 'No name'} />
        <StatusBelow>
          <PurchaseStatus of={status} />
        </StatusBelow>
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <PurchaseStatus of={status} />, wideOnly: true },
  {
    name: 'Reason',
    cell: ({ reasons }) => (
      <span className="text-sm text-quiet">{reasons.map(({ code }) => reasonLabel(code)).join(', ')}</span>
    ),
    wideOnly: true,
  },
  { name: 'When', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, wideOnly: true },
  { name: 'Amount', cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />, right: true },
]

/** The last ten purchases of a customer, agent or card. */
export const LastTransactions = ({ level, id }: { level: PolicyLevel; id: string }) => (
  <RelatedResources
    title="Transactions"
    queryKey={['transactions', 'last', level, id]}
    load={(signal) => purser.transactions.list({ ...idFilter(level, id), limit: 10 }, { signal })}
    columns={transactionColumns}
    rowKey={(row) => row.id}
    href={(row) => `/transactions/${row.id}`}
    all={`/transactions?${level}Id=${id}`}
    empty="There are no purchases yet. You can try one in the playground."
  />
)

const intentColumns: readonly TableColumn<Intent>[] = [
  {
    name: 'Purpose',
    cell: ({ purpose, status }) => (
      <>
        <span className="line-clamp-2">
          <UntrustedText text={purpose} />
        </span>
        <StatusBelow>
          <StatusBadge of={status} />
        </StatusBelow>
      </>
    ),
  },
  { name: 'Status', cell: ({ status }) => <StatusBadge of={status} />, wideOnly: true },
  {
    name: 'Merchant',
    cell: ({ expectedMerchant }) => <UntrustedText text={expectedMerchant ?? 'any'} />,
    wideOnly: true,
  },
  { name: 'Declared', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, wideOnly: true },
  {
    name: 'Expected',
    cell: (intent) => <IntentAmount of={intent} />,
    right: true,
  },
]

/** The last intents of a customer, agent or card. */
export const LastIntents = ({ level, id }: { level: PolicyLevel; id: string }) => (
  <RelatedResources
    title="Intents"
    queryKey={['intents', 'last', level, id]}
    load={(signal) => purser.intents.list({ ...idFilter(level, id), limit: 5 }, { signal })}
    columns={intentColumns}
    rowKey={(row) => row.id}
    href={(row) => `/intents/${row.id}`}
    all={`/intents?${level}Id=${id}`}
    empty="There are no intents yet. Agents declare what they want to buy, with a purpose and an amount."
  />
)
