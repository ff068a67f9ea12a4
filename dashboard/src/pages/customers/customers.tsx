import type { Customer, ListCustomersQuery } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { customerName } from '../../api/names.ts'
import { isSortOrder, sortedListQuery } from '../../api/sorted.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { Button } from '../../ui/button.tsx'
import { SavedViews } from '../../ui/list/saved-views.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ListFilters } from '../resource/list-filters.tsx'
import { StatusTabs, statusOfOpenListTab, useHasNoResources } from '../resource/status-tabs.tsx'
import { customerColumns } from './columns.tsx'
import { NewCustomer } from '../resource/creations.ts'

export default function Customers() {
  const { filters, set, clear } = useListFilters(['status', 'sort', 'search'])
  const { tab, isNarrowed, filter } = statusOfOpenListTab(filters)
  const sort = isSortOrder(filters.sort) ? filters.sort : 'newest'
  const hasNone = useHasNoResources('customers')
  const [isNew, setNew] = useState(false)
  const may = useHasRole('admin')
  return (
    <PageLayout
      title="Customers"
      actions={
        may && (
          <Button look="primary" onClick={() => setNew(true)}>
            New customer
          </Button>
        )
      }
    >
      <SavedViews list="customers" />
      <StatusTabs of="customers" statuses={['active', 'suspended']} current={tab} isNarrowed={isNarrowed} />
      <ListFilters
        sort={{ value: sort, onSort: (next) => set('sort', next) }}
        search={{
          label: 'Search',
          placeholder: 'Name or email',
          value: filters.search,
          onSearch: (search) => set('search', search),
        }}
      />
      <PageSection flush>
        <ApiListTable
          query={sortedListQuery<Customer>(
            {
              queryKey: ['customers', 'list', filter],
              list: (page) => purser.customers.list({ ...(filter as ListCustomersQuery), ...page }),
              nameOf: customerName,
            },
            sort,
          )}
          caption="Customers"
          columns={customerColumns}
          rowKey={(row) => row.id}
          limitId={({ id }) => id}
          href={(row) => `/customers/${row.id}`}
          empty={
            isNarrowed || !hasNone ? (
              <EmptyState title="No customer matches.">
                <Button onClick={clear}>Clear filters</Button>
              </EmptyState>
            ) : (
              <EmptyState
                title="There is no customer yet."
                command={`curl $PURSER_URL/customers -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"name":{"business":"Acme"}}'`}
              >
                Agents and cards belong to a customer: a business or a person.
              </EmptyState>
            )
          }
        />
      </PageSection>
      {isNew && <NewCustomer onClose={() => setNew(false)} />}
    </PageLayout>
  )
}
