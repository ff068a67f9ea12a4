/** `2026-01-31 12:00:00Z`: to the second; empty where there is no moment. */
export const shortTime = (timestamp: string | null | undefined): string =>
  timestamp ? `${timestamp.slice(0, 10)} ${timestamp.slice(11, 19)}Z` : ''
