import { useQuery } from '@tanstack/react-query'
import type { Account } from '@purser/client'
import { useState } from 'react'
import { accountQuery } from '../api/account.ts'
import { useHasRole } from '../api/sign-in/session.ts'
import { Button } from '../ui/button.tsx'
import { ExactTime } from '../ui/time.tsx'
import { loadComponentLater } from './load-component-later.tsx'
import { UntrustedText } from '../ui/untrusted-text.tsx'

const Resume = loadComponentLater(async () => (await import('./resume-spending-dialog.tsx')).ResumeSpendingDialog)

/** The band on every page while all spending of the account is stopped. */
export function SpendingStopBanner() {
  const { data } = useQuery(accountQuery)
  return data?.stopped ? <Band stopped={data.stopped} /> : null
}

function Band({ stopped }: { stopped: NonNullable<Account['stopped']> }) {
  const isAdmin = useHasRole('admin')
  const [asking, setAsking] = useState(false)
  return (
    <section
      aria-label="All spending is stopped"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-bad px-5 py-4 text-on-bad"
    >
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">All spending is stopped.</p>
        <p className="wrap-anywhere">
          <UntrustedText text={stopped.name} /> has stopped it, <ExactTime at={stopped.at} />:{' '}
          <UntrustedText text={stopped.reason} />
        </p>
      </div>
      {isAdmin && <Button onClick={() => setAsking(true)}>Resume…</Button>}
      {asking && <Resume onClose={() => setAsking(false)} />}
    </section>
  )
}
