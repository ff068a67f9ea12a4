import type { Card, ListCardsQuery } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { cardNameWithDigits } from '../../api/names.ts'
import { isSortOrder, sortedListQuery } from '../../api/sorted.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { Button } from '../../ui/button.tsx'
import { SavedViews } from '../../ui/list/saved-views.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ListFilters, OwnerFilterChip } from '../resource/list-filters.tsx'
import { StatusTabs, statusOfOpenListTab, useHasNoResources } from '../resource/status-tabs.tsx'
import { BulkFreeze } from './bulk-freeze.tsx'
import { cardColumns } from './columns.tsx'
import { FailedIssuerCallsNote } from './failed-issuer-calls-note.tsx'
import { NewCard } from '../resource/creations.ts'

const select: React.ComponentProps<typeof ApiListTable<Card>>['select'] = {
  label: cardNameWithDigits,
  actions: (cards, onDone) => <BulkFreeze cards={cards} onDone={onDone} />,
}

export default function Cards() {
  const { filters, set, clear } = useListFilters(['status', 'sort', 'search', 'customerId', 'agentId', 'parentCardId'])
  const { tab, isNarrowed, filter } = statusOfOpenListTab(filters)
  const sort = isSortOrder(filters.sort) ? filters.sort : 'newest'
  const hasNone = useHasNoResources('cards')
  const [isNew, setNew] = useState(false)
  const may = useHasRole('admin')
  const mayFreeze = useHasRole('admin', 'approver')
  return (
    <PageLayout
      title="Cards"
      actions={
        may && (
          <Button look="primary" onClick={() => setNew(true)}>
            New card
          </Button>
        )
      }
    >
      <FailedIssuerCallsNote />
      <SavedViews list="cards" />
      <StatusTabs of="cards" statuses={['active', 'frozen', 'closed']} current={tab} isNarrowed={isNarrowed} />
      <ListFilters
        sort={{ value: sort, onSort: (next) => set('sort', next) }}
        search={{
          label: 'Search',
          placeholder: 'Label or last digits',
          value: filters.search,
          onSearch: (search) => set('search', search),
        }}
      >
        <OwnerFilterChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
        <OwnerFilterChip kind="agent" id={filters.agentId} onDrop={() => set('agentId', undefined)} />
      </ListFilters>
      <PageSection flush>
        <ApiListTable
          query={sortedListQuery<Card>(
            {
              queryKey: ['cards', 'list', filter],
              list: (page) => purser.cards.list({ ...(filter as ListCardsQuery), ...page }),
              nameOf: cardNameWithDigits,
            },
            sort,
          )}
          caption="Cards"
          columns={cardColumns}
          rowKey={(row) => row.id}
          limitId={({ id, status }) => (status === 'closed' ? null : id)}
          href={(row) => `/cards/${row.id}`}
          select={mayFreeze ? select : undefined}
          empty={
            isNarrowed || !hasNone ? (
              <EmptyState title="No card matches.">
                <Button onClick={clear}>Clear filters</Button>
              </EmptyState>
            ) : (
              <EmptyState
                title="There is no card yet."
                command={`curl $PURSER_URL/cards -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"customerId":"cust_...","label":"Cloud bills"}'`}
              >
                The policies of the customer, the agent and the card itself apply to its purchases.
              </EmptyState>
            )
          }
        />
      </PageSection>
      {isNew && <NewCard customerId={filters.customerId} agentId={filters.agentId} onClose={() => setNew(false)} />}
    </PageLayout>
  )
}
