import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { accountQuery } from '../api/account.ts'

const DemoNotice = lazy(() => import('./demo-notice.tsx'))

/** On every page while the account has the demo company: what is made up is not to be taken for real. */
export function DemoBand() {
  const { data } = useQuery(accountQuery)
  return data?.demo ? (
    <Suspense fallback={null}>
      <DemoNotice customerId={data.demo.customerId} />
    </Suspense>
  ) : null
}
