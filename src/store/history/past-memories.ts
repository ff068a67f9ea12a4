import type { PastPurchase } from '../../domain/backtest/past.ts'
import { type AnyRuleMemory, type BatchMemories, unpackMemory } from '../../domain/memories/memories.ts'
import { ruleMemories } from '../../domain/rules/index.ts'
import { neededJournalMemories } from '../../domain/rules/needed-memories.ts'
import { leastIdAt } from '../../lib/ids.ts'
import type { Snapshot } from '../connection/snapshot.ts'
import { readPastMemories } from '../journal/memories/read-memories.ts'
import type { SendStatement } from '../transactions/earlier-purchases.ts'
import type { StoredTransaction } from '../rows/transactions.ts'
import type { PastJournalRange } from './past-range.ts'
import type { PastDecisionPolicies } from './policy-reader.ts'

/**
 * Reads the memories of a past decision: as they are stored with the decision or, if they follow from the journal, as the journal has them.
 * `inputs`: the policies of the decision. Undefined: they are not stored.
 */
export async function memoriesOfPastDecision(
  snapshot: Snapshot,
  transaction: StoredTransaction,
  inputs: PastDecisionPolicies | undefined,
): Promise<BatchMemories> {
  const { id, customer_id, card_id: cardId, amount, merchant, created_at: at, decision_inputs: stored } = transaction
  const levels = { customer: customer_id, card: cardId }
  const then = new Map<AnyRuleMemory, Map<string, unknown>>()
  for (const memory of ruleMemories) {
    if (memory.journal === undefined)
      then.set(memory, new Map([[levels[memory.of], unpackMemory(memory, stored ?? {})]]))
  }
  if (inputs === undefined) return then
  for (const [memory, since] of neededJournalMemories(inputs, at)) {
    const lookBack = { cardId, amount, merchant, after: leastIdAt('txn', since), before: id }
    const [found] = await readPastMemories(sendIn(snapshot), memory, [lookBack])
    then.set(memory, new Map([[levels[memory.of], found]]))
  }
  return then
}

/** A purchase in a range, and the moment (Unix milliseconds) after which it has to know earlier ones. */
export interface PastPurchaseLookBack {
  readonly past: PastPurchase
  readonly since: number
}

/** Reads a memory as purchases of a range have it from before the range. Resolves with one value for each of `lookBacks`, in their order. */
export const memoryBeforeRange = (
  snapshot: Snapshot,
  { first }: PastJournalRange,
  { memory, lookBacks }: { readonly memory: AnyRuleMemory; readonly lookBacks: readonly PastPurchaseLookBack[] },
): Promise<unknown[]> =>
  readPastMemories(
    sendIn(snapshot),
    memory,
    lookBacks.map(({ past: { cardId, amount, merchant }, since }) => ({
      cardId,
      amount,
      merchant,
      after: leastIdAt('txn', since + 1),
      before: first.id,
    })),
  )

const sendIn =
  (snapshot: Snapshot): SendStatement =>
  ({ text }, values) =>
    snapshot.rows(text, values)
