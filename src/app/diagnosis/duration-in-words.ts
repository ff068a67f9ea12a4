import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'

const UNITS = [
  { ms: DAY_MS, name: 'days' },
  { ms: HOUR_MS, name: 'hours' },
  { ms: MINUTE_MS, name: 'minutes' },
] as const

/** A length of time in the unit that people would use: `12 minutes`, `3 days`. `ms`: milliseconds. */
export function durationInWords(ms: number): string {
  const unit = UNITS.find((each) => ms >= 2 * each.ms)
  return unit === undefined
    ? `${Math.max(0, Math.round(ms / SECOND_MS))} seconds`
    : `${Math.floor(ms / unit.ms)} ${unit.name}`
}
