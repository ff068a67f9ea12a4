import type { Reason } from '../../contract/decisions.ts'
import type { Policy, PolicyLevel } from '../../contract/policy.ts'
import type { Limits } from '../../contract/policy.ts'
import type { TransactionStepCommand } from '../batch/commands/commands.ts'
import type { LoadedIntent } from '../intents/loaded-intent.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'
import type { LoadedSubscription } from '../subscription.ts'
import type { SentCredentials } from '../credentials.ts'
import type { AgentState, CardState, CustomerState, Merchant, RuleMemoryValues } from '../entities.ts'
import type { PackedRuleMemories } from '../memories/memories.ts'

interface Rules {
  readonly policy: Policy
  readonly limits: Limits
}

/** The rules and statuses from which a recorded decision was made. */
export interface PastDecisionRules {
  readonly customer: Rules & Pick<CustomerState, 'status' | 'currency'>
  readonly agent: (Rules & Pick<AgentState, 'status'>) | null
  readonly card: Rules & Pick<CardState, 'status' | 'usage'>
}

interface PastEntry {
  readonly sequence: number
  readonly at: number
  readonly cardId: string
  /** The one-time card of `cardId` that was used. Absent: the card itself was. */
  readonly oneTimeCardId?: string
  readonly agentId: string | null
}

/** A recorded decision about a purchase or an increment, with the inputs that it was made from. */
interface PastDecision {
  readonly was: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly rules: PastDecisionRules
  readonly attestedAt: number | null
}

/** A recorded authorization, which a backtest decides again. */
export interface PastPurchase extends PastEntry, PastDecision {
  readonly kind: 'authorization'
  readonly transactionId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly credentials: SentCredentials
  readonly failedCredentials: readonly number[]
  /** The intents that were pending on the card when the recorded decision was made. */
  readonly intents: readonly LoadedIntent[]
  /** The subscriptions that the recorded purchase could match, as they were. Absent: none. */
  readonly subscriptions?: readonly LoadedSubscription[]
  /** The memories of rules that are stored with the recorded decision. Absent: none are stored. */
  readonly remembered?: PackedRuleMemories
  /** The intent that the recorded purchase matched or mismatched. */
  readonly usedIntentId: string | null
  /** When the hold of the recorded purchase expires, in Unix milliseconds. */
  readonly expiresAt: number
}

/** A recorded journal entry that no policy decides: a forced capture, or a stand-in. */
export interface PastCapture extends PastEntry {
  readonly kind: 'force_capture' | 'stand_in'
  readonly transactionId: string
  readonly amount: number
  readonly merchant: Merchant
}

interface PastTransactionEntry extends PastEntry {
  readonly transactionId: string
  /** The cents that the recorded step requested, captured, reversed or advised. */
  readonly amount: number
  /** The merchant of the transaction. */
  readonly merchant: Merchant
  /** The amounts that the recorded step added to the recorded spend. Negative amounts were taken from it. */
  readonly counted: readonly CountedSpend[]
}

export interface PastIncrement extends PastTransactionEntry, PastDecision {
  readonly kind: 'increment'
}

/** A recorded capture, reversal, expiry or issuer's advice. Refunds are left out, because they do not lower the spend that limits count. */
export interface PastTransactionStep extends PastTransactionEntry {
  readonly kind: Exclude<TransactionStepCommand['kind'], 'increment' | 'refund'>
  readonly final: boolean
}

export type PastJournalEntry = PastPurchase | PastCapture | PastIncrement | PastTransactionStep

/** A card as it was when a backtest's range began, and its time of creation, which never changes. Times are Unix milliseconds. */
export interface PastCard {
  readonly id: string
  readonly createdAt: number
  readonly merchantLock: string | null
  readonly consumedAt: number | null
}

/** The change of one level's rules that a backtest tests. Fields that are undefined stay as each recorded decision had them. */
export interface BacktestRulesChange extends Partial<Rules> {
  readonly level: PolicyLevel
  readonly id: string
}

/** The memories of rules that follow from the journal, as they were before the range of a backtest. */
export type RuleMemoriesBeforeBacktest = RuleMemoryValues
