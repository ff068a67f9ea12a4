import { useQuery } from '@tanstack/react-query'
import { budgetsQuery } from '../../api/budgets.ts'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { SpendAgainstLimit, SpendAgainstLimitLoading } from './against-limit.tsx'
import { BudgetList } from './budget-list.tsx'

/** The most limits that the budgets page requests. */
const MOST = 100

/** The budgets of every customer and agent, the most urgent first. */
export default function Budgets() {
  const { data, error, refetch } = useQuery(budgetsQuery(MOST))
  return (
    <PageLayout title="Budgets" crumbs={[{ label: 'Overview', to: '/' }]}>
      <p className="text-quiet">
        Of each active customer and agent with a limit over time: the limit of which most is used. A limit that each
        card has is that of its tightest card.
      </p>
      {data === undefined ? !error && <SpendAgainstLimitLoading /> : <SpendAgainstLimit of={data.data} />}
      <PageSection>
        {data === undefined ? (
          error ? (
            <FailureNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingLines lines={8} />
          )
        ) : data.data.length === 0 ? (
          <EmptyState title="No customer or agent has a limit over time yet.">
            Set one in the policy of either.
          </EmptyState>
        ) : (
          <BudgetList of={data.data} />
        )}
      </PageSection>
      {data?.hasMore && <p className="text-quiet">These are the {MOST} tightest; more is left of the others.</p>}
      {data?.isPartial && (
        <p className="text-quiet">
          This account has more customers, agents and cards than are compared at once: these are the limits of the
          newest.
        </p>
      )}
    </PageLayout>
  )
}
