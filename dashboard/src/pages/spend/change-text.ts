const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** Beyond ten times as much a share says little. */
const MOST = 10

/** How much more or less than before: `+12%`. */
export function changeText(now: number, before: number): string {
  if (before <= 0) return now > 0 ? 'new' : '—'
  const change = now / before - 1
  return change > MOST ? `${Math.round(now / before)}×` : percent.format(change)
}
