import { usePageCurrency } from '../../ui/money.tsx'
import { useEffect, useRef, useState } from 'react'
import type { PolicyField } from '../../lib/policy-fields.ts'
import { amountFieldText, parseAmount } from '../../lib/amount.ts'
import { type ActiveHours, parseListText, WEEKDAY_NAMES } from '../../lib/policy-values.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput, Select, TextArea } from '../../ui/field.tsx'

interface ControlProps {
  field: PolicyField
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}

/**
 * The control of a policy's field, by the field's kind. An empty control means that the field is not set, which is not the same as 0 or no.
 */
export function PolicyFieldControl(props: ControlProps) {
  const { kind } = props.field
  if (kind === 'yes-no') return <Choice {...props} of={YES_NO} />
  if (kind === 'choice') return <Choice {...props} of={choicesOf(props.field)} />
  if (kind === 'list') return <Entries {...props} />
  if (kind === 'hours') return <HoursControl {...props} />
  return <Figure {...props} />
}

const UNSET = ''
const YES_NO: readonly (readonly [string, unknown])[] = [
  ['Yes', true],
  ['No', false],
]
const choicesOf = ({ choices = {} }: PolicyField): typeof YES_NO =>
  Object.entries(choices).map(([value, words]) => [words, value])

function Choice({ field, value, error, onChange, of }: ControlProps & { of: typeof YES_NO }) {
  const at = of.findIndex(([, meant]) => meant === value)
  return (
    <Select
      label={field.label}
      hideLabel
      error={error}
      value={at === -1 ? UNSET : String(at)}
      onChange={({ target }) => onChange(target.value === UNSET ? undefined : of[Number(target.value)]?.[1])}
    >
      <option value={UNSET}>Not set</option>
      {of.map(([label], index) => (
        <option key={label} value={String(index)}>
          {label}
        </option>
      ))}
    </Select>
  )
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const UNITS = { minutes: 'minutes', days: 'days', count: 'purchases', percent: '%' } as const

/** The text of a field while somebody types it: it stays as typed, and follows the value only when that changes elsewhere. */
function useTyped(value: unknown, write: (value: unknown) => string, read: (text: string) => unknown) {
  const [text, setText] = useState(() => write(value))
  const typed = useRef(text)
  useEffect(() => {
    if (JSON.stringify(read(typed.current)) === JSON.stringify(value)) return
    typed.current = write(value)
    setText(typed.current)
    // `read` and `write` are no dependencies: they belong to the policy's field, which does not change.
  }, [value])
  const set = (next: string) => {
    typed.current = next
    setText(next)
  }
  return [text, set] as const
}

function Figure({ field, value, error, onChange }: ControlProps) {
  const currency = usePageCurrency()
  const isMoney = field.kind === 'money'
  const write = (of: unknown) =>
    of === undefined ? '' : isMoney && typeof of === 'number' ? amountFieldText(of, currency) : asText(of)
  const read = (of: string): unknown => {
    if (of.trim() === '') return undefined
    const figure = isMoney ? parseAmount(of, currency) : Number(of)
    // A text that is no number stays in the draft of the policy, so that the service's error about it appears at its field.
    return figure === undefined || Number.isNaN(figure) ? of : figure
  }
  const [text, setText] = useTyped(value, write, read)
  const unit = isMoney ? currency : UNITS[field.kind as keyof typeof UNITS]
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextInput
          label={`${field.label}, ${unit}`}
          hideLabel
          inputMode="decimal"
          className="text-right tabular-nums"
          placeholder="Not set"
          error={error}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange(read(target.value))
          }}
        />
      </div>
      <span aria-hidden className="w-20 shrink-0 pt-2 text-quiet">
        {unit}
      </span>
    </div>
  )
}

function Entries({ field, value, error, onChange }: ControlProps) {
  const [text, setText] = useTyped(
    value,
    (of) => (Array.isArray(of) ? of.join('\n') : ''),
    (of) => parseListText(of),
  )
  if (value === undefined) {
    return (
      <Button size="small" onClick={() => onChange([])} aria-label={`Set ${field.label}`}>
        Set
      </Button>
    )
  }
  return (
    <TextArea
      label={field.label}
      hideLabel
      error={error}
      rows={3}
      placeholder={`One a line, such as ${field.example ?? ''}`}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(parseListText(target.value))
      }}
    />
  )
}

const OFFICE: ActiveHours = { timezone: 'UTC', days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

function HoursControl({ field, value, error, onChange }: ControlProps) {
  if (value === undefined) {
    return (
      <Button
        size="small"
        onClick={() => onChange({ ...OFFICE, timezone: ownZone() })}
        aria-label={`Set ${field.label}`}
      >
        Set
      </Button>
    )
  }
  const hours = value as Partial<ActiveHours>
  const set = (part: Partial<ActiveHours>) => onChange({ ...hours, ...part })
  const days = hours.days ?? []
  const toggle = (day: number) =>
    set({
      days: days.includes(day)
        ? days.filter((one) => one !== day)
        : [...days, day].toSorted((one, other) => one - other),
    })
  return (
    <fieldset className="grid gap-2" aria-label={field.label}>
      <div className="flex flex-wrap gap-1">
        {WEEKDAY_NAMES.map((name, day) => (
          <Button
            key={name}
            size="small"
            look={days.includes(day) ? 'primary' : 'secondary'}
            aria-pressed={days.includes(day)}
            className="min-w-10 px-1.5!"
            onClick={() => toggle(day)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <TextInput
          label="From"
          type="time"
          value={hours.from ?? ''}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextInput label="To" type="time" value={hours.to ?? ''} onChange={({ target }) => set({ to: target.value })} />
      </div>
      <TextInput
        label="Time zone"
        error={error}
        value={hours.timezone ?? ''}
        onChange={({ target }) => set({ timezone: target.value })}
      />
    </fieldset>
  )
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
