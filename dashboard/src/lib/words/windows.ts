/** The windows of limits and budgets, as they stand in a sentence: `$40.00 of $50.00 per day`. A day is 24 hours, a week 7 times that. */
const windows: Readonly<Record<string, string>> = {
  perAuth: 'per purchase',
  perDay: 'per day',
  perWeek: 'per week',
  perMonth: 'per month',
  total: 'in total',
}

export const windowWords = (window: string): string => windows[window] ?? window

export const windowNames: readonly string[] = Object.keys(windows)
