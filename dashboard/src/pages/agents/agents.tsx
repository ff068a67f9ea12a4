import type { Agent, ListAgentsQuery } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
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
import { agentListColumns } from './columns.tsx'
import { NewAgent } from '../resource/creations.ts'

export default function Agents() {
  const { filters, set, clear } = useListFilters(['status', 'sort', 'search', 'customerId'])
  const { tab, isNarrowed, filter } = statusOfOpenListTab(filters)
  const sort = isSortOrder(filters.sort) ? filters.sort : 'newest'
  const hasNone = useHasNoResources('agents')
  const [isNew, setNew] = useState(false)
  const may = useHasRole('admin')
  return (
    <PageLayout
      title="Agents"
      actions={
        may && (
          <Button look="primary" onClick={() => setNew(true)}>
            New agent
          </Button>
        )
      }
    >
      <SavedViews list="agents" />
      <StatusTabs of="agents" statuses={['active', 'paused', 'disabled']} current={tab} isNarrowed={isNarrowed} />
      <ListFilters
        sort={{ value: sort, onSort: (next) => set('sort', next) }}
        search={{
          label: 'Search',
          placeholder: 'Name or external id',
          value: filters.search,
          onSearch: (search) => set('search', search),
        }}
      >
        <OwnerFilterChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
      </ListFilters>
      <PageSection flush>
        <ApiListTable
          query={sortedListQuery<Agent>(
            {
              queryKey: ['agents', 'list', filter],
              list: (page) => purser.agents.list({ ...(filter as ListAgentsQuery), ...page }),
              nameOf: ({ name }) => name,
            },
            sort,
          )}
          caption="Agents"
          columns={agentListColumns}
          rowKey={(row) => row.id}
          limitId={({ id }) => id}
          href={(row) => `/agents/${row.id}`}
          empty={
            isNarrowed || !hasNone ? (
              <EmptyState title="No agent matches.">
                <Button onClick={clear}>Clear filters</Button>
              </EmptyState>
            ) : (
              <EmptyState
                title="There is no agent yet."
                command={`curl $PURSER_URL/agents -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"customerId":"cust_...","externalId":"buyer-1"}'`}
              >
                An agent is a program that buys for a customer, with cards of its own.
              </EmptyState>
            )
          }
        />
      </PageSection>
      {isNew && <NewAgent customerId={filters.customerId} onClose={() => setNew(false)} />}
    </PageLayout>
  )
}
