import type { LoadedIntent } from '../intents/loaded-intent.ts'
import type { CostCentered, LoadedAgent, LoadedCard } from '../loaded-levels.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { CardState, CardSubject, CustomerState, SpendingSubject } from '../entities.ts'
import { type BatchRuleMemories, ruleMemoriesOfLevels } from '../memories/memories.ts'
import { cardOfOneTimePurchase } from '../one-time-card.ts'
import { emptyLevelSpend, type LevelSpend } from '../spend/spend-windows.ts'
import { assertPresent } from '../../lib/assert.ts'
import { isSpendTotalStillExact } from '../rules/ledger.ts'
import { removeIntentsKeepingNameIndex } from '../intents/intended-merchant.ts'
import type { ApprovalPast } from '../intents/approval-past.ts'
import type { IntentState } from '../intents/intent.ts'
import type { DeclinedChargeTry } from '../intents/declined-charge-try.ts'
import type { LoadedSubscription } from '../subscription.ts'
import type { JournalHead } from './journal-entry.ts'
import type { TransactionsByReference } from './references.ts'

export interface LoadedCustomer extends CustomerState, CostCentered {
  /** The customer's display name. Null: the customer has none. */
  readonly name: string | null
  /** The last entry of the customer's journal. */
  readonly last: JournalHead
}

/**
 * Everything that a batch of commands reads and changes, loaded while the customers are locked. The commands of a batch are decided on the
 * working set one after the other. Each command sees what the commands before it have changed.
 */
export interface BatchWorkingSet {
  readonly customers: Map<string, LoadedCustomer>
  readonly agents: Map<string, LoadedAgent>
  readonly cards: Map<string, LoadedCard>
  /** The spend of each level, by the id of a card, agent or customer. A level that is missing has spent nothing. */
  readonly spend: Map<string, LevelSpend>
  /** The open intents of each card, which wait for a person or for their purchase, by card id. The lists never change in place. */
  readonly intents: Map<string, readonly LoadedIntent[]>
  /**
   * The intents that wait for a person's decision when the batch begins, by agent id. They are loaded for agents whose cards declare an
   * intent in the batch.
   */
  readonly waitingForPeople: Map<string, readonly WaitingIntent[]>
  /** The past of customers, by customer id, as far as declarations of the batch ask about it. Missing: none does. */
  readonly approvalPasts: ReadonlyMap<string, ApprovalPast>
  /** The intents that commands name or declare, by intent id. */
  readonly intentStates: Map<string, IntentState>
  /** The intents that were declared with the caller's own `intentId`, by card and that `intentId` (see `clientIntentKey`). */
  readonly declared: Map<string, IntentState>
  /** The ids of intents in `declared` for which a card number was released, or which an issuer's challenge names. */
  readonly inUse: ReadonlySet<string>
  /**
   * The declined charges of the card since an intent was declared, the newest first, by the intent's id. It has the intents in `declared`.
   */
  readonly tries: ReadonlyMap<string, readonly DeclinedChargeTry[]>
  /** The intents that the transactions in `transactions` matched, by id, and matched subscriptions as `subscriptionAsBoundingIntent` makes them. */
  readonly matchedIntents: Map<string, LoadedIntent>
  /** The rules' memories of earlier purchases, of the levels whose policies need them. Undefined: no policy needs any. */
  readonly memories: BatchRuleMemories | undefined
  readonly transactions: Map<string, TransactionState>
  readonly references: TransactionsByReference
  /** The facts of issuers and networks that were recorded before, by `networkFactKey`. */
  readonly facts: Map<string, KnownNetworkFact>
  /** The moment that an issuer's latest advice describes, in Unix milliseconds, by the hash of card and network reference. */
  readonly advisedAsOf: Map<string, number>
}

/** An intent that waits for a person, until `expiresAt` (Unix milliseconds). */
export interface WaitingIntent {
  readonly id: string
  readonly expiresAt: number
}

/** The transactions to which a recorded fact of an issuer was applied. */
export interface KnownNetworkFact {
  readonly transactionId: string
  /** The id of the credit for the part of a refund that exceeds what the transaction could take. Null: there is none. */
  readonly creditId: string | null
}

export const networkFactKey = (cardId: string, factHash: string): string => `${cardId} ${factHash}`

/** Makes a working set in which nothing is loaded yet. */
export const emptyBatchWorkingSet = (): BatchWorkingSet => ({
  customers: new Map(),
  agents: new Map(),
  cards: new Map(),
  spend: new Map(),
  intents: new Map(),
  waitingForPeople: new Map(),
  approvalPasts: new Map(),
  intentStates: new Map(),
  declared: new Map(),
  inUse: new Set(),
  tries: new Map(),
  matchedIntents: new Map(),
  memories: undefined,
  transactions: new Map(),
  references: new Map(),
  facts: new Map(),
  advisedAsOf: new Map(),
})

export const clientIntentKey = (cardId: string, clientId: string): string => `${cardId} ${clientId}`

const pending = new WeakMap<readonly LoadedIntent[], readonly LoadedIntent[]>()

/**
 * Those of a card's open intents that wait for their purchase with this card: one list for all decisions that read the same open intents. An
 * intent with a one-time card waits for a purchase with that.
 */
