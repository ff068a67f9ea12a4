import type { CountedPart } from '../counted-part.ts'
import type { TransactionState } from '../transaction.ts'
import type { AgentState, CardState, CustomerState, PendingIntent, RecentPurchase, Subject } from '../entities.ts'
import { nothingSpent, type Spend } from '../spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { fitsLedger } from '../rules/ledger.ts'
import type { JournalHead } from './journal-entry.ts'

export interface LoadedCustomer extends CustomerState {
  /** The last entry of its journal. */
  readonly last: JournalHead
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
  readonly customers: Map<string, LoadedCustomer>
  readonly agents: Map<string, AgentState>
  readonly cards: Map<string, LoadedCard>
  /** By card, agent and customer id. A level that is missing has spent nothing. */
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

/** Which levels a question is about. Without a card, card rules are skipped. */
export interface LevelIds {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string | null
}

type Levels = Pick<WorkingSet, 'customers' | 'agents' | 'cards' | 'spend' | 'intents' | 'purchases'>

/** What `decide` is asked about: levels as they stand in the working set. */
export function subjectOf(set: Levels, { customerId, agentId, cardId }: LevelIds): Subject {
  const agent = agentId === null ? null : present(set.agents.get(agentId), 'a card has its agent loaded')
  const card = cardId === null ? null : present(set.cards.get(cardId), 'who asks about a card has it loaded')
  return {
    customer: present(set.customers.get(customerId), 'a card has its customer loaded'),
    agent,
    card,
    spend: {
      customer: spendOf(set, customerId),
      agent: agentId === null ? null : spendOf(set, agentId),
      card: cardId === null ? null : spendOf(set, cardId),
    },
    intents: (cardId === null ? undefined : set.intents.get(cardId)) ?? [],
    recentPurchases: (cardId === null ? undefined : set.purchases.get(cardId)) ?? [],
    lastAttestedAt: card?.lastAttestedAt ?? null,
  }
}

/** The same about a card of the working set. */
export const subjectOfCard = (set: Levels, { id: cardId, agentId, customerId }: CardState): Subject =>
  subjectOf(set, { cardId, agentId, customerId })

export const spendOf = (set: Pick<WorkingSet, 'spend'>, level: string): Spend => set.spend.get(level) ?? nothingSpent

/** Whether changes that nothing decides can be counted: the customer's total holds everything beneath it. */
export function canCount(set: WorkingSet, card: CardState, changes: readonly CountedPart[]): boolean {
  const more = changes.reduce((sum, [, delta]) => sum + delta, 0)
  return fitsLedger(spendOf(set, card.customerId).total, more)
}
