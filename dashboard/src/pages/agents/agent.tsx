import { CurrencyScope } from '../../ui/money.tsx'
import { useCustomer } from '../../api/names.ts'
import type { Agent } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { patchCustomerAgentOrCard } from '../../api/level-query.ts'
import { agentQuery } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { CustomerName } from '../../ui/named.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { agentCardColumns } from '../cards/columns.tsx'
import { NewCard } from '../resource/creations.ts'
import { PolicySection } from '../policy/later-policy-section.tsx'
import { LastIntents, LastTransactions } from '../resource/later-activity.ts'
import { useCustomerAgentOrCardAction } from '../resource/actions.ts'
import { CostCenter } from '../resource/cost-center.tsx'
import { ReportedCheckoutObstacles } from './obstacles.tsx'
import { SpendingLevelBudget } from '../resource/budgets.tsx'
import { ResourcePageLayout, ResourcePage } from '../resource/resource-page.tsx'
import { RelatedResources } from '../resource/related.tsx'
import { loadComponentLater } from '../../app/load-component-later.tsx'

const Changes = loadComponentLater(async () => (await import('../resource/changes.tsx')).ResourceChanges)

export default function AgentPage() {
  const { id = '' } = useParams()
  return (
    <ResourcePage kind="Agent" query={useQuery(agentQuery(id))}>
      {(agent) => <InItsCurrency agent={agent} />}
    </ResourcePage>
  )
}

/** The agent's page with amounts in the currency of the agent's customer. */
function InItsCurrency({ agent }: { agent: Agent }) {
  return (
    <CurrencyScope of={useCustomer(agent.customerId)?.currency}>
      <Shown agent={agent} />
    </CurrencyScope>
  )
}

function Shown({ agent }: { agent: Agent }) {
  const { id, name, status, customerId, externalId, createdAt } = agent
  return (
    <PageLayout
      title={name}
      crumbs={[{ label: 'Agents', to: '/agents' }]}
      badge={<StatusBadge of={status} />}
      actions={<AgentActions agent={agent} />}
    >
      <ResourcePageLayout
        top={
          <>
            <SpendingLevelBudget level="agent" id={id} />
            <PageSection title="About">
              <DetailList
                of={[
                  ...(customerId ? [['Customer', <Owner key="customer" id={customerId} />] as const] : []),
                  ...(externalId ? [['External id', <code key="external">{externalId}</code>] as const] : []),
                  [
                    'Cost center',
                    <CostCenter
                      key="cost-center"
                      level="agent"
                      id={id}
                      value={agent.costCenter}
                      isFinal={status === 'disabled'}
                    />,
                  ],
                  ...(createdAt ? [['Created', <ExactTime key="since" at={createdAt} />] as const] : []),
                  ['Id', <Copyable key="id" text={id} />],
                ]}
              />
            </PageSection>
          </>
        }
        middle={<PolicySection level="agent" id={id} isFinal={status === 'disabled'} />}
        main={
          <>
            <OwnCards agent={agent} />
            <LastTransactions level="agent" id={id} />
            <LastIntents level="agent" id={id} />
            <ReportedCheckoutObstacles agentId={id} />
          </>
        }
        aside={<Changes id={id} />}
      />
    </PageLayout>
  )
}

const Owner = ({ id }: { id: string }) => (
  <Link to={`/customers/${id}`} className="underline underline-offset-2">
    <CustomerName id={id} />
  </Link>
)

/** The buttons that pause and activate an agent, for admins. A disabled agent has neither, because disabling is final. */
function AgentActions({ agent: { id, name, status } }: { agent: Agent }) {
  const { run, isPending } = useCustomerAgentOrCardAction('agents')
  const may = useHasRole('admin')
  if (!may || status === 'disabled') return null
  const activate = {
    act: () => patchCustomerAgentOrCard('agent', id, { status: 'active' }),
    said: `${name} is active.`,
  }
  const pause = {
    act: () => purser.agents.update(id, { status: 'paused' }),
    said: `${name} is paused: its purchases are declined.`,
  }
  return (
    <>
      <ButtonLink to={`/connect/agent?agentId=${id}`}>Connect</ButtonLink>
      {status === 'paused' ? (
        <Button look="primary" busy={isPending} onClick={() => run({ ...activate, undo: pause })}>
          Activate
        </Button>
      ) : (
        <Button busy={isPending} onClick={() => run({ ...pause, undo: activate })}>
          Pause
        </Button>
      )}
    </>
  )
}

function OwnCards({ agent: { id, customerId, status } }: { agent: Agent }) {
  const [isNew, setNew] = useState(false)
  const may = useHasRole('admin') && customerId !== null && status !== 'disabled'
  return (
    <>
      <RelatedResources
        title="Cards"
        queryKey={['cards', 'of', id]}
        load={(signal) => purser.cards.list({ agentId: id, limit: 8 }, { signal })}
        columns={agentCardColumns}
        rowKey={(row) => row.id}
        href={(row) => `/cards/${row.id}`}
        all={`/cards?agentId=${id}`}
        action={
          may && (
            <Button size="small" onClick={() => setNew(true)}>
              New card
            </Button>
          )
        }
        empty="This agent has no card yet."
      />
      {isNew && <NewCard customerId={customerId ?? undefined} agentId={id} onClose={() => setNew(false)} />}
    </>
  )
}
