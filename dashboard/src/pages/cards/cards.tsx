import type { Card, ListCardsQuery } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { fullCardName } from '../../api/names.ts'
import { isSortOrder, sortedPages } from '../../api/sorted.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Button } from '../../ui/button.tsx'
import { SavedViews } from '../../ui/list/saved-views.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { ListFilters, OwnerChip } from '../resource/list-filters.tsx'
import { StatusTabs, openTabStatus, useHasNone } from '../resource/status-tabs.tsx'
import { BulkFreeze } from './bulk-freeze.tsx'
import { cardColumns } from './columns.tsx'
import { FailedAtIssuer } from './failed-at-issuer.tsx'
import { NewCard } from '../resource/creations.ts'

const select: React.ComponentProps<typeof Listing<Card>>['select'] = {
  label: fullCardName,
  actions: (cards, onDone) => <BulkFreeze cards={cards} onDone={onDone} />,
}

export default function Cards() {
  const { filters, set, clear } = useFilters(['status', 'sort', 'search', 'customerId', 'agentId'])
  const { tab, isNarrowed, filter } = openTabStatus(filters)
  const sort = isSortOrder(filters.sort) ? filters.sort : 'newest'
  const hasNone = useHasNone('cards')
  const [isNew, setNew] = useState(false)
  const may = useMay('admin')
  const mayFreeze = useMay('admin', 'approver')
  return (
    <Page
      title="Cards"
      actions={
        may && (
          <Button look="primary" onClick={() => setNew(true)}>
            New card
          </Button>
        )
      }
    >
      <FailedAtIssuer />
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
        <OwnerChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
        <OwnerChip kind="agent" id={filters.agentId} onDrop={() => set('agentId', undefined)} />
      </ListFilters>
      <Section flush>
        <Listing
          query={sortedPages<Card>(
            {
              queryKey: ['cards', 'list', filter],
              list: (page) => purser.cards.list({ ...(filter as ListCardsQuery), ...page }),
              nameOf: fullCardName,
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
              <Empty title="No card matches.">
                <Button onClick={clear}>Clear filters</Button>
              </Empty>
            ) : (
              <Empty
                title="There is no card yet."
                command={`curl $PURSER_URL/cards -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"customerId":"cust_...","label":"Cloud bills"}'`}
              >
                The policies of the customer, the agent and the card itself apply to its purchases.
              </Empty>
            )
          }
        />
      </Section>
      {isNew && <NewCard customerId={filters.customerId} agentId={filters.agentId} onClose={() => setNew(false)} />}
    </Page>
  )
}
