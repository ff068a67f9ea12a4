/** A checkpoint: the spend of a card, agent or customer up to a journal entry. Later entries are not in it. Amounts are in cents. */
export interface SpendCheckpointRow {
  subject_id: string
  account_id: string
  customer_id: string
  sequence: number
  entry_id: string
  at: number
  /** How many journal entries of the level the checkpoint includes. */
  entries: number
  total: number
  month: number
  month_total: number
  last_approved_at: number | null
  older: string
  recent: string
}

/** The spend that was approved and declined in an hour, a day or 30 days: see `domain/rollups/spend-shares.ts`. Amounts are in cents. */
export interface SpendSumRow {
  scope_id: string
  account_id: string
  grouped_by: string
  length: string
  start: number
  group_key: string
  approved_count: number
  approved_amount: number
  declined_count: number
  declined_amount: number
}

/** The sequence of the last journal entry of a customer that the rollups include. */
export interface SpendRollupRow {
  customer_id: string
  account_id: string
  sequence: number
}
