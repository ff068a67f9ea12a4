import { useEffect, useState } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { shownFieldOfPolicyWarning, type PolicyCascadeLevel, type PolicyFieldWarning } from '../../lib/cascade-rows.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { joinClassNames } from '../../lib/classes.ts'
import { flattenPolicy, policyFields, policyGroups, type PolicyAndCaps } from '../../lib/policy-fields.ts'
import { policyRowOfField } from '../../lib/policy-rows.ts'
import { Button } from '../../ui/button.tsx'
import { WarningLine } from '../../ui/words/warning-line.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/states.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { PolicyFieldRow, type PolicyFieldState } from './field-row.tsx'
import { JsonPane } from './json-pane.tsx'
import { levelPagePath } from './levels.ts'
import { PolicyDraftReview } from './review.tsx'
import { policyErrorByField, usePolicyDraft } from './use-policy-draft.ts'

const TemplateChooser = loadComponentLater(
  async () => (await import('./templates/template-chooser.tsx')).PolicyTemplateChooser,
)

interface PolicyEditorProps {
  level: PolicyLevel
  id: string
  saved: PolicyAndCaps
  shadow: PolicyAndCaps['policy'] | undefined
  /** True: the draft begins with the stored shadow policy, to be changed or saved. */
  beginsWithShadow: boolean
  /** The levels above the edited one, from the customer down. */
  above: readonly PolicyCascadeLevel[]
  warnings: readonly PolicyFieldWarning[]
  mayChange: boolean
}

/** The editor for the rules of one level, as a form and as JSON side by side. Saving first shows the changes. */
export function PolicyEditor({
  level,
  id,
  saved,
  shadow,
  beginsWithShadow,
  above,
  warnings,
  mayChange,
}: PolicyEditorProps) {
  const begin = beginsWithShadow && shadow !== undefined ? { policy: shadow, limits: saved.limits } : saved
  const draft = usePolicyDraft(level, id, { saved, shadow, begin })
  const [tab, setTab] = useState<'form' | 'json'>('form')
  const [isReviewing, setReviewing] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const refusal = policyErrorByField(draft.refusal)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draft.changes.length > 0 && !draft.isSaving && currentLocation.pathname !== nextLocation.pathname,
  )
  useShownField(refusal.field)
  const save = async () => {
    await draft.save()
    setReviewing(false)
  }
  const navigate = useNavigate()
  const [isTried, setTried] = useState(false)
  const tryAsShadow = async () => {
    if ((await draft.tryAsShadow()) === null) setTried(true)
    setReviewing(false)
  }
  useEffect(() => {
    // The page is left only after the draft counts as saved: otherwise the browser would ask about unsaved changes.
    if (isTried) void navigate(levelPagePath(level, id))
  }, [isTried])
  return (
    <>
      {!mayChange && <p className="text-quiet">Your role may read this policy. Admins change it.</p>}
      {draft.isOutdated && (
        <div className="flex flex-wrap items-center gap-3">
          <WarningLine message="Somebody else has changed this policy. Saving changes only the fields that you have changed." />
          <Button size="small" onClick={draft.takeSaved}>
            Show what is saved
          </Button>
        </div>
      )}
      {refusal.rest !== null && <FailureNotice error={refusal.rest} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {mayChange && (
          <Button size="small" onClick={() => setChoosing(true)}>
            Start from a template
          </Button>
        )}
        <Tabs tab={tab} onChange={setTab} />
      </div>
      {isChoosing && (
        <TemplateChooser
          level={level}
          rules={draft.rules}
          onClose={() => setChoosing(false)}
          onChoose={(rules) => (draft.setRules(rules), setChoosing(false))}
        />
      )}
      <fieldset disabled={!mayChange} className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <legend className="sr-only">Policy</legend>
        <div className={joinClassNames('grid min-w-0 gap-6', tab === 'json' && 'max-xl:hidden')}>
          <Form {...{ draft, above, warnings }} refusal={refusal} />
        </div>
        <div className={joinClassNames('min-w-0 xl:sticky xl:top-6', tab === 'form' && 'max-xl:hidden')}>
          <JsonPane {...draft.json} onChange={draft.setText} />
        </div>
      </fieldset>
      <SaveBar
        count={draft.changes.length}
        isBroken={draft.json.problem !== null}
        onDiscard={draft.discard}
        onReview={() => setReviewing(true)}
      />
      {isReviewing && (
        <PolicyDraftReview
          level={level}
          id={id}
          changes={draft.changes}
          isSaving={draft.isSaving}
          isTrying={draft.isTrying}
          replacesShadow={shadow !== undefined}
          onClose={() => setReviewing(false)}
          onSave={() => void save()}
          onTry={() => void tryAsShadow()}
        />
      )}
      {blocker.state === 'blocked' && <Leaving onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />}
    </>
  )
}

