const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** The change above which a multiple such as `12×` is shown instead of a percentage. */
const MOST = 10

/** The change of an amount against the compared range, as a text: `+12%`, or `12×` for a large one. */
export function amountChangeText(now: number, before: number): string {
  if (before <= 0) return now > 0 ? 'new' : '—'
  const change = now / before - 1
  return change > MOST ? `${Math.round(now / before)}×` : percent.format(change)
}
