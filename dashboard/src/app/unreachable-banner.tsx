import { type ReactNode, useEffect, useState } from 'react'
import { useUnreachableSince, useIsPurserSlow } from '../api/reach.ts'
import { formatAge } from '../lib/format.ts'

/**
 * The interval in which the band shows the age of the data anew. The age is in whole seconds, so interruptions of less than a second are
 * not shown.
 */
const TICK_MS = 1_000

/**
 * The band on every page while Purser does not answer, or answers slowly: how old the page's data are, or that an answer takes long. It
 * disappears by itself.
 */
export function PurserUnreachableBanner() {
  const since = useUnreachableSince()
  const isSlow = useIsPurserSlow()
  if (since !== null) return <Away since={since} />
  return isSlow ? <Band title="This takes longer than usual">Purser has not answered for 5 s.</Band> : null
}

function Away({ since }: { since: number }) {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (now === null) return null
  return (
    <Band title="Purser cannot be reached">
      What you see is {formatAge(now - since)} old. This page comes back by itself.
    </Band>
  )
}

const Band = ({ title, children }: { title: string; children: ReactNode }) => (
  <section
    aria-label={title}
    className="sticky top-[4.1rem] z-30 mb-6 flex flex-wrap gap-x-2 rounded-xl border border-warn bg-warn-wash px-5 py-3 text-warn shadow-sm lg:top-4"
  >
    <p role="status" className="font-semibold">
      {title}.
    </p>
    <p>{children}</p>
  </section>
)