interface FormProps extends Pick<PolicyEditorProps, 'above' | 'warnings'> {
  draft: ReturnType<typeof usePolicyDraft>
  refusal: ReturnType<typeof policyErrorByField>
}

function Form({ draft, above, warnings, refusal }: FormProps) {
  const own = flattenPolicy(draft.rules)
  const changed = new Set(draft.changes.map(({ name }) => name))
  const navigationPages = new Set(policyFields.map(({ name }) => name))
  const stateOf = (name: string): PolicyFieldState => ({
    value: own[name],
    isChanged: changed.has(name),
    inherited: name.startsWith('cap.') ? undefined : inheritedBy(name, above),
    error: refusal.field === name ? (refusal.message ?? undefined) : undefined,
    warnings: warnings
      .filter((one) => shownFieldOfPolicyWarning(one, navigationPages) === name)
      .map(({ message }) => message),
  })
  return policyGroups.map(({ title, about, fields }) => (
    <PageSection key={title} title={title} flush>
      <p className="border-b border-line px-5 py-2.5 text-sm text-quiet">{about}</p>
      {fields.map((field) => (
        <PolicyFieldRow
          key={field.name}
          field={field}
          state={stateOf(field.name)}
          onChange={(value) => draft.setField(field.name, value)}
        />
      ))}
    </PageSection>
  ))
}

/** The value that applies if this level does not set the policy field: that of the nearest level above that sets it, else the default. */
function inheritedBy(name: string, above: readonly PolicyCascadeLevel[]): PolicyFieldState['inherited'] {
  const from = above.findLast(({ fields }) => name in fields)
  if (from) return { value: from.fields[name], from: from.level }
  const value = policyRowOfField(name)?.default ?? undefined
  return value === undefined ? undefined : { value, from: 'default' }
}

/** Scrolls to a field and focuses it: the one that the service refused, or the one that the address names after `#`. */
function useShownField(refused: string | null): void {
  const { hash } = useLocation()
  const named = refused ?? (hash === '' ? null : decodeURIComponent(hash.slice(1)))
  useEffect(() => {
    if (named === null) return
    const row = document.getElementById(`field-${named}`)
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
  }, [named])
}

const Tabs = ({ tab, onChange }: { tab: 'form' | 'json'; onChange: (tab: 'form' | 'json') => void }) => (
  <div className="flex gap-2 xl:hidden" role="group" aria-label="How the policy is shown">
    {(['form', 'json'] as const).map((one) => (
      <Button
        key={one}
        size="small"
        look={tab === one ? 'primary' : 'secondary'}
        aria-pressed={tab === one}
        onClick={() => onChange(one)}
      >
        {one === 'form' ? 'Form' : 'JSON'}
      </Button>
    ))}
  </div>
)

interface SaveBarProps {
  count: number
  isBroken: boolean
  onDiscard: () => void
  onReview: () => void
}

/** The bar at the foot of the editor while changes are not saved. */
function SaveBar({ count, isBroken, onDiscard, onReview }: SaveBarProps) {
  if (count === 0) return null
  return (
    <div
      role="region"
      aria-label="Changes"
      className="sticky bottom-0 z-30 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-sheet px-5 py-3 shadow-lg sm:mx-0 sm:rounded-t-xl sm:border-x"
    >
      <p className="font-medium">{count === 1 ? '1 change, not saved' : `${count} changes, not saved`}</p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>Discard</Button>
        <Button look="primary" disabled={isBroken} onClick={onReview}>
          Review and save
        </Button>
      </div>
    </div>
  )
}

const Leaving = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Dialog
    title="Leave without saving?"
    onClose={onStay}
    actions={
      <>
        <Button onClick={onStay}>Stay</Button>
        <Button look="danger" onClick={onLeave}>
          Leave
        </Button>
      </>
    }
  >
    <p>Your changes are not saved.</p>
  </Dialog>
)
