import { useQuery } from '@tanstack/react-query'
import type { Approval, PolicySummary } from '@purser/client'
import { purser } from '../../api/client.ts'
import { ruleName } from '../../lib/words/rules.ts'
import { BudgetMeter } from '../../ui/meter.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'

/** The budget of the agent that asks, or of the customer if the card has no agent. */
export function ApprovalBudget({ approval: { agentId, customerId, subject } }: { approval: Approval }) {
  const [owner, id] = agentId === null ? (['customer', customerId] as const) : (['agent', agentId] as const)
  const { data, error, refetch } = useQuery({
    queryKey: ['policy', owner, id],
    queryFn: ({ signal }): Promise<PolicySummary> =>
      owner === 'agent' ? purser.agents.policy(id, { signal }) : purser.customers.policy(id, { signal }),
  })
  return (
    <PageSection title={`Remaining budget of the ${owner}`}>
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines lines={3} />
        )
      ) : (
        <Meters limits={data.limits} asked={subject.ceiling ?? subject.expectedAmount} />
      )}
    </PageSection>
  )
}

/** The limits over time as bars, the tightest first. Limits of a single purchase are left out, because they are no budget. */
function Meters({ limits, asked }: { limits: PolicySummary['limits']; asked: number | undefined }) {
  const budgets = limits.filter(({ window }) => window !== 'perAuth').toSorted((a, b) => a.remaining - b.remaining)
  if (budgets.length === 0) return <p className="text-quiet">It has no budget, because no limit over time applies.</p>
  const isTooMuch = asked !== undefined && budgets.some(({ remaining }) => remaining < asked)
  return (
    <div className="grid gap-4">
      {isTooMuch && <p className="text-warn">Its ceiling is more than the remaining budget.</p>}
      {budgets.map(({ kind, level, window, limit, spent }) => (
        <BudgetMeter
          key={`${kind} ${level} ${window}`}
          label={`${ruleName(`limits.${window}`)}, ${kind === 'cap' ? `cap of the ${level}` : `set by the ${level}`}`}
          limit={limit}
          spent={spent}
        />
      ))}
    </div>
  )
}
