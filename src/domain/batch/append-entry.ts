import { assertPresent } from '../../lib/assert.ts'
import type { CardState, Merchant } from '../entities.ts'
import { addSpendToRuleMemories } from '../memories/memories.ts'
import type { EngineBatch } from './batch.ts'
import type { DomainEvent } from '../events/events.ts'
import { foldJournalEntryIntoSpend, journalHeadOf, levelsOfJournalEntry, type JournalEntry } from './journal-entry.ts'
import { levelSpendOf, recordedCardId } from './working-set.ts'

type EntryContent = Omit<JournalEntry, 'id' | 'customerId' | 'agentId' | 'cardId' | 'sequence' | 'at'> & {
  readonly prefix: 'txn' | 'stp'
  /** The merchant of the transaction that the journal entry is about. */
  readonly merchant: Merchant
}

/** Appends an entry to the journal of a card's customer, and counts it on every level. The caller must hold the customer's lock. */
export function appendJournalEntry(
  { set, changes, now, newEntryId }: EngineBatch,
  card: CardState,
  { prefix, merchant, ...content }: EntryContent,
): JournalEntry {
  const customer = assertPresent(set.customers.get(card.customerId), 'a card has its customer loaded')
  const { last } = customer
  const entry: JournalEntry = {
    ...content,
    id: newEntryId(prefix, { at: now, customerId: customer.id, last }),
    customerId: customer.id,
    agentId: card.agentId,
    cardId: recordedCardId(card),
    sequence: last.sequence + 1,
    at: now,
  }
  set.customers.set(customer.id, { ...customer, last: journalHeadOf(entry) })
  changes.entries.push(entry)
  if (entry.counted.length > 0) {
    for (const level of levelsOfJournalEntry(entry))
      set.spend.set(level, foldJournalEntryIntoSpend(levelSpendOf(set, level), entry))
    if (set.memories) addSpendToRuleMemories(set.memories, { ...entry, merchant })
  }
  return entry
}

/** Adds events of a decision or step, with the journal number of the decision or step. A receiver finds missing events by these numbers. */
export function addEvents({ changes }: EngineBatch, sequence: number, events: readonly DomainEvent[]): void {
  for (const event of events) changes.events.push({ ...event, sequence })
}
