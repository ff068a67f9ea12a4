/** The time zone of an account that has chosen none. */
export const UTC = 'UTC'

/** Offsets such as `+02:00`, which `Intl` takes as well, are no names: they know no summer time. */
const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** Whether a text is the IANA name of a time zone that this machine knows. */
export function isTimeZone(name: string): boolean {
  if (!IANA_NAME.test(name)) return false
  try {
    formatIn(name)
    return true
  } catch {
    return false
  }
}

/** Formats moments (Unix milliseconds) as `2026-01-31 23:59:59` in a time zone. Throws a RangeError where the zone is unknown. */
export function localTimeIn(timeZone: string): (ms: number) => string {
  const format = formatIn(timeZone)
  return (ms) => format.format(ms)
}

/** Swedish writes dates and times as ISO 8601 does, with a space between them. */
const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
