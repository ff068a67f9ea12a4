import { loadLater } from '../../app/load-later.tsx'
import { useMay } from '../../api/sign-in/session.ts'
import type { Level } from '../../api/level-queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Cascade } from '../../ui/cascade.tsx'
import { Section } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { effectivePolicyFields, levelPagePath, useLevels } from './levels.ts'

const ShadowSection = loadLater(async () => (await import('./shadow-section.tsx')).ShadowSection)

/** The policy on the page of a customer, agent or card: the cascade down to it, the link to the editor, and its shadow policy. */
export function PolicySection({ level, id, isFinal = false }: { level: Level; id: string; isFinal?: boolean }) {
  const { levels, summary, error, refetch, own } = useLevels(level, id)
  const may = useMay('admin') && !isFinal
  return (
    <>
      <Section
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
          <Cascade
            levels={levels}
            effective={effectivePolicyFields(summary.effective)}
            sources={summary.sources}
            warnings={summary.warnings}
          />
        ) : (
          <div className="p-5">{error ? <Failure error={error} onRetry={refetch} /> : <Loading lines={5} />}</div>
        )}
      </Section>
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
