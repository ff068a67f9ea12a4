import type { JournalEntry } from '../../domain/batch/journal-entry.ts'
import type { CountedSpend } from '../../domain/spend/counted-amount.ts'

/**
 * A journal entry as it is read from `transactions` and `transaction_steps`. An authorization counts its amount at its own time, a step
 * counts what is in `counted`.
 */
export interface JournalEntryRow {
  id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  sequence: number
  at: number
  is_approval: boolean
  /** The approved amount of a transaction, in cents. Zero for a step. */
  amount: number
  /** The amounts that a transaction's step counts, with the times at which they count. Null for a transaction. */
  counted: CountedSpend[] | null
}

/** Selects the journal entry of a row in `transactions`. Later steps change the row, but not these columns, so the entry never changes. */
export const TRANSACTION_ENTRY_SQL = `id, customer_id, agent_id, card_id, sequence, created_at as at,
  type = 'authorization' as is_approval, case when decision = 'approve' and type <> 'credit' then amount else 0 end as amount,
  null::json as counted`
/** Selects the journal entry of a row in `transaction_steps`, with the same columns as `TRANSACTION_ENTRY_SQL`. */
export const TRANSACTION_STEP_ENTRY_SQL = `id, customer_id, agent_id, card_id, sequence, at, false as is_approval, 0 as amount, counted`

export const journalEntry = ({ amount, counted, is_approval, ...row }: JournalEntryRow): JournalEntry => ({
  id: row.id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  cardId: row.card_id,
  sequence: row.sequence,
  at: row.at,
  isApproval: is_approval && amount > 0,
  counted: counted ?? (amount > 0 ? [[row.at, amount]] : []),
})

export const compareJournalSequences = (a: JournalEntry, b: JournalEntry): number => a.sequence - b.sequence
