import type { Shadow } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { patchCustomerAgentOrCard } from '../../api/level-query.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { promoteShadow, shadowQuery } from '../../api/shadows.ts'
import { policyChangesBetween } from '../../lib/policy-draft.ts'
import type { PolicyAndCaps } from '../../lib/policy-fields.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useCustomerAgentOrCardAction } from '../resource/actions.ts'
import { PolicyChangeList } from './change-list.tsx'
import { levelPagePath } from './levels.ts'
import { ShadowPolicyExamples } from './shadow-examples.tsx'
import { shadowSentence } from './shadow-sentence.ts'

interface ShadowSectionProps {
  level: PolicyLevel
  id: string
  name: string
  policy: PolicyAndCaps['policy']
  shadowPolicy: PolicyAndCaps['policy']
  isFinal: boolean
}

/** The results of a shadow policy, with the actions to promote it and to delete it. */
export function ShadowPolicySection({ level, id, name, policy, shadowPolicy, isFinal }: ShadowSectionProps) {
  const { data, error, refetch } = useQuery(shadowQuery(level, id))
  const [asks, setAsks] = useState<'promote' | 'drop' | null>(null)
  const may = useHasRole('admin') && !isFinal
  const changes = policyChangesBetween({ policy, limits: {} }, { policy: shadowPolicy, limits: {} })
  return (
    <PageSection
      title="Shadow policy"
      flush
      action={may && <Actions page={levelPagePath(level, id)} onAsk={setAsks} />}
    >
      <div className="grid gap-4 p-5">
        {data ? (
          <ShadowInWords shadow={data} />
        ) : error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines />
        )}
        {changes.length > 0 ? (
          <PolicyChangeList changes={changes} />
        ) : (
          <p className="text-quiet">It is the same as the policy.</p>
        )}
      </div>
      {data !== undefined && data.examples.length > 0 && <ShadowPolicyExamples examples={data.examples} />}
      {asks !== null && (
        <Ask act={asks} level={level} id={id} name={name} onClose={() => setAsks(null)}>
          {asks === 'promote' && changes.length > 0 && <PolicyChangeList changes={changes} />}
        </Ask>
      )}
    </PageSection>
  )
}

const Actions = ({ page, onAsk }: { page: string; onAsk: (act: 'promote' | 'drop') => void }) => (
  <div className="flex flex-wrap gap-2">
    <ButtonLink size="small" look="ghost" to={`${page}/policy?shadow`} aria-label="Edit shadow policy">
      Edit
    </ButtonLink>
    <Button size="small" onClick={() => onAsk('drop')} aria-label="Drop shadow policy">
      Drop
    </Button>
    <Button size="small" look="primary" onClick={() => onAsk('promote')} aria-label="Promote shadow policy">
      Promote
    </Button>
  </div>
)

const ShadowInWords = ({ shadow }: { shadow: Shadow }) => (
  <p>
    {shadowSentence(shadow)}{' '}
    {shadow.since !== undefined && (
      <span className="text-quiet">
        It was set <RelativeTime at={shadow.since} />.
      </span>
    )}
  </p>
)

interface AskProps {
  act: 'promote' | 'drop'
  level: PolicyLevel
  id: string
  name: string
  onClose: () => void
  children: React.ReactNode
}

function Ask({ act, level, id, name, onClose, children }: AskProps) {
  const { run, isPending } = useCustomerAgentOrCardAction(`${level}s`)
  const asked = {
    promote: {
      title: `Promote the shadow policy of ${name}?`,
      what: 'It replaces the policy from the next purchase on.',
      act: 'Promote',
      run: { act: () => promoteShadow[level](id), said: 'The shadow policy is now the policy.' },
    },
    drop: {
      title: `Drop the shadow policy of ${name}?`,
      what: 'The policy stays as it is. The shadow decisions stay with each purchase; the counts are deleted.',
      act: 'Drop',
      run: {
        act: () => patchCustomerAgentOrCard(level, id, { shadowPolicy: null }),
        said: 'The shadow policy is dropped.',
      },
    },
  }[act]
  return (
    <ConfirmDialog
      title={asked.title}
      act={asked.act}
      danger={act === 'drop'}
      busy={isPending}
      onClose={onClose}
      onConfirm={() => run(asked.run, onClose)}
    >
      <p>{asked.what}</p>
      {children}
    </ConfirmDialog>
  )
}
