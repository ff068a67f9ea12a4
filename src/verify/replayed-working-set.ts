import type { JournalHead } from '../domain/batch/journal-entry.ts'
import { subscriptionAsBoundingIntent, type BatchWorkingSet } from '../domain/batch/working-set.ts'
import type { LoadedIntent } from '../domain/intents/loaded-intent.ts'
import type { LoadedCard } from '../domain/loaded-levels.ts'
import { pastSubscriptions } from '../store/history/past-subscriptions.ts'
import { DEFAULT_CURRENCY } from '../domain/currencies.ts'
import type { BatchRuleMemories } from '../domain/memories/memories.ts'
import type { LevelSpend } from '../domain/spend/spend-windows.ts'
import type { TransactionState } from '../domain/transactions/transaction.ts'
import type { IntentVersion } from '../domain/batch/decision-inputs.ts'
import { intentIdOfVersion, intentAtVersion } from '../store/rows/states.ts'
import type { JournalHistoryEntry, PastIntent } from '../store/history/history-pages.ts'
import type { PastDecisionPolicies } from '../store/history/policy-reader.ts'

/** The fields of a card that only the engine changes. The status is not among them, because services change it too. */
export type EngineCardFields = Pick<LoadedCard, 'merchantLock' | 'consumedAt' | 'firstSpendAt' | 'failedCredentials'>

export const engineFieldsOfCard = ({
  merchantLock,
  consumedAt,
  firstSpendAt,
  failedCredentials,
}: EngineCardFields): EngineCardFields => ({
  merchantLock,
  consumedAt,
  firstSpendAt,
  failedCredentials,
})

export const newCardEngineFields: EngineCardFields = {
  merchantLock: null,
  consumedAt: null,
  firstSpendAt: null,
  failedCredentials: [],
}

export interface DecisionReplayInputs {
  /** The policies that the decision was made from. Undefined: no policies are stored, and the replay compares none. */
  readonly inputs: PastDecisionPolicies | undefined
  /** The head of the journal before the replayed entry. */
  readonly last: JournalHead
  readonly spend: Map<string, LevelSpend>
  /** The engine's fields of a card before the entry, by the card's id. */
  readonly marksOf: (cardId: string) => EngineCardFields
  readonly memories: BatchRuleMemories | undefined
  /** The transaction right before the replayed step. Undefined: the entry is no step. */
  readonly before: TransactionState | undefined
}

const noRules = { policy: {}, limits: {} }
const noInputs: PastDecisionPolicies = {
  customer: { ...noRules, status: 'active', currency: DEFAULT_CURRENCY },
  agent: { ...noRules, status: 'active' },
  card: { ...noRules, status: 'active', usage: 'multi' },
}

/**
 * The working set of one decision or step as the engine had it, built from what was stored with the journal entry and from the entries
 * before it.
 */
export function replayedDecisionWorkingSet(entry: JournalHistoryEntry, replay: DecisionReplayInputs): BatchWorkingSet {
  const { transaction, step, page } = entry
  const { inputs = noInputs, last, spend, marksOf, memories, before } = replay
  const { customer_id: customerId, agent_id: agentId, card_id: cardId, account_id: accountId } = transaction
  const stored = (step ?? transaction).decision_inputs ?? {}
  const subscription = page.subscriptions.get(transaction.subscription_id ?? '')
  const matched =
    page.intents.get(transaction.intent_id ?? '') ?? (subscription && subscriptionAsBoundingIntent(subscription))
  return {
    customers: new Map([
      [customerId, { ...inputs.customer, id: customerId, accountId, name: null, costCenter: null, last }],
    ]),
    agents: new Map(
      agentId === null
        ? []
        : [
            [
              agentId,
              { ...(inputs.agent ?? { ...noRules, status: 'active' }), id: agentId, name: '', costCenter: null },
            ],
          ],
    ),
    cards: new Map(replayedCards(entry, { inputs, marksOf }).map((card) => [card.id, card])),
    spend,
    intents: new Map([
      [cardId, (stored.intents ?? []).flatMap((read) => asPending(page.intents.get(intentIdOfVersion(read)), read))],
    ]),
    approvalPasts: new Map(),
    waitingForPeople: new Map(),
    intentStates: new Map(),
    declared: new Map(),
    inUse: new Set(),
    tries: new Map(),
    matchedIntents: new Map(matched ? [[matched.id, matched]] : []),
    memories,
    transactions: new Map(before ? [[before.id, before]] : []),
    references: new Map(),
    facts: new Map(),
    advisedAsOf: new Map(),
  }
}

/** The card of an entry as the engine had it. If a one-time card was used: its parent, and the one-time card. */
function replayedCards(
  { transaction, step, page }: JournalHistoryEntry,
  { inputs = noInputs, marksOf }: Pick<DecisionReplayInputs, 'inputs' | 'marksOf'>,
): LoadedCard[] {
  const { card_id: parentCardId, one_time_card_id: oneTimeCardId } = transaction
  const stored = (step ?? transaction).decision_inputs ?? {}
  const cardOf = (id: string): LoadedCard => ({
    ...inputs.card,
    ...marksOf(id),
    ...(stored.credentials === undefined ? {} : { failedCredentials: stored.failedCredentials ?? [] }),
    id,
    accountId: transaction.account_id,
    customerId: transaction.customer_id,
    agentId: transaction.agent_id,
    last4: page.cards.get(id)?.last4 ?? null,
    label: null,
    // No rule reads the cost center, and no version of a policy has it, so it is that of the stored transaction.
    costCenter: transaction.cost_center,
    createdAt: page.cards.get(id)?.created_at ?? 0,
    expiresAt: null,
    lastAttestedAt: stored.attestedAt ?? null,
    ...pastSubscriptions(stored.subscriptions, page.subscriptions),
  })
  const card = cardOf(parentCardId)
  if (oneTimeCardId === null) return [card]
  // The stored rules are those of the parent with the one-time card's over them. So the one-time card itself needs none here.
  const intentId = stored.intents?.map(intentIdOfVersion).at(0)
  return [
    { ...card, status: card.usage === 'multi' ? 'closed' : 'active', usage: 'multi' },
    { ...cardOf(oneTimeCardId), policy: noRules.policy, usage: 'single', parentCardId, intentId },
  ]
}

/** The intent as it was before the decision, whatever its status and declaration are now. */
const asPending = (intent: PastIntent | undefined, read: IntentVersion): LoadedIntent[] =>
  intent === undefined ? [] : [{ ...intentAtVersion(intent.row, read), status: 'pending' }]
