import { loadComponentLater } from '../../app/load-component-later.tsx'
import { useHasRole } from '../../api/sign-in/session.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PolicyCascadeTable } from '../../ui/policy-cascade-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { effectivePolicyFields, levelPagePath, useLevelWithPolicies } from './levels.ts'

const ShadowSection = loadComponentLater(async () => (await import('./shadow-section.tsx')).ShadowPolicySection)

/** The policy on the page of a customer, agent or card: the cascade down to it, the link to the editor, and its shadow policy. */
export function PolicySection({ level, id, isFinal = false }: { level: PolicyLevel; id: string; isFinal?: boolean }) {
  const { levels, summary, error, refetch, own } = useLevelWithPolicies(level, id)
  const may = useHasRole('admin') && !isFinal
  return (
    <>
      <PageSection
        title="Policy"
        flush
        action={
          may && (
            <ButtonLink size="small" to={`${levelPagePath(level, id)}/policy`}>
              Edit policy
            </ButtonLink>
          )
        }
      >
        {levels && summary ? (
          <PolicyCascadeTable
            levels={levels}
            effective={effectivePolicyFields(summary.effective)}
            sources={summary.sources}
            warnings={summary.warnings}
          />
        ) : (
          <div className="p-5">
            {error ? <FailureNotice error={error} onRetry={refetch} /> : <LoadingLines lines={5} />}
          </div>
        )}
      </PageSection>
      {own?.shadowPolicy && (
        <ShadowSection
          level={level}
          id={id}
          name={levels?.at(-1)?.name ?? 'it'}
          policy={own.policy}
          shadowPolicy={own.shadowPolicy}
          isFinal={isFinal}
        />
      )}
    </>
  )
}
