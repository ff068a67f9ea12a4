import type { PolicyLevel } from '../../api/level-queries.ts'
import { type PolicyDraftChange, mergePatch } from '../../lib/policy-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PolicyChangeList } from './change-list.tsx'
import { levelPagePath } from './levels.ts'
import { DraftBacktest } from './draft-backtest.tsx'

interface ReviewProps {
  level: PolicyLevel
  id: string
  changes: readonly PolicyDraftChange[]
  isSaving: boolean
  isTrying: boolean
  replacesShadow: boolean
  onClose: () => void
  onSave: () => void
  onTry: () => void
}

/** The changes of a draft, to check before they are saved, at once or first as a shadow policy. */
export function PolicyDraftReview({
  level,
  id,
  changes,
  isSaving,
  isTrying,
  replacesShadow,
  onClose,
  onSave,
  onTry,
}: ReviewProps) {
  const hasCaps = changes.some(({ name }) => name.startsWith('cap.'))
  return (
    <Dialog
      title="Changes to review"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button disabled={hasCaps || isSaving} busy={isTrying} onClick={onTry}>
            Try as shadow
          </Button>
          <Button look="primary" disabled={isTrying} busy={isSaving} onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      <PolicyChangeList changes={changes} />
      <DraftBacktest level={level} id={id} patch={mergePatch(changes)} />
      <p className="text-sm text-quiet">{aboutShadow(hasCaps, replacesShadow)}</p>
      <details>
        <summary className="text-sm text-quiet">As a request</summary>
        <pre className="mt-2 overflow-x-auto rounded-lg bg-raised px-4 py-3" tabIndex={0}>
          {`PATCH /v1${levelPagePath(level, id)}\n${JSON.stringify(mergePatch(changes), null, 2)}`}
        </pre>
      </details>
    </Dialog>
  )
}

function aboutShadow(hasCaps: boolean, replacesShadow: boolean): string {
  if (hasCaps) return 'Hard caps are not part of the policy. Changes of hard caps cannot be tried as a shadow policy.'
  const what = 'A shadow policy is tried on future purchases, without any effect.'
  return replacesShadow ? `${what} It takes the place of the one that is there.` : what
}
