/** A time to the second: `2026-01-31 12:00:00Z`. Empty where there is none. */
export const shortTime = (timestamp: string | null | undefined): string =>
  timestamp ? `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}Z` : ''
