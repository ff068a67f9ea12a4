import { useId, useState } from 'react'
import type { PolicyLevel } from '../../../api/level-queries.ts'
import { policyFieldNamed, flattenPolicy, type PolicyAndCaps } from '../../../lib/policy-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { PolicyRuleValue } from '../../../ui/rule-value.tsx'
import { ApiSentence } from '../../../ui/sentence.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { policyTemplatesMatching, type PolicyTemplate, policyTemplatesFor, withPolicyTemplate } from './templates.ts'

interface TemplateChooserProps {
  level: PolicyLevel
  /** The present rules of the policy's draft. */
  rules: PolicyAndCaps
  onChoose: (rules: PolicyAndCaps) => void
  onClose: () => void
}

/** The dialog that fills a policy's draft from a template. Nothing is saved. */
export function PolicyTemplateChooser({ level, rules, onChoose, onClose }: TemplateChooserProps) {
  const templates = policyTemplatesFor(level)
  const [search, setSearch] = useState('')
  const [name, setName] = useState(templates[0]?.name)
  const listed = policyTemplatesMatching(templates, search)
  const chosen = listed.find((template) => template.name === name) ?? listed[0]
  const isEmpty = Object.keys(flattenPolicy(rules)).length === 0
  return (
    <Dialog
      title="Start from a template"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {!isEmpty && (
            <Button
              disabled={chosen === undefined}
              onClick={() => chosen && onChoose(withPolicyTemplate(rules, chosen))}
            >
              Add to the policy
            </Button>
          )}
          <Button
            look="primary"
            disabled={chosen === undefined}
            onClick={() => chosen && onChoose(replaced(rules, chosen))}
          >
            {isEmpty ? 'Use this policy' : 'Replace the policy'}
          </Button>
        </>
      }
    >
      <p className="text-sm text-quiet">A template fills in the form. Nothing is saved until you review and save it.</p>
      <div className="grid gap-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-2">
          <TextInput
            label="Find a template"
            hideLabel
            placeholder="Find a template"
            data-focus
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <Choices templates={listed} chosen={chosen} onChange={setName} />
        </div>
        {chosen === undefined ? <EmptyState title="No template matches." /> : <Preview template={chosen} />}
      </div>
    </Dialog>
  )
}

/** The rules after a template has replaced the policy. Hard caps are kept unless the template has its own. */
const replaced = ({ limits }: PolicyAndCaps, { rules }: PolicyTemplate): PolicyAndCaps => ({
  policy: rules.policy,
  limits: { ...limits, ...rules.limits },
})

interface ChoicesProps {
  templates: readonly PolicyTemplate[]
  chosen: PolicyTemplate | undefined
  onChange: (name: string) => void
}

function Choices({ templates, chosen, onChange }: ChoicesProps) {
  const field = useId()
  const groups = Map.groupBy(templates, ({ group }) => group)
  return (
    <fieldset className="max-h-48 min-w-0 overflow-y-auto rounded-lg border border-line p-1 sm:max-h-[50dvh]">
      <legend className="sr-only">Templates</legend>
      {[...groups].map(([group, members]) => (
        <div key={group} role="group" aria-label={group}>
          <p className="px-2 pt-2 pb-1 text-sm text-quiet">{group}</p>
          {members.map(({ name, title }) => (
            <label
              key={name}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 py-1 has-checked:bg-accent-wash has-checked:text-accent"
            >
              <input
                type="radio"
                name={field}
                className="size-4 shrink-0 accent-accent"
                checked={name === chosen?.name}
                onChange={() => onChange(name)}
              />
              <span className="min-w-0 wrap-anywhere">{title}</span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

/** The rules of a template, in the words of the form. */
const Preview = ({ template: { title, summary, rules } }: { template: PolicyTemplate }) => (
  <section aria-label={title} aria-live="polite" className="grid min-w-0 content-start gap-3">
    <h3 className="font-semibold">{title}</h3>
    <p>
      <ApiSentence text={summary} />
    </p>
    <dl className="divide-y divide-line rounded-lg border border-line">
      {Object.entries(flattenPolicy(rules)).map(([name, value]) => (
        <div key={name} className="grid gap-x-4 px-4 py-2 sm:grid-cols-2">
          <dt className="text-quiet">{policyFieldNamed(name)?.label ?? <code>{name}</code>}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">
            <PolicyRuleValue rule={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
