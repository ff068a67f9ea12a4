import { CurrencyScope } from '../../ui/money.tsx'
import type { Customer } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { customerName } from '../../api/names.ts'
import { customerQuery } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { agentColumnsOnCustomerPage } from '../agents/columns.tsx'
import { customerCardColumns } from '../cards/columns.tsx'
import { PolicySection } from '../policy/later-policy-section.tsx'
import { LastIntents, LastTransactions } from '../resource/later-activity.ts'
import { SpendingLevelBudget } from '../resource/budgets.tsx'
import { CostCenter } from '../resource/cost-center.tsx'
import { NewAgent, NewCard } from '../resource/creations.ts'
import { ResourcePageLayout, ResourcePage } from '../resource/resource-page.tsx'
import { RelatedResources } from '../resource/related.tsx'
import { CustomerActions } from './customer-actions.tsx'

const Changes = loadComponentLater(async () => (await import('../resource/changes.tsx')).ResourceChanges)

export default function CustomerPage() {
  const { id = '' } = useParams()
  return (
    <ResourcePage kind="Customer" query={useQuery(customerQuery(id))}>
      {(customer) => (
        <CurrencyScope of={customer.currency}>
          <Shown customer={customer} />
        </CurrencyScope>
      )}
    </ResourcePage>
  )
}

function Shown({ customer }: { customer: Customer }) {
  const { id, type, currency, status, email, phone, createdAt } = customer
  return (
    <PageLayout
      title={customerName(customer)}
      crumbs={[{ label: 'Customers', to: '/customers' }]}
      badge={<StatusBadge of={status} />}
      actions={<CustomerActions customer={customer} />}
    >
      <ResourcePageLayout
        top={
          <>
            <SpendingLevelBudget level="customer" id={id} />
            <PageSection title="About">
              <DetailList
                of={[
                  ['Type', type === 'business' ? 'Business' : 'Person'],
                  ...(email ? [['Email', email] as const] : []),
                  ...(phone ? [['Phone', phone] as const] : []),
                  ['Currency', currency],
                  [
                    'Cost center',
                    <CostCenter key="cost-center" level="customer" id={id} value={customer.costCenter} />,
                  ],
                  ['Created', <ExactTime key="since" at={createdAt} />],
                  ['Id', <Copyable key="id" text={id} />],
                ]}
              />
            </PageSection>
          </>
        }
        middle={<PolicySection level="customer" id={id} />}
        main={
          <>
            <Beneath id={id} />
            <LastTransactions level="customer" id={id} />
            <LastIntents level="customer" id={id} />
          </>
        }
        aside={<Changes id={id} />}
      />
    </PageLayout>
  )
}

function Beneath({ id }: { id: string }) {
  const [made, setMade] = useState<'agent' | 'card' | null>(null)
  const may = useHasRole('admin')
  const adder = (what: 'agent' | 'card') =>
    may && (
      <Button size="small" onClick={() => setMade(what)}>
        New {what}
      </Button>
    )
  return (
    <>
      <RelatedResources
        title="Agents"
        queryKey={['agents', 'of', id]}
        load={(signal) => purser.agents.list({ customerId: id, limit: 8 }, { signal })}
        columns={agentColumnsOnCustomerPage}
        rowKey={(row) => row.id}
        href={(row) => `/agents/${row.id}`}
        all={`/agents?customerId=${id}`}
        action={adder('agent')}
        empty="This customer has no agent yet."
      />
      <RelatedResources
        title="Cards"
        queryKey={['cards', 'of', id]}
        load={(signal) => purser.cards.list({ customerId: id, limit: 8 }, { signal })}
        columns={customerCardColumns}
        rowKey={(row) => row.id}
        href={(row) => `/cards/${row.id}`}
        all={`/cards?customerId=${id}`}
        action={adder('card')}
        empty="This customer has no card yet."
      />
      {made === 'agent' && <NewAgent customerId={id} onClose={() => setMade(null)} />}
      {made === 'card' && <NewCard customerId={id} onClose={() => setMade(null)} />}
    </>
  )
}
