import { useMutation } from '@tanstack/react-query'
import type { ListTransactionsQuery, Transaction } from '@purser/client'
import { useAccountTimeZone } from '../../api/account.ts'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { reasonLabel } from '../../lib/words/codes.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { formatWeekday } from '../../lib/format.ts'
import { PurchaseStatus } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SavedViews } from '../../ui/list/saved-views.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { Money } from '../../ui/money.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { TimeOfDay } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAmountFilterCurrency } from './amount-filter.tsx'
import { exportTransactionsCsv, transactionsFileName } from './export-csv.ts'
import { TransactionFilters } from './filters.tsx'
import { transactionFilterNames, type TransactionQueryFilters, transactionQueryOf } from './query.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

export default function Transactions() {
  const { filters, set, setAll, clear, isFiltered } = useListFilters(transactionFilterNames)
  const query = transactionQueryOf(filters, useAccountTimeZone(), useAmountFilterCurrency(filters))
  return (
    <PageLayout title="Transactions" actions={<Export filters={filters} query={query} />}>
      <SavedViews list="transactions" />
      <TransactionFilters {...{ filters, set, setAll, clear }} />
      <PageSection flush>
        <ApiListTable
          query={listPagesQuery(['transactions', query], (cursor) =>
            purser.transactions.list({ ...query, limit: 50, ...(cursor && { cursor }) }),
          )}
          caption="Transactions, newest first"
          columns={columns}
          rowKey={(row) => row.id}
          href={(row) => `/transactions/${row.id}`}
          groupOf={({ createdAt }) => formatWeekday(createdAt)}
          isDense
          empty={isFiltered ? <NoneMatches clear={clear} /> : <NoneYet />}
        />
      </PageSection>
    </PageLayout>
  )
}

const columns: readonly TableColumn<Transaction>[] = [
  {
    name: 'Merchant',
    cell: (row) => (
      <>
        <span className="block @max-xl:wrap-anywhere @xl:truncate">
          <UntrustedText text={row.merchant.name ?? 'No merchant given'} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-sm font-normal text-quiet @xl:hidden">
          <PurchaseStatus of={row.status} /> <TimeOfDay at={row.createdAt} />
          <Reasons of={row} />
        </span>
      </>
    ),
  },
  { name: 'Time', width: 'w-26', wideOnly: true, cell: ({ createdAt }) => <TimeOfDay at={createdAt} /> },
  {
    name: 'Agent and customer',
    wideOnly: true,
    cell: ({ agentId, customerId }) => (
      <span className="block truncate">
        <AgentName id={agentId} />
        <span className="text-sm text-quiet">
          {' · '}
          <CustomerName id={customerId} />
        </span>
      </span>
    ),
  },
  {
    name: 'Card',
    widestOnly: true,
    cell: ({ cardId }) => (
      <span className="block truncate">
        <CardName id={cardId} />
      </span>
    ),
  },
  {
    name: 'Status',
    width: 'w-28 @3xl:w-60',
    wideOnly: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <PurchaseStatus of={row.status} />
        <span className="truncate text-sm text-quiet @max-3xl:hidden">
          <Reasons of={row} />
        </span>
      </span>
    ),
  },
  {
    name: 'Amount',
    width: 'w-32',
    right: true,
    cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />,
  },
]

/** The first reason of a decline, and the number of further reasons. */
const Reasons = ({ of: { reasons } }: { of: Transaction }) =>
  reasons[0] && (
    <span>
      {reasonLabel(reasons[0].code)}
      {reasons.length > 1 && <span className="whitespace-nowrap"> + {reasons.length - 1}</span>}
    </span>
  )

function Export({ filters, query }: { filters: TransactionQueryFilters; query: ListTransactionsQuery }) {
  const say = useToast()
  const zone = useAccountTimeZone()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportTransactionsCsv(query, transactionsFileName(filters, zone)),
    onSuccess: (names) =>
      say.done(names.length === 1 ? `Exported as ${names[0]}.` : `Exported as ${names.length} files.`),
    onError: say.failed,
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      Export CSV
    </Button>
  )
}

const NoneMatches = ({ clear }: { clear: () => void }) => (
  <EmptyState title="No transaction matches these filters.">
    <Button size="small" onClick={clear}>
      Clear filters
    </Button>
  </EmptyState>
)

const NoneYet = () => (
  <EmptyState
    title="No transactions yet."
    command={`curl -X POST ${location.origin}/v1/network/authorizations \\
  -H "Authorization: Bearer $PURSER_API_KEY" -H "Content-Type: application/json" \\
  -d '{"cardId": "card_...", "amount": 4999, "merchant": {"name": "Merchant"}}'`}
  >
    Authorizations of your cards appear here as they are decided. Try one in the playground, or send one:
  </EmptyState>
)
