import type { CountedPart } from '../spend/counted-part.ts'
import { adjust, recordApproval, type Spend } from '../spend/spend-windows.ts'

/**
 * What an entry of a customer's journal does to what its levels have spent. The journal is everything that is decided
 * beneath a customer, numbered without gaps; an entry is a fact and never changes. Spend is a fold of it: whoever folds
 * the same entries, in their order, comes to the same spend, however long ago they were written and by whichever node.
 */
export interface JournalEntry {
  /** Of the transaction or of the step. */
  readonly id: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly sequence: number
  /** Never before the entry before it. Unix milliseconds. */
  readonly at: number
  /** An approved authorization above 0. */
  readonly isApproval: boolean
  /** Cents that it adds to what was spent at a moment, or takes from it. Empty for a decline or a refund. */
  readonly counted: readonly CountedPart[]
}

/** The last entry of a journal. */
export interface JournalHead {
  /** 0: the journal is empty. */
  readonly sequence: number
  /** Empty as long as the journal is. */
  readonly id: string
  readonly at: number
}

export const emptyJournal: JournalHead = { sequence: 0, id: '', at: 0 }

export const headAfter = ({ sequence, id, at }: JournalEntry): JournalHead => ({ sequence, id, at })

/** The levels that an entry counts on: its card, its agent, its customer. */
export const levelsOfEntry = ({ cardId, agentId, customerId }: JournalEntry): string[] =>
  agentId === null ? [cardId, customerId] : [cardId, agentId, customerId]

/** What a level has spent after an entry. */
export function foldEntry(spend: Spend, { counted, isApproval, at }: JournalEntry): Spend {
  const [first] = counted
  if (first === undefined) return spend
  if (isApproval) return recordApproval(spend, first)
  return counted.reduce((sum, part) => adjust(sum, part, at), spend)
}
