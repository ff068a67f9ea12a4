import { partAt, type CountedPart } from '../counted-part.ts'
import type { TransactionState } from '../transaction.ts'
import type { AgentState, CardState, CustomerState, PendingIntent, RecentPurchase, Subject } from '../entities.ts'
import { adjust, emptySpend, recordApproval, type Spend } from '../spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { fitsLedger } from '../rules/ledger.ts'

export interface SequencedCustomer extends CustomerState {
  /** Of its last decision. */
  readonly lastSequence: number
}

export interface LoadedCard extends CardState {
  readonly lastAttestedAt: number | null
}

export interface LoadedIntent extends PendingIntent {
  readonly purpose: string
}

/**
 * Everything that a batch of commands reads and changes, loaded under the customers' locks. Commands of one batch are
 * decided one after the other on it, so that each sees what the one before it did.
 */
export interface WorkingSet {
  readonly customers: Map<string, SequencedCustomer>
  readonly agents: Map<string, AgentState>
  readonly cards: Map<string, LoadedCard>
  /** By card, agent and customer id. A level without a row has spent nothing. */
  readonly spend: Map<string, Spend>
  /** Pending intents by card. */
  readonly intents: Map<string, LoadedIntent[]>
  /** Intents that the transactions in `transactions` matched, by intent id. */
  readonly matchedIntents: Map<string, LoadedIntent>
  /** Approved authorizations by card, where the policy looks for duplicates. */
  readonly purchases: Map<string, RecentPurchase[]>
  readonly transactions: Map<string, TransactionState>
  /** Transaction id by `referenceKey`. */
  readonly references: Map<string, string>
}

export const referenceKey = (cardId: string, networkReference: string): string => `${cardId} ${networkReference}`

/** The levels that a card's spend counts on: the card, its agent, its customer. */
export const levelsOf = (card: CardState): string[] =>
  card.agentId === null ? [card.id, card.customerId] : [card.id, card.agentId, card.customerId]

/** What `decide` is asked about: the card with its levels as they stand in the working set. */
export function subjectOf(set: WorkingSet, card: LoadedCard, now: number): Subject {
  const agent = card.agentId === null ? null : present(set.agents.get(card.agentId), 'a card has its agent loaded')
  return {
    customer: present(set.customers.get(card.customerId), 'a card has its customer loaded'),
    agent,
    card,
    spend: {
      customer: spendOf(set, card.customerId, now),
      agent: agent && spendOf(set, agent.id, now),
      card: spendOf(set, card.id, now),
    },
    intents: set.intents.get(card.id) ?? [],
    recentPurchases: set.purchases.get(card.id) ?? [],
    lastAttestedAt: card.lastAttestedAt,
  }
}

const spendOf = (set: WorkingSet, subjectId: string, now: number): Spend => set.spend.get(subjectId) ?? emptySpend(now)

/** The UTC month that has begun for a card's customer, by whatever node's clock: the latest of all beneath it. */
export const begunMonth = (set: WorkingSet, card: CardState): number => set.spend.get(card.customerId)?.month ?? 0

/** Where an amount counts that is spent now. */
export const partNow = (set: WorkingSet, card: CardState, { amount, now }: { amount: number; now: number }) =>
  partAt(now, amount, begunMonth(set, card))

/** Counts an approved authorization on every level. */
export function countApproval(set: WorkingSet, card: CardState, part: CountedPart): void {
  for (const id of levelsOf(card)) set.spend.set(id, recordApproval(spendOf(set, id, part[0]), part))
}

/** Whether changes that nothing decides can be counted: the customer's total holds everything beneath it. */
export function canCount(set: WorkingSet, card: CardState, changes: readonly CountedPart[]): boolean {
  const more = changes.reduce((sum, [, delta]) => sum + delta, 0)
  return fitsLedger(set.spend.get(card.customerId)?.total ?? 0, more)
}

/** Counts the changes that a step makes, each at its moment, on every level. */
export function countChanges(set: WorkingSet, card: CardState, changes: readonly CountedPart[], now: number): void {
  for (const id of levelsOf(card)) {
    const spend = changes.reduce((sum, part) => adjust(sum, part, now), spendOf(set, id, now))
    set.spend.set(id, spend)
  }
}
