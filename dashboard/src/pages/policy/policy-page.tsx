import { InCurrency } from '../../ui/money.tsx'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { Level } from '../../api/level-queries.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { rulesOf } from '../../lib/policy-fields.ts'
import { Page } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { levelPagePath, useLevels } from './levels.ts'
import { PolicyEditor } from './policy-editor.tsx'

/** The page with the policy editor of a customer, agent or card. */
export default function PolicyPage() {
  const { id = '' } = useParams()
  const { pathname } = useLocation()
  const level = pathname.split('/')[1]?.slice(0, -1) as Level
  const { levels, currency, summary, error, refetch, own } = useLevels(level, id)
  const [search] = useSearchParams()
  const mayChange = useMay('admin')
  const name = levels?.at(-1)?.name ?? ''
  const crumbs = [
    { label: { customer: 'Customers', agent: 'Agents', card: 'Cards' }[level], to: `/${level}s` },
    { label: name || 'Back', to: levelPagePath(level, id) },
  ]
  return (
    <Page title={name ? `Policy of ${name}` : 'Policy'} crumbs={crumbs}>
      {own && levels && summary ? (
        <InCurrency of={currency}>
          <PolicyEditor
            key={id}
            level={level}
            id={id}
            saved={rulesOf(own)}
            shadow={own.shadowPolicy}
            beginsWithShadow={search.has('shadow')}
            above={levels.slice(0, -1)}
            warnings={summary.warnings}
            mayChange={mayChange}
          />
        </InCurrency>
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading lines={10} />
      )}
    </Page>
  )
}
