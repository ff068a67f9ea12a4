import { Money, CurrencyScope } from '../../ui/money.tsx'
import { Link } from 'react-router'
import type { BudgetLimit } from '@purser/client'
import { useNow } from '../../lib/use-now.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'
import { BudgetMeter } from '../../ui/meter.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** Limits with their owners and their available amounts, the most urgent first. */
export const BudgetList = ({ of }: { of: readonly BudgetLimit[] }) => (
  <ul className="grid gap-5">
    {of.map((limit) => (
      <Budget key={limit.id} of={limit} />
    ))}
  </ul>
)

function Budget({ of: limit }: { of: BudgetLimit }) {
  const end = useMonthEnd(limit)
  return (
    <CurrencyScope of={limit.currency ?? 'USD'}>
      <li className="grid min-w-0 gap-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <Link to={`/${limit.level}s/${limit.id}`} className="truncate font-medium hover:underline">
            <UntrustedText text={limit.name} />
          </Link>
          <span className="text-sm text-quiet">{limit.level}</span>
        </p>
        <BudgetMeter
          label={labelOf(limit)}
          {...(limit.cards && limit.cards.count > 1 && { before: 'tightest' })}
          limit={limit.limit}
          spent={limit.spent}
          held={limit.held}
        />
        {end !== null && (
          <p className={end > limit.limit ? 'text-sm text-warn' : 'text-sm text-quiet'}>
            At this pace <Money cents={end} /> by the end of the month{end > limit.limit && ', more than the limit'}
          </p>
        )}
      </li>
    </CurrencyScope>
  )
}

/** The words for a limit: a policy's limit is counted for each card, a hard cap for all cards together. */
function labelOf({ window, cards }: BudgetLimit): string {
  if (cards === undefined) return limitWindowInWords(window)
  return `${cards.count === 1 ? '1 card' : `${cards.count} cards, each`} ${limitWindowInWords(window)}`
}

/**
 * The projected spend of a month in cents, if it goes on at the present pace. Months are in UTC, as limits count them. Null: the limit is
 * not monthly, nothing is spent, or it is already exceeded.
 */
function useMonthEnd({ window, spent, limit }: BudgetLimit): number | null {
  const now = useNow()
  if (window !== 'perMonth' || spent === 0 || spent > limit) return null
  const date = new Date(now)
  const [begin = 0, end = 0] = [0, 1].map((months) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months))
  return Math.round((spent * (end - begin)) / Math.max(now - begin, 3_600_000))
}
