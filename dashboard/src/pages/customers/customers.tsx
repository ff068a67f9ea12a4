import type { ListCustomersQuery } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { pagesOf } from '../../api/pages.ts'
import { useMay } from '../../api/session.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Button } from '../../ui/button.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { ListFilters } from '../resource/list-filters.tsx'
import { customerColumns } from './columns.tsx'
import { NewCustomer } from './new-customer.tsx'

export default function Customers() {
  const { filters, set, clear, isFiltered } = useFilters(['status', 'search'])
  const [isNew, setNew] = useState(false)
  const may = useMay('admin')
  return (
    <Page
      title="Customers"
      actions={
        may && (
          <Button look="primary" onClick={() => setNew(true)}>
            New customer
          </Button>
        )
      }
    >
      <ListFilters
        status={filters.status}
        statuses={['active', 'suspended']}
        onStatus={(status) => set('status', status)}
        search={{
          label: 'Search',
          placeholder: 'Name or email',
          value: filters.search,
          onSearch: (search) => set('search', search),
        }}
      />
      <Section flush>
        <Listing
          query={pagesOf(['customers', 'list', filters], (cursor) =>
            purser.customers.list({ ...(filters as ListCustomersQuery), limit: 50, ...(cursor && { cursor }) }),
          )}
          caption="Customers"
          columns={customerColumns}
          rowKey={(row) => row.id}
          limitId={({ id }) => id}
          href={(row) => `/customers/${row.id}`}
          empty={
            isFiltered ? (
              <Empty title="No customer matches.">
                <Button onClick={clear}>Show all</Button>
              </Empty>
            ) : (
              <Empty
                title="There is no customer yet."
                command={`curl $PURSER_URL/customers -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"name":{"business":"Acme"}}'`}
              >
                Agents and cards belong to a customer: a business or a person.
              </Empty>
            )
          }
        />
      </Section>
      {isNew && <NewCustomer onClose={() => setNew(false)} />}
    </Page>
  )
}
