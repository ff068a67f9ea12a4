import type { Intent, ListIntentsQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { CardName } from '../../ui/named.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ListFilters, OwnerFilterChip } from '../resource/list-filters.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const statuses = ['pending_approval', 'pending', 'matched', 'mismatched', 'expired', 'rejected', 'canceled']

/** The list of intents: purchases that agents have declared. */
export default function Intents() {
  const { filters, set, clear, isFiltered } = useListFilters(['status', 'customerId', 'agentId', 'cardId'])
  return (
    <PageLayout title="Intents">
      <ListFilters status={{ value: filters.status, statuses, onStatus: (status) => set('status', status) }}>
        <OwnerFilterChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
        <OwnerFilterChip kind="agent" id={filters.agentId} onDrop={() => set('agentId', undefined)} />
        <OwnerFilterChip kind="card" id={filters.cardId} onDrop={() => set('cardId', undefined)} />
      </ListFilters>
      <PageSection flush>
        <ApiListTable
          query={listPagesQuery(['intents', 'list', filters], (cursor) =>
            purser.intents.list({ ...(filters as ListIntentsQuery), limit: 50, ...(cursor && { cursor }) }),
          )}
          caption="Intents, newest first"
          columns={columns}
          rowKey={({ id }) => id}
          href={({ id }) => `/intents/${id}`}
          empty={
            isFiltered ? (
              <EmptyState title="No intent matches.">
                <Button onClick={clear}>Show all</Button>
              </EmptyState>
            ) : (
              <EmptyState
                title="There are no intents yet."
                command={`curl $PURSER_URL/cards/card_.../intents -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"purpose":"Printer ink","expectedAmount":4999}'`}
              >
                Agents declare a purchase before they make it: its purpose, amount and merchant.
              </EmptyState>
            )
          }
        />
      </PageSection>
    </PageLayout>
  )
}

const columns: readonly TableColumn<Intent>[] = [
  {
    name: 'Purpose',
    cell: ({ purpose, expectedMerchant, status, createdAt }) => (
      <>
        <span className="line-clamp-2 max-w-96 wrap-anywhere @xl:min-w-40">
          <UntrustedText text={purpose} />
        </span>
        <span className="line-clamp-1 max-w-72 text-sm font-normal text-quiet">
          <UntrustedText text={expectedMerchant ?? 'any merchant'} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-sm font-normal text-quiet @xl:hidden">
          <StatusBadge of={status} /> <RelativeTime at={createdAt} />
        </span>
      </>
    ),
  },
  { name: 'Status', wideOnly: true, cell: ({ status }) => <StatusBadge of={status} /> },
  {
    name: 'Agent and card',
    wideOnly: true,
    cell: ({ agentName, cardLabel, cardId }) => (
      <>
        <span className="block max-w-36 truncate @4xl:max-w-56">
          <UntrustedText text={agentName ?? 'No agent'} />
        </span>
        <span className="block max-w-36 truncate @4xl:max-w-56 text-sm text-quiet">
          {cardLabel === undefined ? <CardName id={cardId} /> : <UntrustedText text={cardLabel} />}
        </span>
      </>
    ),
  },
  { name: 'Declared', roomyOnly: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  {
    name: 'Expected',
    right: true,
    cell: (intent) => <IntentAmount of={intent} />,
  },
]
