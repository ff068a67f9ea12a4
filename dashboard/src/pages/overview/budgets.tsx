import { useQuery } from '@tanstack/react-query'
import { budgetsQuery } from '../../api/budgets.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { BudgetList } from '../budgets/budget-list.tsx'

/** How many budgets the overview shows: the most urgent ones, with a link to all. */
export const OVERVIEW_BUDGET_COUNT = 6

/** The most urgent budgets of customers and agents. */
export function UrgentBudgets() {
  const { data, error, refetch } = useQuery(budgetsQuery(OVERVIEW_BUDGET_COUNT))
  return (
    <PageSection
      title="Budgets"
      action={
        <ButtonLink to="/budgets" look="ghost" size="small">
          All budgets
        </ButtonLink>
      }
    >
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines />
        )
      ) : data.data.length === 0 ? (
        <EmptyState title="No customer or agent has a limit over time yet.">
          When there is one, such as a monthly limit, what is left of it appears here.
        </EmptyState>
      ) : (
        <BudgetList of={data.data} />
      )}
    </PageSection>
  )
}
