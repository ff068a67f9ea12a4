import { formatMoney } from '../lib/format.ts'

interface MeterProps {
  label: string
  /** All in cents. */
  limit: number
  spent: number
  held?: number
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.min(100, (100 * part) / whole))

/** A budget as a bar: spent, held, left. The words beside it say the same. */
export function Meter({ label, limit, spent, held = 0 }: MeterProps) {
  const left = Math.max(0, limit - spent)
  const isTight = limit === 0 || spent / limit >= 0.8
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{label}</span>
        <span className="text-quiet tabular-nums">
          {formatMoney(spent)} of {formatMoney(limit)} · {formatMoney(left)} left
        </span>
      </div>
      <svg
        role="img"
        aria-label={`${label}: ${formatMoney(left)} of ${formatMoney(limit)} left`}
        className="h-2 w-full rounded-full bg-raised"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect width={percent(spent, limit)} height="1" className={isTight ? 'fill-warn' : 'fill-accent'} />
        {held > 0 && (
          <rect x={percent(spent - held, limit)} width={percent(held, limit)} height="1" className="fill-strong-line" />
        )}
      </svg>
    </div>
  )
}
