import { formatMoney } from './format.ts'
import type { PolicyFormFieldKind } from './policy-fields.ts'

export interface ActiveHours {
  readonly timezone: string
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
}

export const WEEKDAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** A span of minutes in its largest whole unit: `2 h`, `90 min`. */
function formatMinutes(minutes: number): string {
  if (minutes >= 1440 && minutes % 1440 === 0) return plural(minutes / 1440, 'day')
  return minutes >= 60 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const formatHours = ({ timezone, days, from, to }: Partial<ActiveHours>): string =>
  [days?.map((day) => WEEKDAY_NAMES[day] ?? day).join(' '), from && to && `${from}–${to}`, timezone]
    .filter(Boolean)
    .join(', ')

/** A value of a policy's field as people read it, by the field's kind. A value that does not fit the kind is shown as the API has it. */
export function formatPolicyValue(kind: PolicyFormFieldKind, value: unknown, currency = 'USD'): string {
  if (typeof value === 'number') {
    if (kind === 'money') return formatMoney(value, currency)
    if (kind === 'minutes') return formatMinutes(value)
    if (kind === 'days') return plural(value, 'day')
    return kind === 'percent' ? `${value} %` : String(value)
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ')
  if (kind === 'hours' && value !== null && typeof value === 'object') return formatHours(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Reads a list from a text with an entry on each line, or commas between them. */
export const parseListText = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