function pendingOf(open: readonly LoadedIntent[]): readonly LoadedIntent[] {
  const known = pending.get(open)
  if (known !== undefined) return known
  const made = removeIntentsKeepingNameIndex(
    open,
    ({ status, oneTimeCardId }) => status === 'pending' && oneTimeCardId === undefined,
  )
  pending.set(open, made)
  return made
}

const NO_INTENTS: readonly LoadedIntent[] = []

/** Makes a subscription into the intent that bounds a purchase that has matched it: its amount, without tolerance. */
export const subscriptionAsBoundingIntent = ({
  id,
  purpose,
  maxAmount,
  activatedAt,
}: Pick<LoadedSubscription, 'id' | 'purpose' | 'maxAmount' | 'activatedAt'>): LoadedIntent => ({
  id,
  status: 'matched',
  purpose,
  expectedAmount: maxAmount,
  toleranceCents: 0,
  createdAt: activatedAt,
  expiresAt: activatedAt,
})

/**
 * The levels that a decision or an evaluation is about. If `cardId` is null, rules about the card are skipped. `oneTimeCardId`: the one-time
 * card of `cardId` that pays.
 */
export interface SpendingLevelIds {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string | null
  readonly oneTimeCardId?: string | undefined
}

type Levels = Pick<BatchWorkingSet, 'customers' | 'agents' | 'cards' | 'spend' | 'intents' | 'memories'>

/** Makes the subject of `decide`: levels with their spend, as they are in the working set. Throws if one of the levels is not loaded. */
export function spendingSubjectOf(
  set: Levels,
  { customerId, agentId, cardId, oneTimeCardId }: SpendingLevelIds,
): SpendingSubject {
  const agent = agentId === null ? null : assertPresent(set.agents.get(agentId), 'a card has its agent loaded')
  const named = cardId === null ? null : assertPresent(set.cards.get(cardId), 'who asks about a card has it loaded')
  const oneTime =
    oneTimeCardId === undefined
      ? undefined
      : assertPresent(set.cards.get(oneTimeCardId), 'who asks about a one-time card has it loaded')
  const card = named !== null && oneTime !== undefined ? cardOfOneTimePurchase(named, oneTime) : named
  const open = (cardId === null ? undefined : set.intents.get(cardId)) ?? NO_INTENTS
  return {
    customer: assertPresent(set.customers.get(customerId), 'a card has its customer loaded'),
    agent,
    card,
    spend: {
      customer: levelSpendOf(set, customerId),
      agent: agentId === null ? null : levelSpendOf(set, agentId),
      card: cardId === null ? null : levelSpendOf(set, cardId),
    },
    intents:
      oneTime === undefined
        ? pendingOf(open)
        : open.filter(({ id, status }) => id === oneTime.intentId && status === 'pending'),
    memories: set.memories && ruleMemoriesOfLevels(set.memories, { customerId, cardId }),
    lastAttestedAt: card?.lastAttestedAt ?? null,
  }
}

/** The cost center of a card's purchases at this moment: that of the nearest level that has one. Null: none has. */
export const costCenterOf = (
  { customers, agents }: Pick<BatchWorkingSet, 'customers' | 'agents'>,
  { costCenter, agentId, customerId }: LoadedCard,
): string | null => costCenter ?? agents.get(agentId ?? '')?.costCenter ?? customers.get(customerId)?.costCenter ?? null

/** The card that a purchase is recorded on: the card itself, or the parent of a one-time card. */
export const recordedCardId = ({ id, parentCardId }: Pick<CardState, 'id' | 'parentCardId'>): string =>
  parentCardId ?? id

/** The card that a purchase is recorded on, as the working set has it: see `recordedCardId`. */
export const recordedCard = ({ cards }: Pick<BatchWorkingSet, 'cards'>, card: LoadedCard): LoadedCard =>
  card.parentCardId === undefined
    ? card
    : assertPresent(cards.get(card.parentCardId), 'a one-time card has its parent loaded')

/** Makes the subject of a decision about a card of the working set, with its agent and customer. */
export const subjectOfCard = (set: Levels, card: CardState): CardSubject =>
  spendingSubjectOf(set, {
    customerId: card.customerId,
    agentId: card.agentId,
    cardId: recordedCardId(card),
    oneTimeCardId: card.parentCardId === undefined ? undefined : card.id,
  }) as CardSubject

/** The currency of a command: the one that it names, otherwise that of the card's customer. */
export const currencyOfEngineCommand = (
  { customers }: Pick<BatchWorkingSet, 'customers'>,
  { customerId }: CardState,
  { currency }: { readonly currency: string | null },
): string => currency ?? assertPresent(customers.get(customerId), 'a card has its customer loaded').currency

export const levelSpendOf = (set: Pick<BatchWorkingSet, 'spend'>, level: string): LevelSpend =>
  set.spend.get(level) ?? emptyLevelSpend

/**
 * Whether the customer's total can still be counted exactly after these changes of the counted spend. The question is for captures, advice
 * and other steps that no rule checks. Only the customer's total is compared, because it includes all spend beneath the customer.
 */
export function canCountSpendExactly(set: BatchWorkingSet, card: CardState, changes: readonly CountedSpend[]): boolean {
  const more = changes.reduce((sum, [, delta]) => sum + delta, 0)
  return isSpendTotalStillExact(levelSpendOf(set, card.customerId).total, more)
}
