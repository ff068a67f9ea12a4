import type { ListSubscriptionsQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { pagesOf } from '../../api/pages.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Button } from '../../ui/button.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { ListFilters, OwnerChip } from '../resource/list-filters.tsx'
import { loadLater } from '../../app/load-later.tsx'
import { subscriptionColumns } from './columns.tsx'

const ComingRenewals = loadLater(async () => (await import('./coming-renewals.tsx')).ComingRenewals)

const statuses = ['pending_approval', 'active', 'paused', 'canceled', 'rejected', 'expired']

/** The list of subscriptions, with the next renewals. */
export default function Subscriptions() {
  const { filters, set, clear, isFiltered } = useFilters(['status', 'customerId', 'agentId', 'cardId'])
  return (
    <Page title="Subscriptions">
      <ListFilters status={{ value: filters.status, statuses, onStatus: (status) => set('status', status) }}>
        <OwnerChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
        <OwnerChip kind="agent" id={filters.agentId} onDrop={() => set('agentId', undefined)} />
        <OwnerChip kind="card" id={filters.cardId} onDrop={() => set('cardId', undefined)} />
      </ListFilters>
      <Section flush>
        <Listing
          query={pagesOf(['subscriptions', 'list', filters], (cursor) =>
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
              <Empty title="No subscription matches.">
                <Button onClick={clear}>Show all</Button>
              </Empty>
            ) : (
              <Empty
                title="There are no subscriptions yet."
                command={`curl $PURSER_URL/cards/card_.../subscriptions -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"merchant":"Daily News","maxAmount":1500,"interval":"month","purpose":"The newspaper"}'`}
              >
                Agents ask for purchases that come again each week, month or year, up to an amount.
              </Empty>
            )
          }
        />
      </Section>
      <ComingRenewals owner={{ customerId: filters.customerId, agentId: filters.agentId, cardId: filters.cardId }} />
    </Page>
  )
}
