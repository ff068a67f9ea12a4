import { type PolicyField } from '../../lib/policy-fields.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { WarningLine } from '../../ui/words/warning-line.tsx'
import { MerchantCategories } from '../../ui/words/category.tsx'
import { PolicyRuleValue } from '../../ui/rule-value.tsx'
import { PolicyFieldControl } from './field-control.tsx'

export interface PolicyFieldState {
  /** The policy field's value at this level. Undefined: not set. */
  readonly value: unknown
  readonly isChanged: boolean
  /** The value that applies if this level does not set the policy field, and the level that it comes from. */
  readonly inherited: { readonly value: unknown; readonly from: string } | undefined
  readonly error: string | undefined
  readonly warnings: readonly string[]
}

interface FieldRowProps {
  field: PolicyField
  state: PolicyFieldState
  onChange: (value: unknown) => void
}

/** A field of the policy's form: its label and meaning, its value, and the inherited value if this level does not set it. */
export const PolicyFieldRow = ({ field, state, onChange }: FieldRowProps) => (
  <div
    id={`field-${field.name}`}
    className={joinClassNames(
      'grid gap-x-6 gap-y-1 border-b border-line px-5 py-3.5 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]',
      state.isChanged && 'bg-accent-wash',
    )}
  >
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {field.label}
        {state.isChanged && <Badge tone="accent">changed</Badge>}
      </p>
      <p className="text-sm text-quiet">{field.hint}</p>
      <code className="text-xs text-quiet">{field.name.replace('cap.', 'limits.')}</code>
    </div>
    <div className="min-w-0">
      <PolicyFieldControl key={field.name} field={field} value={state.value} error={state.error} onChange={onChange} />
      <CategoryNames field={field} value={state.value} />
      <Below state={state} field={field} onUnset={() => onChange(undefined)} />
      {state.warnings.map((message) => (
        <WarningLine key={message} message={message} className="mt-1" />
      ))}
    </div>
  </div>
)

/** The names of the merchant categories whose codes are in a field. */
const CategoryNames = ({ field, value }: { field: PolicyField; value: unknown }) =>
  field.name.endsWith('Mccs') && Array.isArray(value) && value.length > 0 ? (
    <p className="pt-1 text-sm wrap-anywhere text-quiet">
      <MerchantCategories codes={value.map(String)} />
    </p>
  ) : null

function Below({
  field,
  state: { value, inherited },
  onUnset,
}: {
  field: PolicyField
  state: PolicyFieldState
  onUnset: () => void
}) {
  if (value !== undefined) {
    return (
      <p className="flex justify-end pt-1">
        <Button look="ghost" size="small" onClick={onUnset} aria-label={`Unset ${field.label}`}>
          Unset
        </Button>
      </p>
    )
  }
  if (inherited === undefined) return null
  const from = inherited.from === 'default' ? 'by default' : `from the ${inherited.from}`
  return (
    <p className="pt-1 text-sm wrap-anywhere text-quiet">
      Not set here: <PolicyRuleValue rule={field.name} value={inherited.value} />, {from}.
    </p>
  )
}
