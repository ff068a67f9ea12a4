import type { DayRange } from '../lib/days.ts'
import { presetNames, presets } from '../lib/ranges.ts'
import { Input, Select } from './field.tsx'

interface RangeProps {
  /** The preset that is chosen; undefined: days of one's own. */
  preset: string | undefined
  range: DayRange
  /** The time zone that the days are of. */
  zone: string
  onPreset: (name: string) => void
  onDays: (range: DayRange) => void
}

/** Days by name, or by their first and last one. The label names the time zone. */
export const RangeSelect = ({ preset, range, zone, onPreset, onDays }: RangeProps) => (
  <>
    <PresetSelect
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
  /** The time zone that the days are of. */
  zone: string
  /** The name of a preset, `custom`, or empty for `any`. */
  value: string
  /** The label of the option for all days. Absent: a range has to be chosen. */
  any?: string
  onChoose: (name: string) => void
}

/** Days by name. The label names the time zone. */
export const PresetSelect = ({ zone, value, any, onChoose }: PresetSelectProps) => (
  <Select label={`Days (${zone})`} value={value} onChange={({ target }) => onChoose(target.value)}>
    {any !== undefined && <option value="">{any}</option>}
    {presetNames.map((name) => (
      <option key={name} value={name}>
        {presets[name].label}
      </option>
    ))}
    <option value="custom">Other days</option>
  </Select>
)

const DayInput = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <Input
    type="date"
    required
    label={label}
    value={value}
    onChange={({ target }) => target.value !== '' && onChange(target.value)}
  />
)
