import { usePageCurrency } from '../../ui/money.tsx'
import { type FormEvent, useId, useState } from 'react'
import type { Reason } from '@purser/client'
import { policyRowOfField } from '../../lib/policy-rows.ts'
import { amountFormatError, amountFieldText, parseAmount, currencyUnitName } from '../../lib/amount.ts'
import { fieldNameInWords, formatMoney } from '../../lib/format.ts'
import { policyFieldAtPath } from '../../lib/policy-fields.ts'
import { ruleName } from '../../lib/words/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'
import { ApiSentence } from '../../ui/sentence.tsx'
import { FailureNotice } from '../../ui/states.tsx'
import { FieldBeforeAfter } from './before-after.tsx'
import type { DeclineFieldFix } from './field-fix.ts'

interface FixFormProps {
  fieldFix: DeclineFieldFix
  holderId: string
  reason: Reason
  /** The reason that the same rule would give now. Undefined: the purchase would pass this rule now. */
  current: Reason | undefined
  /** The other reasons why the purchase is declined. */
  others: readonly Reason[]
  isBusy: boolean
  error: Error | null
  onSave: (after: unknown) => void
  onClose: () => void
}

const holders = { customer: CustomerName, agent: AgentName, card: CardName } as const

export function FieldFixForm({
  fieldFix,
  holderId,
  reason,
  current,
  others,
  isBusy,
  error,
  onSave,
  onClose,
}: FixFormProps) {
  const form = useId()
  const { level, kind, path, before } = fieldFix
  const currency = usePageCurrency()
  const [text, setText] = useState(() => textOf(fieldFix, currency))
  const after = kind === 'money' ? parseAmount(text, currency) : kind === 'number' ? parseWhole(text) : fieldFix.after
  const Holder = holders[level]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (after !== undefined) onSave(after)
  }
  return (
    <Dialog
      title={`Fix: ${ruleName(reason.rule)}`}
      onClose={onClose}
      wide
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={isBusy} disabled={after === undefined}>
            Save
          </Button>
        </>
      }
    >
      <p>
        “{labelOf(path)}” of the {level}{' '}
        <strong className="font-semibold">
          <Holder id={holderId} />
        </strong>
        {level !== 'card' && <span className="text-quiet">, for all of its cards</span>}
      </p>
      <form id={form} onSubmit={submit} className="grid gap-4">
        {(kind === 'money' || kind === 'number') && (
          <TextInput
            label={ruleName(reason.rule)}
            hint={kind === 'money' ? `In ${currencyUnitName(currency)}.` : unitOf(reason.rule)}
            inputMode={kind === 'money' ? 'decimal' : 'numeric'}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={after === undefined && (kind === 'money' ? amountFormatError(currency) : 'A whole number.')}
          />
        )}
        <FieldBeforeAfter rule={reason.rule} kind={kind} before={before} after={after} />
      </form>
      <Preview reason={current} after={after} others={others} kind={kind} />
      {error && <FailureNotice error={error} />}
    </Dialog>
  )
}

const labelOf = (path: DeclineFieldFix['path']): string =>
  policyFieldAtPath(path.join('.'))?.label ?? fieldNameInWords(path.join(' '))

const textOf = ({ kind, after }: DeclineFieldFix, currency: string): string => {
  if (kind === 'money') return amountFieldText(Number(after), currency)
  return kind === 'number' ? String(after) : ''
}

const parseWhole = (text: string): number | undefined => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined)

const units: Partial<Record<string, string>> = { minutes: 'In minutes.', days: 'In days.' }
const unitOf = (rule: string): string => units[policyRowOfField(rule)?.kind ?? ''] ?? 'Purchases in 24 hours.'

/** The preview of a fix: this rule's answer under the value in the form, and the other rules' answers as they are now. */
function Preview({
  reason,
  after,
  others,
  kind,
}: Pick<FixFormProps, 'others'> & { reason: Reason | undefined; after: unknown; kind: DeclineFieldFix['kind'] }) {
  const currency = usePageCurrency()
  const isEnough = reason === undefined || passes(reason, kind, after)
  return (
    <div role="status" className="grid gap-2 rounded-lg bg-raised px-4 py-3">
      <p className="font-medium">The same purchase then</p>
      {reason === undefined && <p className="text-quiet">It would now pass this rule without a change.</p>}
      {isEnough && others.length === 0 && (
        <p className="font-medium text-good">is approved, by the rules as they are now.</p>
      )}
      {!isEnough && reason && (
        <p className="text-bad">
          is still declined: it comes to{' '}
          {typeof reason.observed === 'number' && kind === 'money'
            ? formatMoney(reason.observed, currency)
            : String(reason.observed)}
          .
        </p>
      )}
      {others.length > 0 && (
        <>
          <p className="text-bad">
            {isEnough ? 'passes this rule, and is still declined for:' : 'Besides, it is declined for:'}
          </p>
          <ul className="list-disc pl-5">
            {others.map((other) => (
              <li key={`${other.code} ${other.level} ${other.rule}`}>
                <ApiSentence text={other.message} about={other} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/**
 * Whether a rule would approve under the form's value. Limits and counts are compared; for a waiting time the proposed value was computed
 * to pass, and other values are not judged.
 */
const passes = ({ observed }: Reason, kind: DeclineFieldFix['kind'], after: unknown): boolean =>
  kind === 'money' || kind === 'number' ? typeof observed !== 'number' || Number(after) >= observed : true
