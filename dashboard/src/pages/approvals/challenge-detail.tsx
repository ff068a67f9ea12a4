import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Challenge } from '@purser/client'
import { accountQuery } from '../../api/account.ts'
import { challengeQuery } from '../../api/approvals/challenges.ts'
import { decideChallenge } from '../../api/approvals/decide.ts'
import { Copyable } from '../../ui/copy.tsx'
import { Money } from '../../ui/money.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { DetailList } from '../../ui/page-layout.tsx'
import { Countdown } from './countdown.tsx'
import { ExactTime } from '../../ui/time.tsx'
import { MerchantCategory } from '../../ui/words/category.tsx'
import { challengeHeadline } from './challenge-text.ts'
import { DecisionButtons } from './decision/decision.tsx'
import {
  type InboxRequestDetailProps,
  InboxRequestDetailSection,
  InboxRequestDetailPlaceholder,
  shownInboxRequestKey,
} from './detail-section.tsx'
import { accountPasskeyThreshold } from './decision/passkey-threshold.ts'

/** The details of a challenge: the amount that the merchant wants to charge, the time left, and the two buttons. */
export function ChallengeDetail({ id, listed, hasHeading = false, onDecided }: InboxRequestDetailProps<Challenge>) {
  const { data = listed, error, refetch } = useQuery(challengeQuery(id))
  const passkeyAbove = accountPasskeyThreshold(useQuery(accountQuery).data, data?.currency)
  if (data === undefined) return <InboxRequestDetailPlaceholder error={error} onRetry={() => void refetch()} />
  const title = challengeHeadline(data)
  const takesPasskey = passkeyAbove !== undefined && (data.amount ?? Infinity) > passkeyAbove
  return (
    <InboxRequestDetailSection
      shown={shownInboxRequestKey(data)}
      hasHeading={hasHeading}
      title={<UntrustedText text={title} />}
      status={data.status}
    >
      <Question of={data} />
      {data.intentId !== undefined && data.status === 'pending' ? (
        <p>
          <Link to={`/approvals/${data.intentId.replace('int_', 'apr_')}`} className="underline">
            The approval of the purchase
          </Link>{' '}
          answers this, too.
        </p>
      ) : (
        <DecisionButtons
          of={{
            ...data,
            status: data.status === 'declined' ? 'rejected' : data.status,
            title,
            lines: [
              ['Purchase', title],
              ['Card', data.cardLabel ?? '—'],
            ],
            why: 'The bank asks whether you agree to this purchase.',
            ...(takesPasskey && { passkeyAbove }),
          }}
          decide={(made, intention) => decideChallenge(id, made, intention)}
          stale={['challenges']}
          {...(onDecided && { onDecided })}
        />
      )}
      {data.answerError !== undefined && <Refused why={data.answerError} />}
      <hr className="border-line" />
      <About challenge={data} />
    </InboxRequestDetailSection>
  )
}

function Question({ of: { status, expiresAt } }: { of: Challenge }) {
  if (status !== 'pending') return <p className="text-lg">The bank asked whether you agree to this purchase.</p>
  return (
    <p className="text-lg">
      A shop wants to charge the card now, and the bank asks whether you agree. You have{' '}
      <span className="text-warn">
        <Countdown until={expiresAt} />
      </span>{' '}
      left; without an answer it is declined.
    </p>
  )
}

/** The note that the bank did not accept the answer to a challenge, so that the merchant has most likely declined. */
const Refused = ({ why }: { why: string }) => (
  <p role="alert" className="rounded-lg bg-bad-wash px-4 py-3 wrap-anywhere text-bad">
    The bank did not take this answer: <UntrustedText text={why} />. It is not sent again, and the shop may have
    declined the payment.
  </p>
)

function About({ challenge }: { challenge: Challenge }) {
  const { agentId, customerId, cardId, amount, currency = 'usd', merchant, intentId } = challenge
  const { merchantAmount, merchantCurrency } = challenge
  return (
    <DetailList
      of={[
        [
          'Amount',
          amount === undefined ? 'The shop names none' : <Money key="amount" cents={amount} currency={currency} />,
        ],
        ...(merchantAmount === undefined
          ? []
          : [
              [
                'At the shop',
                <Money key="shop" cents={merchantAmount} currency={merchantCurrency ?? currency} />,
              ] as const,
            ]),
        ['Merchant', <UntrustedText key="shop" text={merchant.name ?? '—'} />],
        ...(merchant.country ? [['Country', <UntrustedText key="country" text={merchant.country} />] as const] : []),
        ...(merchant.mcc ? [['Category', <MerchantCategory key="mcc" code={merchant.mcc} />] as const] : []),
        ['Agent', <AgentName key="agent" id={agentId} link={agentId !== null} />],
        ['Customer', <CustomerName key="customer" id={customerId} link />],
        ['Card', <CardName key="card" id={cardId} link />],
        ...(intentId === undefined ? [] : [['Intent', <Copyable key="intent" text={intentId} />] as const]),
        ['Requested', <ExactTime key="asked" at={challenge.createdAt} />],
        ...(challenge.answeredAt === undefined
          ? []
          : [['The bank took the answer', <ExactTime key="answered" at={challenge.answeredAt} />] as const]),
        ['Challenge', <Copyable key="challenge" text={challenge.id} />],
      ]}
    />
  )
}
