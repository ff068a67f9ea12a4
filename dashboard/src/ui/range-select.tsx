import type { DayRange } from '../lib/days.ts'
import { dayRangePresetNames, dayRangePresets } from '../lib/ranges.ts'
import { TextInput, Select } from './field.tsx'

interface RangeProps {
  /** The named range of days that is chosen. Undefined: the first and last day are chosen instead. */
  preset: string | undefined
  range: DayRange
  /** The time zone in which the days of the chosen range begin and end. */
  zone: string
  onPreset: (name: string) => void
  onDays: (range: DayRange) => void
}

/** The choice of a range of days by its name, or by its first and last day. The label names the time zone. */
export const DayRangeSelect = ({ preset, range, zone, onPreset, onDays }: RangeProps) => (
  <>
    <DayRangePresetSelect
      zone={zone}
      value={preset ?? 'custom'}
      onChoose={(name) => (name === 'custom' ? onDays(range) : onPreset(name))}
    />
    {preset === undefined && (
      <>
        <DayInput label="From" value={range.from} onChange={(from) => onDays({ ...range, from })} />
        <DayInput label="To" value={range.to} onChange={(to) => onDays({ ...range, to })} />
      </>
    )}
  </>
)

interface PresetSelectProps {
  /** The time zone in which the days of the chosen range begin and end. */
  zone: string
  /** The value of the select for days: the name of a preset, `custom`, or empty for the option `any`. */
  value: string
  /** The label of the select's option for all days. Absent: there is no such option, so a range of days has to be chosen. */
  any?: string
  onChoose: (name: string) => void
}

/** The choice of a range of days by its name. The label names the time zone. */
export const DayRangePresetSelect = ({ zone, value, any, onChoose }: PresetSelectProps) => (
  <Select label={`Days (${zone})`} value={value} onChange={({ target }) => onChoose(target.value)}>
    {any !== undefined && <option value="">{any}</option>}
    {dayRangePresetNames.map((name) => (
      <option key={name} value={name}>
        {dayRangePresets[name].label}
      </option>
    ))}
    <option value="custom">Other days</option>
  </Select>
)

const DayInput = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <TextInput
    type="date"
    required
    label={label}
    value={value}
    onChange={({ target }) => target.value !== '' && onChange(target.value)}
  />
)
