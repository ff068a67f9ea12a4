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
    <Select
      label={`Days (${zone})`}
      value={preset ?? 'custom'}
      onChange={({ target }) => (target.value === 'custom' ? onDays(range) : onPreset(target.value))}
    >
      {presetNames.map((name) => (
        <option key={name} value={name}>
          {presets[name].label}
        </option>
      ))}
      <option value="custom">Other days</option>
    </Select>
    {preset === undefined && (
      <>
        <DayInput label="From" value={range.from} onChange={(from) => onDays({ ...range, from })} />
        <DayInput label="To" value={range.to} onChange={(to) => onDays({ ...range, to })} />
      </>
    )}
  </>
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
