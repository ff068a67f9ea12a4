import { formatMoney } from '../lib/format.ts'

interface MeterProps {
  label: string
  /** All in cents. */
  limit: number
  spent: number
  /** The part of what is spent that is neither captured nor given back yet. */
  held?: number | undefined
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.min(100, (100 * part) / whole))

/** A budget as a bar: spent, held, left. The words beside it say the same. */
export function Meter({ label, limit, spent, held = 0 }: MeterProps) {
  const left = Math.max(0, limit - spent)
  const isTight = limit === 0 || spent / limit >= 0.8
  const colour = isTight ? 'fill-warn' : 'fill-accent'
  const captured = percent(spent - held, limit)
  const said = [
    `${formatMoney(spent)} of ${formatMoney(limit)}`,
    ...(held > 0 ? [`${formatMoney(held)} of it held`] : []),
    `${formatMoney(left)} left`,
  ]
  return (
    <div className="grid gap-1 text-sm tabular-nums">
      <div className="flex flex-wrap justify-between gap-x-4">
        <span>{label}</span>
        <span className="whitespace-nowrap">{formatMoney(left)} left</span>
      </div>
      <svg
        role="img"
        aria-label={`${label}: ${said.join(', ')}`}
        className="h-2 w-full rounded-full bg-raised"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect width={captured} height="1" className={colour} />
        {held > 0 && (
          <rect x={captured} width={percent(spent, limit) - captured} height="1" className={`${colour} opacity-45`} />
        )}
      </svg>
      <div className="flex flex-wrap justify-between gap-x-4 text-quiet">
        <span className="whitespace-nowrap">
          {formatMoney(spent)} of {formatMoney(limit)}
        </span>
        {held > 0 && <span className="whitespace-nowrap">{formatMoney(held)} of it held</span>}
      </div>
    </div>
  )
}
