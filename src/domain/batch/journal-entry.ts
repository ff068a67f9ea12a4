import type { CountedSpend } from '../spend/counted-amount.ts'
import { adjustSpend, recordApproval, type LevelSpend } from '../spend/spend-windows.ts'

/**
 * An entry of a customer's journal, with the fields that change what its levels have spent. The journal contains everything that is decided
 * beneath a customer, numbered without gaps; an entry never changes. The spend of a level is a fold of the journal: the same entries in the
 * same order give the same spend on every node.
 */
export interface JournalEntry {
  /** The id of the transaction or the step that the journal entry is about. */
  readonly id: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly sequence: number
  /** The journal entry's time in Unix milliseconds. It is never earlier than the time of the one before it. */
  readonly at: number
  /** Whether the journal entry is an approved authorization above 0. */
  readonly isApproval: boolean
  /** The cents that the journal entry adds to what was spent at a moment, or subtracts from it. Empty for a decline or a refund. */
  readonly counted: readonly CountedSpend[]
}

export interface JournalHead {
  /** The number of the journal's last entry. 0: the journal is empty. */
  readonly sequence: number
  /** The id of the journal's last entry. An empty string: the journal is empty. */
  readonly id: string
  /** The time of the journal's last entry in Unix milliseconds. */
  readonly at: number
}

export const emptyJournal: JournalHead = { sequence: 0, id: '', at: 0 }

export const journalHeadOf = ({ sequence, id, at }: JournalEntry): JournalHead => ({ sequence, id, at })

/** The ids of the levels whose spend an entry changes: its card, its agent, its customer. */
export const levelsOfJournalEntry = ({ cardId, agentId, customerId }: JournalEntry): string[] =>
  agentId === null ? [cardId, customerId] : [cardId, agentId, customerId]

/** Returns the spend of a level after an entry of the journal. */
export function foldJournalEntryIntoSpend(spend: LevelSpend, { counted, isApproval, at }: JournalEntry): LevelSpend {
  const [first] = counted
  if (first === undefined) return spend
  if (isApproval) return recordApproval(spend, first)
  return counted.reduce((sum, part) => adjustSpend(sum, part, at), spend)
}
