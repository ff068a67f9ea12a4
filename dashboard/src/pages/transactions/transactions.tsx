import { useMutation } from '@tanstack/react-query'
import type { ListTransactionsQuery, Transaction } from '@purser/client'
import { useTimeZone } from '../../api/account.ts'
import { purser } from '../../api/client.ts'
import { pagesOf } from '../../api/pages.ts'
import { codeName } from '../../lib/words/codes.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { formatWeekday } from '../../lib/format.ts'
import { PurchaseStatus } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SavedViews } from '../../ui/list/saved-views.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Money } from '../../ui/money.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { DayTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useFilterCurrency } from './amount-filter.tsx'
import { exportCsv, fileName } from './export-csv.ts'
import { TransactionFilters } from './filters.tsx'
import { filterNames, type QueryFilters, transactionQueryOf } from './query.ts'
import { OthersText } from '../../ui/others-text.tsx'

export default function Transactions() {
  const { filters, set, setAll, clear, isFiltered } = useFilters(filterNames)
  const query = transactionQueryOf(filters, useTimeZone(), useFilterCurrency(filters))
  return (
    <Page title="Transactions" actions={<Export filters={filters} query={query} />}>
      <SavedViews list="transactions" />
      <TransactionFilters {...{ filters, set, setAll, clear }} />
      <Section flush>
        <Listing
          query={pagesOf(['transactions', query], (cursor) =>
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
      </Section>
    </Page>
  )
}

const columns: readonly Column<Transaction>[] = [
  {
    name: 'Merchant',
    cell: (row) => (
      <>
        <span className="block @max-xl:wrap-anywhere @xl:truncate">
          <OthersText text={row.merchant.name ?? 'No merchant given'} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-sm font-normal text-quiet @xl:hidden">
          <PurchaseStatus of={row.status} /> <DayTime at={row.createdAt} />
          <Reasons of={row} />
        </span>
      </>
    ),
  },
  { name: 'Time', width: 'w-26', wideOnly: true, cell: ({ createdAt }) => <DayTime at={createdAt} /> },
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
      {codeName(reasons[0].code)}
      {reasons.length > 1 && <span className="whitespace-nowrap"> + {reasons.length - 1}</span>}
    </span>
  )

function Export({ filters, query }: { filters: QueryFilters; query: ListTransactionsQuery }) {
  const say = useToast()
  const zone = useTimeZone()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportCsv(query, fileName(filters, zone)),
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
  <Empty title="No transaction matches these filters.">
    <Button size="small" onClick={clear}>
      Clear filters
    </Button>
  </Empty>
)

const NoneYet = () => (
  <Empty
    title="No transactions yet."
    command={`curl -X POST ${location.origin}/v1/network/authorizations \\
  -H "Authorization: Bearer $PURSER_API_KEY" -H "Content-Type: application/json" \\
  -d '{"cardId": "card_...", "amount": 4999, "merchant": {"name": "Merchant"}}'`}
  >
    Authorizations of your cards appear here as they are decided. Try one in the playground, or send one:
  </Empty>
)
