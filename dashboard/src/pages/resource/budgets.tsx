import type { Budget, PolicySummary } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { budgetQuery, type PolicyLevel, policyQuery, exposureQuery } from '../../api/level-queries.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'
import { Badge } from '../../ui/badge.tsx'
import { BudgetMeter } from '../../ui/meter.tsx'
import { Money } from '../../ui/money.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ApiSentence } from '../../ui/sentence.tsx'
import { exposureSentence } from './exposure-sentence.ts'

type Limit = PolicySummary['limits'][number]

/** The budget of a level: a bar for each limit, and the limits of single purchases and of each card beneath. */
export function SpendingLevelBudget({ level, id }: { level: PolicyLevel; id: string }) {
  const { data, error, refetch } = useQuery(policyQuery(level, id))
  const { data: budget } = useQuery(budgetQuery(level, id))
  return (
    <PageSection title="Budgets">
      {data ? (
        <div className="grid gap-4">
          <Exposed level={level} id={id} />
          <Shown level={level} summary={data} windows={budget?.windows ?? []} />
        </div>
      ) : error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingLines lines={3} />
      )}
    </PageSection>
  )
}

interface ShownProps {
  level: PolicyLevel
  summary: PolicySummary
  /** The held amount of each limit. */
  windows: Budget['windows']
}

function Shown({ level, summary: { limits, cooldownEndsAt }, windows }: ShownProps) {
  const held = new Map(windows.map((one) => [keyOf(one), one.held]))
  // A policy's limit is counted for each card, so above a card it has no bar of its own.
  const isBar = ({ kind, window }: Limit) => window !== 'perAuth' && (kind === 'cap' || level === 'card')
  const bars = limits.filter(isBar)
  const others = limits.filter((one) => !isBar(one))
  if (limits.length === 0) return <p className="text-quiet">No level limits amounts.</p>
  return (
    <div className="grid gap-4">
      {cooldownEndsAt && (
        <p>
          <Badge tone="warn">Pause</Badge> The next purchase is possible <RelativeTime at={cooldownEndsAt} />.
        </p>
      )}
      {bars.map((one) => (
        <BudgetMeter
          key={keyOf(one)}
          label={labelOf(one)}
          limit={one.limit}
          spent={one.spent}
          held={held.get(keyOf(one))}
        />
      ))}
      {others.length > 0 && (
        <dl className="grid gap-1.5 text-sm">
          {others.map((one) => (
            <div key={keyOf(one)} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-quiet">
                {one.kind === 'policy' && level !== 'card'
                  ? `Each card ${limitWindowInWords(one.window)}`
                  : labelOf(one)}
              </dt>
              <dd>
                at most <Money cents={one.limit} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

const keyOf = ({ kind, level, window }: Pick<Limit, 'kind' | 'level' | 'window'>) => `${kind} ${level} ${window}`

const labelOf = ({ kind, level, window }: Limit): string =>
  kind === 'cap' ? `The ${level} ${limitWindowInWords(window)}` : `This card ${limitWindowInWords(window)}`

/** The sentence about a level's exposure: the most that could still be approved. */
function Exposed({ level, id }: { level: PolicyLevel; id: string }) {
  const { data } = useQuery(exposureQuery(level, id))
  const { data: budget } = useQuery(budgetQuery(level, id))
  if (data === undefined) return null
  return (
    <p>
      <ApiSentence text={exposureSentence(level, data, budget)} />
    </p>
  )
}
