import { accountPasskeyThreshold } from './decision/passkey-threshold.ts'
import { useQuery } from '@tanstack/react-query'
import type { Approval } from '@purser/client'
import { accountQuery } from '../../api/account.ts'
import { approvalQuery } from '../../api/approvals/approvals.ts'
import { decideIntent, revokeApproval } from '../../api/approvals/decide.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Money } from '../../ui/money.tsx'
import { hasOrderDetails, DeclaredOrderItems } from '../../ui/order.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { DetailList } from '../../ui/page-layout.tsx'
import { LoadingLines } from '../../ui/states.tsx'
import { ExactTime, RelativeTime } from '../../ui/time.tsx'
import { DecisionButtons } from './decision/decision.tsx'
import {
  type InboxRequestDetailProps,
  InboxRequestDetailSection,
  InboxRequestDetailPlaceholder,
  shownInboxRequestKey,
} from './detail-section.tsx'
import { isCeilingMuchHigher } from '../../../../src/domain/amount-in-words.ts'
import { intentCeiling } from '../../lib/intent-amount.ts'
import { approvalHeadline, approvalTextLines, ApprovalExpectedSite } from './approval-card.tsx'
import { ApprovalRules } from './approval-rules.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { withMarkedCharacters } from '../../lib/marked.ts'
import { waitingChallengesQuery } from '../../api/approvals/challenges.ts'
import { Countdown } from './countdown.tsx'

const Beside = loadComponentLater(
  async () => (await import('./beside-approval.tsx')).BesideApproval,
  <LoadingLines lines={3} />,
)

const AfterApproval = loadComponentLater(
  async () => (await import('./approved-purchase-actions.tsx')).ApprovedPurchaseActions,
)

const Categories = loadComponentLater(async () => (await import('../../ui/words/category.tsx')).MerchantCategories)

const Exception = loadComponentLater(async () => (await import('./exception-note.tsx')).ExceptionNote)

/** The details of an approval: everything that a decision needs, and the two buttons. */
export function ApprovalDetail({ id, listed, hasHeading = false, onDecided }: InboxRequestDetailProps<Approval>) {
  const { data = listed, error, refetch } = useQuery(approvalQuery(id))
  const account = useQuery(accountQuery).data
  const passkeyAbove = accountPasskeyThreshold(account, data?.subject.expectedCurrency)
  if (data === undefined) return <InboxRequestDetailPlaceholder error={error} onRetry={() => void refetch()} />
  const takesPasskey = passkeyAbove !== undefined && (data.subject.ceiling ?? Infinity) > passkeyAbove
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-4">
      <InboxRequestDetailSection
        shown={shownInboxRequestKey(data)}
        hasHeading={hasHeading}
        title={approvalHeadline(data)}
        status={data.status}
      >
        {data.status === 'pending' && <ShopWaits intentId={data.intentId} />}
        <ApprovalExpectedSite of={data} />
        <p className="text-lg wrap-anywhere">
          <UntrustedText text={data.subject.purpose} />
        </p>
        {data.subject.exception && <Exception of={data.subject.exception} currency={data.subject.expectedCurrency} />}
        {hasOrderDetails(data.subject) && <DeclaredOrderItems of={data.subject} />}
        {data.status === 'pending' && isCeilingMuchHigher(data.subject) && (
          <p className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
            It asks for less, but its tolerance lets the shop charge {intentCeiling(data.subject)}.
          </p>
        )}
        <DecisionButtons
          of={{
            ...data,
            // A revoked approval counts as approved in the decision: the revocation is shown below.
            ...(data.revokedBy !== undefined && { status: 'approved' as const }),
            title: approvalHeadline(data),
            why: data.subject.purpose,
            most: intentCeiling(data.subject),
            validMinutes: data.validMinutes,
            approved: `Approved ${intentCeiling(data.subject)} at ${withMarkedCharacters(data.subject.expectedMerchant ?? 'any merchant')}.`,
            lines: approvalTextLines(data),
            ...(takesPasskey && { passkeyAbove }),
          }}
          decide={(made, intention) => decideIntent(data.intentId, made, takesPasskey, intention)}
          stale={['approvals', 'intents', 'intent', 'challenges']}
          takeBack={() => revokeApproval(data.intentId)}
          {...(onDecided && { onDecided })}
        />
        <AfterApproval approval={data} />
        <hr className="border-line" />
        <About approval={data} />
      </InboxRequestDetailSection>
      <Beside approval={data} />
    </div>
  )
}

function About({ approval }: { approval: Approval }) {
  const { subject, status } = approval
  return (
    <DetailList
      of={[
        [
          'Agent',
          <span key="agent" className="line-clamp-2" title={approval.agentName ?? undefined}>
            <AgentName id={approval.agentId} link={approval.agentId !== null} />
          </span>,
        ],
        ['Customer', <CustomerName key="customer" id={approval.customerId} link />],
        ['Card', <CardName key="card" id={approval.cardId} link />],
        ['Merchant', <UntrustedText key="at" text={subject.expectedMerchant ?? 'Any merchant'} />],
        ...(subject.expectedMccs?.length
          ? [['Categories', <Categories key="mccs" codes={subject.expectedMccs} />] as const]
          : []),
        [
          'Maximum if approved',
          subject.ceiling === undefined ? (
            'No ceiling: only the limits of its policy apply'
          ) : (
            <Money key="most" cents={subject.ceiling} currency={subject.expectedCurrency ?? 'usd'} />
          ),
        ],
        ['Why approval is needed', <ApprovalRules key="why" reasons={subject.approvalReasons} of={approval} />],
        ['Requested', <ExactTime key="asked" at={approval.requestedAt} />],
        ...(status === 'pending' ? [['Expires', <Until key="until" at={approval.expiresAt} />] as const] : []),
        ['Intent', <Copyable key="intent" text={approval.intentId} />],
      ]}
    />
  )
}

const Until = ({ at }: { at: string }) => (
  <>
    <RelativeTime at={at} />{' '}
    <span className="text-sm text-quiet">
      (<ExactTime at={at} />)
    </span>
  </>
)

/** The note that the merchant is waiting in a challenge now, and that approving the purchase also answers the challenge. */
function ShopWaits({ intentId }: { intentId: string }) {
  const { data } = useQuery(waitingChallengesQuery)
  const challenge = data?.data.find((each) => each.intentId === intentId)
  if (challenge === undefined) return null
  return (
    <p className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
      The shop is charging the card now, and the bank asks whether you agree: approving this answers both.{' '}
      <Countdown until={challenge.expiresAt} /> left.
    </p>
  )
}
