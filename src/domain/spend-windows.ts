/**
 * What one level (card, agent, customer) has spent. Never changed in place: every step answers a new value.
 */
export interface Spend {
  /** Lifetime, cents. */
  readonly total: number
  /** The UTC month that `monthTotal` belongs to, as 202611. */
  readonly month: number
  readonly monthTotal: number
  /** Last approved authorization above 0, Unix milliseconds. */
  readonly lastApprovedAt: number | null
  /** Recent approvals, oldest first, reaching back seven days. */
  readonly entries: readonly SpendEntry[]
}

export interface SpendEntry {
  /** Unix milliseconds. */
  readonly at: number
  /** Cents; changes with reversals and settlements. */
  readonly amount: number
  /** Approved authorizations in it. */
  readonly count: number
}
