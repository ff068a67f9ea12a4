import { formatExact, formatRelative, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

/** When, from now; the exact time in the viewer's zone on hover. */
export function Time({ at }: { at: string | number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)} className="whitespace-nowrap">
      {formatRelative(at, now)}
    </time>
  )
}

/** The exact time, where it is the point. */
export const ExactTime = ({ at }: { at: string | number }) => (
  <time dateTime={new Date(at).toISOString()}>{formatExact(at)}</time>
)

/** The time of the day, where the day stands above it. */
export const DayTime = ({ at }: { at: string | number }) => (
  <time dateTime={new Date(at).toISOString()} title={formatExact(at)} className="whitespace-nowrap tabular-nums">
    {formatTime(at)}
  </time>
)
