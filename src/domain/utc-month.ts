/** The UTC calendar month of a moment, as 202611: months compare as numbers. */
export function utcMonth(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1
}

/** Unix milliseconds of the first moment of the UTC month after this one. */
export function nextUtcMonthStart(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
