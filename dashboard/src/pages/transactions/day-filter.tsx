import { useAccountTimeZone } from '../../api/account.ts'
import { dayInZone } from '../../lib/days.ts'
import { formatExactTime } from '../../lib/format.ts'
import { isDayRangePreset, dayRangePresetNames, dayRangePresets } from '../../lib/ranges.ts'
import { useNow } from '../../lib/use-now.ts'
import { TextInput } from '../../ui/field.tsx'
import { DayRangePresetSelect } from '../../ui/range-select.tsx'
import { dayRangeOfTransactionFilters, type TransactionQueryFilters, exactTimesOfTransactionFilters } from './query.ts'

interface Props {
  filters: TransactionQueryFilters
  setDays: (days: { createdAfter: string | undefined; createdBefore: string | undefined }) => void
}

/**
 * The filter by a named range of days, in the account's time zone, which the label names. `onOther`: the person wants to give the first and
 * last day.
 */
export function DayPresetFilter({ filters, setDays, onOther }: Props & { onOther: () => void }) {
  const zone = useAccountTimeZone()
  const today = dayInZone(useNow(), zone)
  const { from, to } = dayRangeOfTransactionFilters(filters, zone)
  const preset = dayRangePresetNames.find((name) => {
    const days = dayRangePresets[name].of(today)
    return days.from === filters.createdAfter && days.to === filters.createdBefore
  })
  const choose = (name: string) => {
    if (name === 'custom') onOther()
    else if (isDayRangePreset(name))
      setDays({ createdAfter: dayRangePresets[name].of(today).from, createdBefore: dayRangePresets[name].of(today).to })
    else setDays({ createdAfter: undefined, createdBefore: undefined })
  }
  return (
    <DayRangePresetSelect
      zone={zone}
      value={preset ?? (from === '' && to === '' ? '' : 'custom')}
      any="Any day"
      onChoose={choose}
    />
  )
}

/** The fields for the first and the last day of the filter. */
export function DayRangeFields({ filters, setDays }: Props) {
  const zone = useAccountTimeZone()
  const days = dayRangeOfTransactionFilters(filters, zone)
  const { createdAfter, createdBefore } = filters
  return (
    <>
      <TextInput
        type="date"
        label={`From day (${zone})`}
        value={days.from}
        onChange={({ target }) => setDays({ createdAfter: target.value, createdBefore })}
      />
      <TextInput
        type="date"
        label={`To day (${zone})`}
        value={days.to}
        onChange={({ target }) => setDays({ createdAfter, createdBefore: target.value })}
      />
    </>
  )
}

/** The exact moments of the filter, if a link from a sum of UTC days has set bounds that are no whole days in the account's time zone. */
export function ExactTimeFilter({ filters }: Pick<Props, 'filters'>) {
  const moments = exactTimesOfTransactionFilters(filters, useAccountTimeZone())
  if (moments === null) return null
  const parts = [
    ...(moments.from === null ? [] : [`from ${formatExactTime(moments.from)}`]),
    ...(moments.to === null ? [] : [`until ${formatExactTime(moments.to)}`]),
  ]
  return <p className="text-sm text-quiet">Shown {parts.join(' ')}: whole days of UTC, as sums have them.</p>
}
