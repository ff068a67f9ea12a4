import type { LimitWindow } from './words/windows.ts'

export type LimitAmounts = Partial<Record<LimitWindow, number>>

/** The limits of one customer, agent or card: its hard caps, and the limits of its policy. */
interface Limiting {
  /** The currency of the amounts. Customers and cards have one, agents have none. */
  readonly currency?: string
  readonly limits?: LimitAmounts
  readonly policy: { readonly limits?: LimitAmounts; readonly maxAmount?: number }
}

/** Whether no level has any limit, for a period or for a single purchase. The service's warning `no_limit` has the same condition. */
export const isSpendUnlimited = (levels: readonly Limiting[]): boolean =>
  levels.every(
    ({ limits, policy }) =>
      Object.keys(limits ?? {}).length === 0 &&
      Object.keys(policy.limits ?? {}).length === 0 &&
      policy.maxAmount === undefined,
  )

/** The order in which the form of a new card looks for a period with a limit from above: most people budget by month. */
const TAKEN_OVER: readonly LimitWindow[] = ['perMonth', 'perWeek', 'perDay', 'total', 'perAuth']

/** The strictest limit of the levels above a new card, for the first period in which one exists. Null: no level has a limit. */
export function inheritedLimit(
  levels: readonly Limiting[],
): { readonly cents: number; readonly period: LimitWindow } | null {
  for (const period of TAKEN_OVER) {
    const amounts = levels
      .flatMap(({ limits, policy }) => [limits?.[period], policy.limits?.[period]])
      .filter((cents) => cents !== undefined)
    if (amounts.length > 0) return { cents: Math.min(...amounts), period }
  }
  return null
}
