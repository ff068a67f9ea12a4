import { CurrencyScope } from '../../ui/money.tsx'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { policyAndCapsOf } from '../../lib/policy-fields.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { levelPagePath, useLevelWithPolicies } from './levels.ts'
import { PolicyEditor } from './policy-editor.tsx'

/** The page with the policy editor of a customer, agent or card. */
export default function PolicyPage() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const level = pathname.split('/')[1]?.slice(0, -1) as PolicyLevel
  const { levels, currency, summary, error, refetch, own } = useLevelWithPolicies(level, id)
  const [search] = useSearchParams()
  const mayChange = useHasRole('admin')
  const name = levels?.at(-1)?.name ?? ''
  const crumbs = [
    { label: { customer: 'Customers', agent: 'Agents', card: 'Cards' }[level], to: `/${level}s` },
    { label: name || 'Back', to: levelPagePath(level, id) },
  ]
  return (
    <PageLayout title={name ? `Policy of ${name}` : 'Policy'} crumbs={crumbs}>
      {own && levels && summary ? (
        <CurrencyScope of={currency}>
          <PolicyEditor
            key={id}
            level={level}
            id={id}
            saved={policyAndCapsOf(own)}
            shadow={own.shadowPolicy}
            beginsWithShadow={search.has('shadow')}
            above={levels.slice(0, -1)}
            warnings={summary.warnings}
            mayChange={mayChange}
          />
        </CurrencyScope>
      ) : error ? (
        <FailureNotice error={error} onRetry={refetch} />
      ) : (
        <LoadingLines lines={10} />
      )}
    </PageLayout>
  )
}
