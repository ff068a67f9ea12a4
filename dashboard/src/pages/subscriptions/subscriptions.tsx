import type { ListSubscriptionsQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { Button } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ListFilters, OwnerFilterChip } from '../resource/list-filters.tsx'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { subscriptionColumns } from './columns.tsx'

const ComingRenewals = loadComponentLater(async () => (await import('./coming-renewals.tsx')).ComingRenewals)

const statuses = ['pending_approval', 'active', 'paused', 'canceled', 'rejected', 'expired']

/** The list of subscriptions, with the next renewals. */
export default function Subscriptions() {
  const { filters, set, clear, isFiltered } = useListFilters(['status', 'customerId', 'agentId', 'cardId'])
  return (
    <PageLayout title="Subscriptions">
      <ListFilters status={{ value: filters.status, statuses, onStatus: (status) => set('status', status) }}>
        <OwnerFilterChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
        <OwnerFilterChip kind="agent" id={filters.agentId} onDrop={() => set('agentId', undefined)} />
        <OwnerFilterChip kind="card" id={filters.cardId} onDrop={() => set('cardId', undefined)} />
      </ListFilters>
      <PageSection flush>
        <ApiListTable
          query={listPagesQuery(['subscriptions', 'list', filters], (cursor) =>
            purser.subscriptions.list({
              ...(filters as ListSubscriptionsQuery),
              limit: 50,
              ...(cursor && { cursor }),
            }),
          )}
          caption="Subscriptions, newest first"
          columns={subscriptionColumns}
          rowKey={({ id }) => id}
          href={({ id }) => `/subscriptions/${id}`}
          empty={
            isFiltered ? (
              <EmptyState title="No subscription matches.">
                <Button onClick={clear}>Show all</Button>
              </EmptyState>
            ) : (
              <EmptyState
                title="There are no subscriptions yet."
                command={`curl $PURSER_URL/cards/card_.../subscriptions -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"merchant":"Daily News","maxAmount":1500,"interval":"month","purpose":"The newspaper"}'`}
              >
                Agents ask for purchases that come again each week, month or year, up to an amount.
              </EmptyState>
            )
          }
        />
      </PageSection>
      <ComingRenewals owner={{ customerId: filters.customerId, agentId: filters.agentId, cardId: filters.cardId }} />
    </PageLayout>
  )
}
