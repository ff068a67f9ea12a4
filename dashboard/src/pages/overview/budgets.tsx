import { useQuery } from '@tanstack/react-query'
import { budgetsQuery } from '../../api/budgets.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { BudgetList } from '../budgets/budget-list.tsx'

/** How many budgets the overview shows: the most urgent ones, with a link to all. */
export const SHOWN_BUDGETS = 6

/** The most urgent budgets of customers and agents. */
export function Budgets() {
  const { data, error, refetch } = useQuery(budgetsQuery(SHOWN_BUDGETS))
  return (
    <Section
      title="Budgets"
      action={
        <ButtonLink to="/budgets" look="ghost" size="small">
          All budgets
        </ButtonLink>
      }
    >
      {data === undefined ? (
        error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : data.data.length === 0 ? (
        <Empty title="No customer or agent has a limit over time yet.">
          When there is one, such as a monthly limit, what is left of it appears here.
        </Empty>
      ) : (
        <BudgetList of={data.data} />
      )}
    </Section>
  )
}
