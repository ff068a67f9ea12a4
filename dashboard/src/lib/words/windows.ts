/** The windows of limits and budgets, as words of a sentence: `$40.00 of $50.00 per day`. A day is 24 hours, a week 7 times that. */
const windows = {
  perAuth: 'per purchase',
  perDay: 'per day',
  perWeek: 'per week',
  perMonth: 'per month',
  total: 'in total',
} as const

export type LimitWindow = keyof typeof windows

export const limitWindowNames = Object.keys(windows) as LimitWindow[]

/** The words for the window of a limit. A window that this dashboard does not know is shown by its name in the API. */
export const limitWindowInWords = (window: string): string =>
  Object.hasOwn(windows, window) ? windows[window as LimitWindow] : window
