import { usePageCurrency } from '../money.tsx'
import type { BudgetLimit } from '@purser/client'
import { formatMoney } from '../../lib/format.ts'
import { isSpendUnlimited, inheritedLimit } from '../../lib/limits.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'
import { Badge } from '../badge.tsx'
import { LimitBar, limitRoomInWords } from '../meter.tsx'
import { Skeleton } from '../states.tsx'
import { RelativeTime } from '../time.tsx'
import { useRowLimit } from './row-limits-provider.tsx'

interface RowLimitProps {
  id: string
  /** The row's level and the levels above it, to see whether any of them has a limit. Undefined until all are loaded. */
  levels: Parameters<typeof isSpendUnlimited>[0] | undefined
}

/** A bar for the tightest limit of a row in a list: how much is spent, how much of that is held, and when the limit is free again. */
export function RowLimitBar({ id, levels }: RowLimitProps) {
  const around = usePageCurrency()
  const limit = useRowLimit(id)
  if (limit === 'loading') return <Skeleton className="h-9 w-full min-w-24" />
  if (limit !== undefined) return <Spent of={limit} />
  if (levels === undefined) return null
  const currency = levels.find((level) => level.currency !== undefined)?.currency ?? around
  if (isSpendUnlimited(levels)) return <Badge tone="warn">No limit</Badge>
  const above = inheritedLimit(levels)
  return (
    <span className="text-sm text-quiet">
      {above === null
        ? 'No limit over time'
        : `At most ${formatMoney(above.cents, currency)} ${limitWindowInWords(above.period)}${above.period === 'perAuth' ? '' : ', each card'}`}
    </span>
  )
}

function Spent({ of: limit }: { of: BudgetLimit }) {
  const { spent, held, resetsAt, capLevel, currency = 'USD' } = limit
  const amounts = `${formatMoney(spent, currency)} of ${formatMoney(limit.limit, currency)} ${limitWindowInWords(limit.window)}`
  const isOver = spent > limit.limit
  return (
    <span className="grid max-w-80 min-w-24 @xl:min-w-40 grid-cols-[minmax(0,1fr)] gap-0.5 text-sm tabular-nums">
      <span>{amounts}</span>
      <LimitBar label={`${amounts}, ${roomOf(limit)}`} limit={limit.limit} spent={spent} held={held} isThin />
      <span className="flex flex-wrap gap-x-2 text-quiet">
        <span className={isOver ? 'font-semibold text-bad' : undefined}>{roomOf(limit)}</span>
        {held > 0 && <span>{formatMoney(held, currency)} held</span>}
        {resetsAt !== undefined && (
          <span>
            resets <RelativeTime at={resetsAt} />
          </span>
        )}
        {capLevel !== undefined && <span>shared: the {capLevel}’s limit</span>}
      </span>
    </span>
  )
}

/** The words for a limit's available amount: `$10.00 left`; for a limit that each card has, `2 cards, tightest $10.00 left`. */
function roomOf({ spent, limit, cards, currency = 'USD' }: BudgetLimit): string {
  const room = limitRoomInWords(spent, limit, currency)
  if (cards === undefined) return room
  if (cards.count === 1 && !cards.isPartial) return `1 card, ${room}`
  return `${cards.isPartial ? `${cards.count} newest` : cards.count} cards, tightest ${room}`
}
