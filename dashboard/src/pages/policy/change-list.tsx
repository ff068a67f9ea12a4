import type { PolicyDraftChange } from '../../lib/policy-draft.ts'
import { policyFieldNamed } from '../../lib/policy-fields.ts'
import { PolicyRuleValue } from '../../ui/rule-value.tsx'

/** The changes of a policy: each field with its value before and after. */
export const PolicyChangeList = ({ changes }: { changes: readonly PolicyDraftChange[] }) => (
  <ul className="divide-y divide-line rounded-lg border border-line">
    {changes.map(({ name, before, after }) => (
      <li key={name} className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <span>{policyFieldNamed(name)?.label ?? <code>{name}</code>}</span>
        <span className="wrap-anywhere tabular-nums">
          <Before name={name} value={before} /> <span aria-hidden>→</span>
          <span className="sr-only">becomes</span> <After name={name} value={after} />
        </span>
      </li>
    ))}
  </ul>
)

const Before = ({ name, value }: { name: string; value: unknown }) =>
  value === undefined ? (
    <span className="text-quiet">not set</span>
  ) : (
    <s className="text-quiet">
      <PolicyRuleValue rule={name} value={value} />
    </s>
  )

const After = ({ name, value }: { name: string; value: unknown }) => (
  <span className="font-medium">{value === undefined ? 'not set' : <PolicyRuleValue rule={name} value={value} />}</span>
)
