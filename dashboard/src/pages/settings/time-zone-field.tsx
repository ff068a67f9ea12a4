import { useId } from 'react'
import { TextInput } from '../../ui/field.tsx'

interface Props {
  value: string
  disabled: boolean
  error: React.ReactNode
  onChange: (zone: string) => void
}

/** A text field with suggestions for a time zone, because browsers know some four hundred zones. */
export function TimeZoneField({ value, disabled, error, onChange }: Props) {
  const list = useId()
  return (
    <>
      <TextInput
        label="Time zone"
        required
        maxLength={64}
        list={list}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        hint="Times, the days of filters and CSV files are shown in it to everybody. Limits and sums of spend have days of UTC."
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
