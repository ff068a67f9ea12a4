import { formatExactTime, formatRelativeTime, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

/** A time relative to now. On hover it shows the exact time in the account's zone. */
export function RelativeTime({ at }: { at: string | number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)} className="whitespace-nowrap">
      {formatRelativeTime(at, now)}
    </time>
  )
}

/** An exact time, with its date and zone. */
export const ExactTime = ({ at }: { at: string | number }) => (
  <time dateTime={new Date(at).toISOString()}>{formatExactTime(at)}</time>
)

/** The time of day, for lists that have the day as a heading. */
export const TimeOfDay = ({ at }: { at: string | number }) => (
  <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)} className="whitespace-nowrap tabular-nums">
    {formatTime(at)}
  </time>
)
