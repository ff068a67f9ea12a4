/** The time zone of an account that has chosen none. */
export const DEFAULT_TIME_ZONE = 'UTC'

/** Formats moments (Unix milliseconds) as `2026-01-31 23:59:59` in a time zone. Throws a RangeError where the zone is unknown. */
export function localTimeFormatter(timeZone: string): (ms: number) => string {
  // The Swedish format writes dates and times as ISO 8601 does, with a space between them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (ms) => format.format(ms)
}
