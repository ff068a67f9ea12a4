import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountQuery } from '../api/account.ts'
import { useMay } from '../api/sign-in/session.ts'
import { Button } from '../ui/button.tsx'

const RemoveDemo = lazy(() => import('../pages/demo/remove-demo.tsx'))

/** On every page while the account has the demo company: what is made up is not to be taken for real. */
export function DemoBand() {
  const { data } = useQuery(accountQuery)
  return data?.demo ? <Band customerId={data.demo.customerId} /> : null
}

function Band({ customerId }: { customerId: string }) {
  const isAdmin = useMay('admin')
  const [asking, setAsking] = useState(false)
  return (
    <section
      aria-label="This is a demo"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-accent bg-accent-wash px-5 py-3 text-accent"
    >
      <p>
        <span className="font-semibold">This is a demo.</span> The demo company and its purchases are made up.
      </p>
      {isAdmin && (
        <Button size="small" onClick={() => setAsking(true)}>
          Remove the demo…
        </Button>
      )}
      {asking && (
        <Suspense fallback={null}>
          <RemoveDemo customerId={customerId} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  )
}
