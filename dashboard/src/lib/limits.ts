import type { LimitWindow } from './words/windows.ts'

export type Amounts = Partial<Record<LimitWindow, number>>

/** The limits of a customer, an agent or a card: its hard caps, and those of its policy. */
interface Limiting {
  /** Customers and cards have a currency, agents have none. */
  readonly currency?: string
  readonly limits?: Amounts
  readonly policy: { readonly limits?: Amounts; readonly maxAmount?: number }
}

/** Whether no level says how much may be spent, as the warning `no_limit` of the service means it. */
export const isUnlimited = (levels: readonly Limiting[]): boolean =>
  levels.every(
    ({ limits, policy }) =>
      Object.keys(limits ?? {}).length === 0 &&
      Object.keys(policy.limits ?? {}).length === 0 &&
      policy.maxAmount === undefined,
  )

/** The order in which a new card takes over a limit from above: months are what people budget in. */
const TAKEN_OVER: readonly LimitWindow[] = ['perMonth', 'perWeek', 'perDay', 'total', 'perAuth']

/** The strictest limit from above of the first period that has any; null where nothing is limited. */
export function limitFromAbove(
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
