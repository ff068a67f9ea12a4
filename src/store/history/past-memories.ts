import type { PastIncrement, PastPurchase } from '../../domain/backtest/past.ts'
import { type AnyRuleMemory, type BatchRuleMemories, unpackRuleMemory } from '../../domain/memories/memories.ts'
import { ruleMemories } from '../../domain/rules/index.ts'
import { neededJournalRuleMemories } from '../../domain/rules/needed-memories.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'
import { readPastRuleMemories } from '../journal/memories/read-memories.ts'
import type { SendSqlStatement } from '../transactions/earlier-purchases.ts'
import type { JournalHistoryEntry } from './history-pages.ts'
import type { PastJournalRange } from './past-range.ts'
import type { PastDecisionPolicies } from './policy-reader.ts'

/**
 * Reads the rules' memories of a past decision: as they are stored with the decision or, if they follow from the journal, as the journal
 * has them. `inputs`: the policies of the decision. Undefined: they are not stored.
 */
export async function ruleMemoriesOfPastDecision(
  snapshot: DatabaseSnapshot,
  { transaction, step }: Pick<JournalHistoryEntry, 'transaction' | 'step'>,
  inputs: PastDecisionPolicies | undefined,
): Promise<BatchRuleMemories> {
  const { id, customer_id: customerId, card_id: cardId, amount, merchant } = transaction
  const { at, sequence } = step ?? { at: transaction.created_at, sequence: transaction.sequence }
  const stored = (step ?? transaction).decision_inputs ?? {}
  const levels = { customer: customerId, card: cardId }
  const then = new Map<AnyRuleMemory, Map<string, unknown>>()
  for (const memory of ruleMemories) {
    if (memory.journal === undefined) then.set(memory, new Map([[levels[memory.of], unpackRuleMemory(memory, stored)]]))
  }
  if (inputs === undefined) return then
  for (const [memory, since] of neededJournalRuleMemories(inputs, at)) {
    const purchase = { customerId, cardId, amount, merchant }
    const lookBack = { ...purchase, since, after: smallestIdMadeAt('txn', since), before: id, beforeSequence: sequence }
    const [found] = await readPastRuleMemories(sendIn(snapshot), memory, [lookBack])
    then.set(memory, new Map([[levels[memory.of], found]]))
  }
  return then
}

/**
 * A purchase or an increment that a backtest decides again, and the moment (Unix milliseconds) from which on it has to know earlier
 * purchases.
 */
export interface PastPurchaseLookBack {
  readonly past: PastPurchase | PastIncrement
  readonly since: number
}

/**
 * Reads a memory of rules as the purchases of a backtest have it from before the backtest's range. Resolves with one value for each of
 * `lookBacks`, in their order.
 */
export const readRuleMemoryBeforeRange = (
  snapshot: DatabaseSnapshot,
  { customerId, first }: PastJournalRange,
  { memory, lookBacks }: { readonly memory: AnyRuleMemory; readonly lookBacks: readonly PastPurchaseLookBack[] },
): Promise<unknown[]> =>
  readPastRuleMemories(
    sendIn(snapshot),
    memory,
    lookBacks.map(({ past: { cardId, amount, merchant }, since }) => ({
      customerId,
      cardId,
      amount,
      merchant,
      since,
      after: smallestIdMadeAt('txn', since + 1),
      before: first.id,
      beforeSequence: first.sequence,
    })),
  )

const sendIn =
  (snapshot: DatabaseSnapshot): SendSqlStatement =>
  ({ text }, values) =>
    snapshot.rows(text, values)
