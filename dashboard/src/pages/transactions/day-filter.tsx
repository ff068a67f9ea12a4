import { useTimeZone } from '../../api/account.ts'
import { dayAt } from '../../lib/days.ts'
import { formatExact } from '../../lib/format.ts'
import { isPreset, presetNames, presets } from '../../lib/ranges.ts'
import { useNow } from '../../lib/use-now.ts'
import { Input } from '../../ui/field.tsx'
import { PresetSelect } from '../../ui/range-select.tsx'
import { filterDays, type QueryFilters, exactRangeOf } from './query.ts'

interface Props {
  filters: QueryFilters
  setDays: (days: { createdAfter: string | undefined; createdBefore: string | undefined }) => void
}

/**
 * The filter by a named range of days, in the account's time zone, which the label names. `onOther`: the person wants to give the first and
 * last day.
 */
export function DayPresets({ filters, setDays, onOther }: Props & { onOther: () => void }) {
  const zone = useTimeZone()
  const today = dayAt(useNow(), zone)
  const { from, to } = filterDays(filters, zone)
  const preset = presetNames.find((name) => {
    const days = presets[name].of(today)
    return days.from === filters.createdAfter && days.to === filters.createdBefore
  })
  const choose = (name: string) => {
    if (name === 'custom') onOther()
    else if (isPreset(name))
      setDays({ createdAfter: presets[name].of(today).from, createdBefore: presets[name].of(today).to })
    else setDays({ createdAfter: undefined, createdBefore: undefined })
  }
  return (
    <PresetSelect
      zone={zone}
      value={preset ?? (from === '' && to === '' ? '' : 'custom')}
      any="Any day"
      onChoose={choose}
    />
  )
}

/** The fields for the first and the last day of the filter. */
export function DayFields({ filters, setDays }: Props) {
  const zone = useTimeZone()
  const days = filterDays(filters, zone)
  const { createdAfter, createdBefore } = filters
  return (
    <>
      <Input
        type="date"
        label={`From day (${zone})`}
        value={days.from}
        onChange={({ target }) => setDays({ createdAfter: target.value, createdBefore })}
      />
      <Input
        type="date"
        label={`To day (${zone})`}
        value={days.to}
        onChange={({ target }) => setDays({ createdAfter, createdBefore: target.value })}
      />
    </>
  )
}

/** The exact moments of the filter, if a link from a sum of UTC days has set bounds that are no whole days in the account's time zone. */
export function ExactDays({ filters }: Pick<Props, 'filters'>) {
  const moments = exactRangeOf(filters, useTimeZone())
  if (moments === null) return null
  const parts = [
    ...(moments.from === null ? [] : [`from ${formatExact(moments.from)}`]),
    ...(moments.to === null ? [] : [`until ${formatExact(moments.to)}`]),
  ]
  return <p className="text-sm text-quiet">Shown {parts.join(' ')}: whole days of UTC, as sums have them.</p>
}
