import { CurrencyScope } from '../../ui/money.tsx'
import type { Card } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { purser } from '../../api/client.ts'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { cardName } from '../../api/names.ts'
import { cardQuery } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { WarningLine } from '../../ui/words/warning-line.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { AgentName, CustomerName } from '../../ui/named.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { ExactTime, RelativeTime } from '../../ui/time.tsx'
import { PolicySection } from '../policy/later-policy-section.tsx'
import { LastIntents, LastTransactions } from '../resource/later-activity.ts'
import { useCustomerAgentOrCardAction } from '../resource/actions.ts'
import { CostCenter } from '../resource/cost-center.tsx'
import { SpendingLevelBudget } from '../resource/budgets.tsx'
import { ResourcePageLayout, ResourcePage } from '../resource/resource-page.tsx'
import { CardIssuerCalls } from './card-issuer-calls.tsx'
import { CardActions } from './card-actions.tsx'
import { CardNumber } from './number.tsx'
import { loadComponentLater } from '../../app/load-component-later.tsx'

const NumberReads = loadComponentLater(async () => (await import('./number-reads.tsx')).CardNumberReads)

const Changes = loadComponentLater(async () => (await import('../resource/changes.tsx')).ResourceChanges)

export default function CardPage() {
  const { id = '' } = useParams()
  return (
    <ResourcePage kind="Card" query={useQuery(cardQuery(id))}>
      {(card) => (
        <CurrencyScope of={card.currency}>
          <Shown card={card} />
        </CurrencyScope>
      )}
    </ResourcePage>
  )
}

const Shown = ({ card }: { card: Card }) => (
  <PageLayout
    title={cardName(card)}
    crumbs={[{ label: 'Cards', to: '/cards' }]}
    badge={<StatusBadge of={card.status} />}
    actions={<CardActions key={card.id} card={card} />}
  >
    <CardIssuerCalls card={card} />
    {card.credentialsLockedUntil && <Locked card={card} until={card.credentialsLockedUntil} />}
    <ResourcePageLayout
      top={
        <>
          <CardNumber key={card.id} card={card} />
          <SpendingLevelBudget level="card" id={card.id} />
          <About card={card} />
        </>
      }
      middle={<PolicySection level="card" id={card.id} isFinal={card.status === 'closed'} />}
      main={
        <>
          <LastTransactions level="card" id={card.id} />
          <LastIntents level="card" id={card.id} />
          <NumberReads cardId={card.id} />
        </>
      }
      aside={<Changes id={card.id} />}
    />
  </PageLayout>
)

function Locked({ card, until }: { card: Card; until: string }) {
  const { run, isPending } = useCustomerAgentOrCardAction('cards')
  const may = useHasRole('admin')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <WarningLine message="Wrong expiries or CVVs were tried five times in a row: purchases by number are declined." />
      <span className="text-sm text-quiet">
        Unlocks <RelativeTime at={until} />
      </span>
      {may && (
        <Button
          size="small"
          busy={isPending}
          onClick={() =>
            run({ act: () => purser.cards.unlockCredentials(card.id), said: 'Purchases by number are possible again.' })
          }
        >
          Unlock now
        </Button>
      )}
    </div>
  )
}

const link = 'underline underline-offset-2'

/** How many one-time cards a card has had, at most this many. */
const MOST_COUNTED = 100

/** The line about a one-time card's parent and intent, or about the one-time cards of a card that has some. */
function useOneTimeLines({ id, parentCardId, intentId }: Card) {
  const { data } = useQuery({
    queryKey: ['cards', 'one-time', id],
    queryFn: () => purser.cards.list({ parentCardId: id, limit: MOST_COUNTED }),
    enabled: parentCardId === undefined,
  })
  if (parentCardId !== undefined)
    return [
      [
        'Made from',
        <Of key="parent" to={`/cards/${parentCardId}`} name="another card, which its purchase counts on" />,
      ],
      ['Made for', <Of key="intent" to={`/intents/${intentId}`} name="one intent" />],
    ] as const
  const count = data?.data.length ?? 0
  if (count === 0) return []
  const said = data?.hasMore === true ? `more than ${MOST_COUNTED}` : String(count)
  return [['One-time cards', <Of key="one-time" to={`/cards?parentCardId=${id}`} name={said} />]] as const
}

const About = ({ card }: { card: Card }) => (
  <PageSection title="About">
    <DetailList
      of={[
        ...(card.customerId
          ? [
              [
                'Customer',
                <Of key="c" to={`/customers/${card.customerId}`} name={<CustomerName id={card.customerId} />} />,
              ] as const,
            ]
          : []),
        [
          'Agent',
          card.agentId ? <Of key="a" to={`/agents/${card.agentId}`} name={<AgentName id={card.agentId} />} /> : 'none',
        ],
        ...useOneTimeLines(card),
        ['Type', `${card.type}, ${card.usage === 'single' ? 'for one purchase' : 'for many purchases'}`],
        ...(card.issuer ? [['Issuer', issuerTitle(card.issuer.name)] as const] : []),
        ...(card.merchantLock ? [['Locked to', card.merchantLock] as const] : []),
        [
          'Cost center',
          <CostCenter
            key="cost-center"
            level="card"
            id={card.id}
            value={card.costCenter}
            isFinal={card.status === 'closed'}
          />,
        ],
        ['Last purchase', card.lastSpendAt ? <RelativeTime key="last" at={card.lastSpendAt} /> : 'never'],
        ...(card.expiresAt ? [['Expires', <ExactTime key="ends" at={card.expiresAt} />] as const] : []),
        ...(card.createdAt ? [['Created', <ExactTime key="since" at={card.createdAt} />] as const] : []),
        ['Id', <Copyable key="id" text={card.id} />],
      ]}
    />
  </PageSection>
)

const Of = ({ to, name }: { to: string; name: React.ReactNode }) => (
  <Link to={to} className={link}>
    {name}
  </Link>
)
