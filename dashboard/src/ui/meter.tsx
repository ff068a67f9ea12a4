import { usePageCurrency } from './money.tsx'
import { formatMoney } from '../lib/format.ts'

interface MeterProps {
  label: string
  /** A word in front of the available amount that tells which of several limits the bar shows: `tightest`. */
  before?: string
  /** The limit that the bar shows, in cents, like its other amounts. */
  limit: number
  spent: number
  /** The part of the spend that is still held: neither captured nor reversed. In cents. */
  held?: number | undefined
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.min(100, (100 * part) / whole))

/** A budget as a bar: spent, held and left, or the excess. The text beside the bar says the same. */
export function BudgetMeter({ label, before, limit, spent, held = 0 }: MeterProps) {
  const isOver = spent > limit
  const currency = usePageCurrency()
  const room = [before, limitRoomInWords(spent, limit, currency)].filter(Boolean).join(' ')
  const said = [
    `${formatMoney(spent, currency)} of ${formatMoney(limit, currency)}`,
    ...(held > 0 ? [`${formatMoney(held, currency)} of it held`] : []),
    room,
  ]
  return (
    <div className="grid gap-1 text-sm tabular-nums">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span className={isOver ? 'font-semibold whitespace-nowrap text-bad' : 'whitespace-nowrap'}>{room}</span>
      </div>
      <LimitBar label={`${label}: ${said.join(', ')}`} limit={limit} spent={spent} held={held} />
      <div className="flex flex-wrap justify-between gap-x-4 text-quiet">
        <span className="whitespace-nowrap">
          {formatMoney(spent, currency)} of {formatMoney(limit, currency)}
        </span>
        {held > 0 && <span className="whitespace-nowrap">{formatMoney(held, currency)} of it held</span>}
      </div>
    </div>
  )
}

type BarProps = Pick<MeterProps, 'label' | 'limit' | 'spent'> & { held: number; isThin?: boolean }

/** A bar with the spent part of a limit, and the held part of the spend. `label`: the same in words, for screen readers. */
export function LimitBar({ label, limit, spent, held, isThin = false }: BarProps) {
  const captured = percent(spent - held, limit)
  const colour = colourOf(spent, limit)
  return (
    <svg
      role="img"
      aria-label={label}
      className={`${isThin ? 'h-1.5' : 'h-2'} w-full rounded-full bg-raised`}
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect width={captured} height="1" className={colour} />
      {held > 0 && (
        <rect x={captured} width={percent(spent, limit) - captured} height="1" className={`${colour} opacity-45`} />
      )}
    </svg>
  )
}

export const limitRoomInWords = (spent: number, limit: number, currency: string): string =>
  spent > limit ? `${formatMoney(spent - limit, currency)} over` : `${formatMoney(limit - spent, currency)} left`

function colourOf(spent: number, limit: number): string {
  if (spent > limit) return 'fill-bad'
  return limit === 0 || spent / limit >= 0.8 ? 'fill-warn' : 'fill-accent'
}
