import { useEffect, useState } from 'react'

/** The time left until a moment, second by second: `2:05`. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <time dateTime={`PT${seconds}S`} className="font-semibold whitespace-nowrap tabular-nums">
      {words}
    </time>
  )
}
