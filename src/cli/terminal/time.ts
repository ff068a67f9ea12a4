/** A time as text, to the second: `2026-01-31 12:00:00Z`. Empty where `timestamp` is null or undefined. */
export const shortTimeText = (timestamp: string | null | undefined): string =>
  timestamp ? `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}Z` : ''
