import { useQuery } from '@tanstack/react-query'
import { intentQuery } from '../../api/intent.ts'
import { Status } from '../../ui/badge.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { Money } from '../../ui/money.tsx'
import { FactList, Section } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { ActorName } from '../../ui/actor-name.tsx'
import { Time } from '../../ui/time.tsx'
import { OthersText } from '../../ui/others-text.tsx'

/** The declared intent of a transaction, to compare it with the purchase. */
export function Intent({ id }: { id: string }) {
  const { data, error } = useQuery(intentQuery(id))
  return (
    <Section title="Declared intent" action={data && <Status of={data.status} />}>
      {data === undefined ? (
        error ? (
          <Failure error={error} />
        ) : (
          <Loading lines={3} />
        )
      ) : (
        <FactList
          of={[
            ['Purpose', <OthersText key="for" text={data.purpose} />],
            ['Merchant', <OthersText key="at" text={data.expectedMerchant ?? 'Any merchant'} />],
            ['Amount', <IntentAmount key="amount" of={data} unbounded="Any" />],
            ...(data.ceiling === undefined
              ? []
              : [['At most', <Money key="most" cents={data.ceiling} currency={data.expectedCurrency} />] as const]),
            ['Declared', <Time key="declared" at={data.createdAt} />],
            ...(data.approvedBy ? [['Approved by', <ActorName key="by" id={data.approvedBy} />] as const] : []),
          ]}
        />
      )}
    </Section>
  )
}
