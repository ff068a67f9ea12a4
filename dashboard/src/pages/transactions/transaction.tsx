import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Reason, TransactionWithTrace } from '@purser/client'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { fieldNameInWords, formatMoney } from '../../lib/format.ts'
import { Badge, PurchaseStatus } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DecisionLadder } from '../../ui/decision-ladder.tsx'
import { Money, CurrencyScope } from '../../ui/money.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { DetailList, PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { TransactionIntent } from './intent.tsx'
import { TransactionDocuments } from './documents.tsx'
import { TransactionNotes } from './notes.tsx'
import { TransactionTimeline } from './transaction-timeline.tsx'
import { FieldFixDialog } from './fix-dialog.tsx'
import { DecisionReceiptButton } from './receipt.tsx'
import { playgroundSearchOf } from '../playground/purchase.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { apiSentenceText } from '../../lib/words/api-sentence.ts'
import { transactionFlagName } from '../../lib/words/flags.ts'
import { MerchantCategory } from '../../ui/words/category.tsx'

const crumbs = [{ label: 'Transactions', to: '/transactions' }]

export default function TransactionPage() {
  const { transactionId = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['transactions', transactionId],
    queryFn: ({ signal }) => purser.transactions.get(transactionId, { signal }),
  })
  if (data !== undefined) {
    return (
      <CurrencyScope of={cardCurrencyOf(data)}>
        <Shown transaction={data} />
      </CurrencyScope>
    )
  }
  return (
    <PageLayout title="Transaction" crumbs={crumbs}>
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={8} />}
    </PageLayout>
  )
}

/**
 * The currency of a transaction's card and limits. A purchase in another currency was declined for that, and the reason has the card's
 * currency.
 */
function cardCurrencyOf({ currency, reasons }: TransactionWithTrace): string {
  const limit = reasons.find(({ code }) => code === 'currency_not_supported')?.limit
  return typeof limit === 'string' ? limit : currency
}

function Shown({ transaction }: { transaction: TransactionWithTrace }) {
  const { amount, currency, merchant, status, trace, reasons, decision, shadow } = transaction
  const [fixed, setFixed] = useState<Reason>()
  return (
    <PageLayout
      title={`${formatMoney(amount, currency)} at ${merchant.name ?? 'an unnamed merchant'}`}
      crumbs={crumbs}
      badge={<PurchaseStatus of={status} />}
      actions={
        <>
          <DecisionReceiptButton transactionId={transaction.id} />
          <ButtonLink to={`/playground?${playgroundSearchOf(transaction)}`}>Try again in the playground</ButtonLink>
        </>
      }
    >
      <div className="grid items-start gap-6 min-[1181px]:grid-cols-[minmax(0,1fr)_22rem]">
        <PageSection title="Decision">
          {trace.length === 0 ? (
            <p className="text-quiet">
              No rule was checked. It was {decision === 'approve' ? 'approved' : 'declined'}.
            </p>
          ) : (
            <DecisionLadder
              checks={trace}
              reasons={reasons}
              decision={decision}
              shadow={shadow}
              fix={(reason) => <FixButton reason={reason} onOpen={() => setFixed(reason)} />}
            />
          )}
        </PageSection>
        <div className="grid min-w-0 gap-6">
          <About transaction={transaction} />
          <TransactionDocuments of={transaction} />
          <TransactionNotes of={transaction} />
          <PageSection title="Timeline">
            <TransactionTimeline of={transaction} />
          </PageSection>
          {transaction.intentId && <TransactionIntent id={transaction.intentId} />}
        </div>
      </div>
      {fixed && <FieldFixDialog reason={fixed} transaction={transaction} onClose={() => setFixed(undefined)} />}
    </PageLayout>
  )
}

function FixButton({ reason, onOpen }: { reason: Reason; onOpen: () => void }) {
  const may = useHasRole('admin')
  if (!may) return <p className="text-sm text-quiet">An admin can fix this.</p>
  return (
    <div>
      <Button
        size="small"
        look="primary"
        onClick={onOpen}
        aria-label={`Fix this: ${apiSentenceText(reason.message, reason)}`}
      >
        Fix this
      </Button>
    </div>
  )
}

const kinds = { force_capture: 'Captured without an authorization', credit: 'Credit without a purchase' } as const

function About({ transaction }: { transaction: TransactionWithTrace }) {
  const {
    amount,
    currency,
    merchantAmount,
    merchantCurrency,
    merchant,
    type,
    flags,
    attestation,
    networkReference,
    createdAt,
    id,
  } = transaction
  const raised = Object.entries(flags).filter(([, isRaised]) => isRaised)
  const place = [merchant.city, merchant.country].filter(Boolean).join(', ')
  return (
    <PageSection title="Purchase">
      <DetailList
        of={[
          ['Amount', <Money key="amount" cents={amount} currency={currency} />],
          ...(merchantAmount === undefined || merchantCurrency === undefined
            ? []
            : [
                [
                  'The shop asked for',
                  <Money key="asked" cents={merchantAmount} currency={merchantCurrency} />,
                ] as const,
              ]),
          ['Merchant', <UntrustedText key="merchant" text={merchant.name ?? '—'} />],
          ...(place ? [['Location', <UntrustedText key="place" text={place} />] as const] : []),
          ...(merchant.mcc ? [['Category', <MerchantCategory key="mcc" code={merchant.mcc} />] as const] : []),
          ...(merchant.networkId ? [['Merchant id', <code key="merchant">{merchant.networkId}</code>] as const] : []),
          ['Agent', <AgentName key="agent" id={transaction.agentId} link={transaction.agentId !== null} />],
          ['Customer', <CustomerName key="customer" id={transaction.customerId} link />],
          ['Card', <CardName key="card" id={transaction.cardId} link />],
          ...(transaction.costCenter ? [['Cost center', transaction.costCenter] as const] : []),
          ['When', <ExactTime key="when" at={createdAt} />],
          ...(type === 'authorization' ? [] : [['Type', kinds[type]] as const]),
          ['Attestation', fieldNameInWords(attestation)],
          ...(transaction.authenticated ? [['Authenticated', 'Yes, by 3-D Secure'] as const] : []),
          ['Flags', raised.length === 0 ? 'None' : <Flags key="flags" names={raised.map(([name]) => name)} />],
          ...(networkReference ? [['Reference', <code key="reference">{networkReference}</code>] as const] : []),
          ['Id', <Copyable key="id" text={id} />],
        ]}
      />
    </PageSection>
  )
}

const alarming = new Set([
  'intentMissing',
  'intentMismatch',
  'unattested',
  'settlementOverIntent',
  'settlementOverAuthorized',
  'standIn',
])

const Flags = ({ names }: { names: readonly string[] }) => (
  <ul className="flex flex-wrap gap-1.5">
    {names.map((name) => (
      <li key={name} className="flex">
        <Badge tone={alarming.has(name) ? 'warn' : 'neutral'}>{transactionFlagName(name)}</Badge>
      </li>
    ))}
  </ul>
)
