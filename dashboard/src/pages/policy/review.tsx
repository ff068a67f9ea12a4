import type { Level } from '../../api/resources.ts'
import { type Change, mergePatch } from '../../lib/policy-draft.ts'
import { fieldNamed } from '../../lib/policy-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Measure } from '../../ui/measure.tsx'
import { pageOf } from './levels.ts'
import { Trial } from './trial.tsx'

interface ReviewProps {
  level: Level
  id: string
  changes: readonly Change[]
  isSaving: boolean
  onClose: () => void
  onSave: () => void
}

/** What changes, before it does. */
export const Review = ({ level, id, changes, isSaving, onClose, onSave }: ReviewProps) => (
  <Dialog
    title="What changes"
    wide
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Back</Button>
        <Button look="primary" busy={isSaving} onClick={onSave}>
          Save
        </Button>
      </>
    }
  >
    <ul className="divide-y divide-line rounded-lg border border-line">
      {changes.map(({ name, before, after }) => (
        <li key={name} className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
          <span>{fieldNamed(name)?.label ?? <code>{name}</code>}</span>
          <span className="tabular-nums">
            <Before name={name} value={before} /> <span aria-hidden>→</span>
            <span className="sr-only">becomes</span> <After name={name} value={after} />
          </span>
        </li>
      ))}
    </ul>
    <Trial level={level} id={id} patch={mergePatch(changes)} />
    <details>
      <summary className="text-sm text-quiet">As a request</summary>
      <pre className="mt-2 overflow-x-auto rounded-lg bg-raised px-4 py-3" tabIndex={0}>
        {`PATCH /v1${pageOf(level, id)}\n${JSON.stringify(mergePatch(changes), null, 2)}`}
      </pre>
    </details>
  </Dialog>
)

const Before = ({ name, value }: { name: string; value: unknown }) =>
  value === undefined ? (
    <span className="text-quiet">not set</span>
  ) : (
    <s className="text-quiet">
      <Measure rule={name} value={value} />
    </s>
  )

const After = ({ name, value }: { name: string; value: unknown }) =>
  value === undefined ? (
    <span className="font-medium">not set</span>
  ) : (
    <span className="font-medium">
      <Measure rule={name} value={value} />
    </span>
  )
