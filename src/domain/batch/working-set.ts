import type { CountedPart } from '../spend/counted-part.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { AgentState, CardState, CustomerState, PendingIntent, RecentPurchase, Subject } from '../entities.ts'
import { nothingSpent, type Spend } from '../spend/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { fitsLedger } from '../rules/ledger.ts'
import type { IntentStatus } from '../../contract/resources/intents.ts'
import type { IntentState } from '../intents/intent.ts'
import type { JournalHead } from './journal-entry.ts'
import type { References } from './references.ts'

export interface LoadedCustomer extends CustomerState {
  /** As people read it; null: it has none. */
  readonly name: string | null
  /** The last entry of its journal. */
  readonly last: JournalHead
}

export interface LoadedAgent extends AgentState {
  readonly name: string
}

export interface LoadedCard extends CardState {
  readonly label: string | null
  readonly lastAttestedAt: number | null
}

export interface LoadedIntent extends PendingIntent {
  readonly purpose: string
  readonly status: IntentStatus
  /** What is told of it: no match looks at it. */
  readonly expectedOrigin?: string
}

/**
 * Everything that a batch of commands reads and changes, loaded under the customers' locks. Commands of one batch are
 * decided one after the other on it, so that each sees what the one before it did.
 */
export interface WorkingSet {
  readonly customers: Map<string, LoadedCustomer>
  readonly agents: Map<string, LoadedAgent>
  readonly cards: Map<string, LoadedCard>
  /** By card, agent and customer id. A level that is missing has spent nothing. */
  readonly spend: Map<string, Spend>
  /** Intents by card that wait for their transaction or for a person. */
  readonly intents: Map<string, LoadedIntent[]>
  /** Intents that wait for a person when the batch begins, by agent: of agents whose cards declare one. */
  readonly waitingForPeople: Map<string, readonly WaitingIntent[]>
  /** Intents that commands name or declare, by id. */
  readonly intentStates: Map<string, IntentState>
  /** Those that were declared under a caller's own id, by `clientKey`. */
  readonly declared: Map<string, IntentState>
  /** Intents that the transactions in `transactions` matched, by intent id. */
  readonly matchedIntents: Map<string, LoadedIntent>
  /** Approved authorizations by card, where the policy looks for duplicates. */
  readonly purchases: Map<string, RecentPurchase[]>
  readonly transactions: Map<string, TransactionState>
  readonly references: References
  /** What became of facts that came before, by `factKey`. */
  readonly facts: Map<string, KnownFact>
  /** The moment of the latest advice, by the hash of card and reference. */
  readonly advisedAsOf: Map<string, number>
}

/** An intent that waits for a person, until `expiresAt` (Unix milliseconds). */
export interface WaitingIntent {
  readonly id: string
  readonly expiresAt: number
}

/** Ids of transactions. */
export interface KnownFact {
  readonly transactionId: string
  /** Of the credit of what that one could not take. */
  readonly creditId: string | null
}

export const factKey = (cardId: string, factHash: string): string => `${cardId} ${factHash}`

/** Nothing is loaded yet. */
export const emptySet = (): WorkingSet => ({
  customers: new Map(),
  agents: new Map(),
  cards: new Map(),
  spend: new Map(),
  intents: new Map(),
  waitingForPeople: new Map(),
  intentStates: new Map(),
  declared: new Map(),
  matchedIntents: new Map(),
  purchases: new Map(),
  transactions: new Map(),
  references: new Map(),
  facts: new Map(),
  advisedAsOf: new Map(),
})

export const clientKey = (cardId: string, clientId: string): string => `${cardId} ${clientId}`

const isPending = ({ status }: LoadedIntent): boolean => status === 'pending'

/** What matching needs of an intent. It leaves out what was not declared: an absent expectation is not compared. */
export function loadedIntentOf(
  intent: Pick<IntentState, 'id' | 'status' | 'declared' | 'ceiling' | 'createdAt' | 'expiresAt'>,
): LoadedIntent {
  const { declared, ceiling } = intent
  const { purpose, expectedAmount, expectedCurrency, expectedMerchant, expectedOrigin, expectedMccs } = declared
  const { tolerance, tolerancePercent } = declared
  return {
    id: intent.id,
    status: intent.status,
    purpose,
    createdAt: intent.createdAt,
    expiresAt: intent.expiresAt,
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
    ...(expectedCurrency === undefined ? {} : { expectedCurrency }),
    ...(expectedMerchant === undefined ? {} : { expectedMerchant }),
    ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
    ...(expectedMccs === undefined ? {} : { expectedMccs }),
    ...(tolerance === undefined ? {} : { toleranceCents: tolerance }),
    ...(tolerancePercent === undefined ? {} : { tolerancePercent }),
    ...(ceiling === null ? {} : { ceiling }),
  }
}

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
    intents: (cardId === null ? undefined : set.intents.get(cardId))?.filter(isPending) ?? [],
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
