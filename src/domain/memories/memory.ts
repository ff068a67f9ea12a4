import type { Policy } from '../../contract/policy.ts'
import type { Merchant, SpendRequest, SpendingSubject } from '../entities.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'

/**
 * A memory of rules: facts about earlier purchases that the rules ask, such as the merchants where a customer has bought. Decisions, what
 * is stored with them, replays and backtests loop over the memories; `src/store/journal/memories/` has the reader of each. A memory is read
 * for the cards whose policies need it, and costs the others nothing.
 */
export interface RuleMemory<Value, Name extends string = string> {
  readonly name: Name
  /** The level that has the rule's memory: it is about the purchases of the customer, or of the card. */
  readonly of: 'customer' | 'card'
  /** Whether decisions need the rule's memory because of this policy or shadow policy of one of a card's levels. */
  isNeededBy(policy: Policy): boolean
  /** Returns the rule's memory `known` with a journal entry that counts as spent and is not committed yet. `known` stays as it is. */
  after(known: Value, entry: SpendAtMerchantEntry): Value
  /**
   * The versions in which the rule's memory is stored with decisions, the oldest first. New decisions store the last one. All versions are
   * read for ever, because the history is full of them. Empty: the memory follows from the journal, and nothing is stored.
   */
  readonly forms: readonly RuleMemoryStoredForm<Value>[]
  /** How a replay finds the memory of rules in the journal. Absent: the memory is stored with each decision. */
  readonly journal?: JournalOfRuleMemory<Value>
}

/** An approved authorization of more than 0, as memories of rules count it. `at`: Unix milliseconds. */
export interface RuleMemoryPurchase {
  readonly at: number
  readonly amount: number
  readonly merchant: Merchant
}

/** An entry of the journal with what it adds to the spend at a merchant, or takes from it. */
export interface SpendAtMerchantEntry {
  readonly agentId: string | null
  readonly cardId: string
  readonly merchant: Merchant
  /** Whether the journal entry is an approved authorization above 0. */
  readonly isApproval: boolean
  readonly counted: readonly CountedSpend[]
}

/** Returns the purchase that a journal entry approves. Undefined: the entry is a step, or a capture without an authorization. */
export function approvedPurchase({
  isApproval,
  counted: [first],
  merchant,
}: SpendAtMerchantEntry): RuleMemoryPurchase | undefined {
  return isApproval && first !== undefined ? { at: first[0], amount: first[1], merchant } : undefined
}

/** A version in which a rule's memory is stored with a decision: a member of `decision_inputs`. */
export interface RuleMemoryStoredForm<Value> {
  /** The name of the memory's member of `decision_inputs`. No two versions share a name. */
  readonly key: string
  /**
   * Makes the value that the `decision_inputs` of a decision have for the rule's memory. Undefined: the decision is stored without the
   * member. Only the first version may return undefined, so that a decision without a member of the memory was stored in the first version.
   */
  pack(known: Value, subject: SpendingSubject, request: SpendRequest): unknown
  /**
   * Returns the rule's memory as the stored decision had it, or enough to decide the same. `stored` is undefined if no version is stored.
   */
  unpack(stored: unknown): Value
}

/** The policies of a card's levels. A level that is null sets nothing. */
export interface LevelsWithPolicies {
  readonly customer: WithPolicy | null
  readonly agent: WithPolicy | null
  readonly card: WithPolicy | null
}

interface WithPolicy {
  readonly policy: Policy
  readonly shadowPolicy?: Policy | undefined
}

/** The part of the journal from which a rule's memory follows. */
export interface JournalOfRuleMemory<Value> {
  /** The time in Unix milliseconds from which on a decision at `now` has to know purchases. Undefined: no policy needs them. */
  since(levels: LevelsWithPolicies, now: number): number | undefined
  /** Begins to follow what a backtest counts as spent. */
  begin(): BacktestMemory<Value>
}

/** A rule's memory during a backtest: it follows what would have counted as spent since the backtest began. */
export interface BacktestMemory<Value> {
  /** Adds a journal entry that would have counted as spent in the backtest. */
  add(entry: SpendAtMerchantEntry): void
  /** Finds the rule's memory for `purchase`: `earlier`, from before the backtest, and the purchases of the course after `since`. */
  find(
    cardId: string,
    purchase: RuleMemoryPurchase,
    from: { readonly since: number; readonly earlier?: Value | undefined },
  ): Value
}
