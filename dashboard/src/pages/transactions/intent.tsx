import { useQuery } from '@tanstack/react-query'
import { intentQuery } from '../../api/intent.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { Money } from '../../ui/money.tsx'
import { DetailList, PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { ActorName } from '../../ui/actor-name.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** The declared intent of a transaction, to compare it with the purchase. */
export function TransactionIntent({ id }: { id: string }) {
  const { data, error } = useQuery(intentQuery(id))
  return (
    <PageSection title="Declared intent" action={data && <StatusBadge of={data.status} />}>
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} />
        ) : (
          <LoadingLines lines={3} />
        )
      ) : (
        <DetailList
          of={[
            ['Purpose', <UntrustedText key="for" text={data.purpose} />],
            ['Merchant', <UntrustedText key="at" text={data.expectedMerchant ?? 'Any merchant'} />],
            ['Amount', <IntentAmount key="amount" of={data} unbounded="Any" />],
            ...(data.ceiling === undefined
              ? []
              : [['At most', <Money key="most" cents={data.ceiling} currency={data.expectedCurrency} />] as const]),
            ['Declared', <RelativeTime key="declared" at={data.createdAt} />],
            ...(data.approvedBy ? [['Approved by', <ActorName key="by" id={data.approvedBy} />] as const] : []),
          ]}
        />
      )}
    </PageSection>
  )
}
