import { lazy, Suspense, useState } from 'react'
import { useHasRole } from '../api/sign-in/session.ts'
import { Button } from '../ui/button.tsx'

const RemoveDemo = lazy(() => import('../pages/demo/remove-demo.tsx'))

/** The note that the account shows a demo company, with the button by which an admin removes it. */
export default function DemoNotice({ customerId }: { customerId: string }) {
  const isAdmin = useHasRole('admin')
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
