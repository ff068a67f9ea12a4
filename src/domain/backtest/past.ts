import type { Reason } from '../../contract/decisions.ts'
import type { Policy, PolicyLevel } from '../../contract/policy.ts'
import type { Limits } from '../../contract/policy.ts'
import type { StepCommand } from '../batch/commands/commands.ts'
import type { LoadedIntent } from '../batch/working-set.ts'
import type { CountedPart } from '../spend/counted-part.ts'
import type { Credentials } from '../decision/credentials.ts'
import type { AgentState, CardState, CustomerState, Merchant, RecentPurchase } from '../entities.ts'

interface Rules {
  readonly policy: Policy
  readonly limits: Limits
}

/** The rules and statuses that a decision was made from. */
export interface RulesThen {
  readonly customer: Rules & Pick<CustomerState, 'status'>
  readonly agent: (Rules & Pick<AgentState, 'status'>) | null
  readonly card: Rules & Pick<CardState, 'status' | 'usage'>
}

interface PastEntry {
  readonly sequence: number
  readonly at: number
  readonly cardId: string
  readonly agentId: string | null
}

/** What was decided about a purchase or an increment, and from what. */
interface Decided {
  readonly was: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly rules: RulesThen
  readonly attestedAt: number | null
}

/** An authorization of the journal. */
export interface PastPurchase extends PastEntry, Decided {
  readonly kind: 'authorization'
  readonly transactionId: string
  readonly amount: number
  readonly currency: string
  readonly merchant: Merchant
  readonly credentials: Credentials
  readonly failedCredentials: readonly number[]
  /** Those that waited on the card. */
  readonly intents: readonly LoadedIntent[]
  /** The one that it used up. */
  readonly usedIntentId: string | null
  /** When its hold expires. */
  readonly expiresAt: number
}

/** The network's doing, which nothing decides: a forced capture, or what an issuer held without asking. */
export interface PastCapture extends PastEntry {
  readonly kind: 'force_capture' | 'stand_in'
  readonly transactionId: string
  readonly amount: number
  readonly merchant: Merchant
}

interface OfTransaction extends PastEntry {
  readonly transactionId: string
  /** Cents that it asked for, captured or gave back. */
  readonly amount: number
  /** What it added to the spend in truth, or took from it. */
  readonly counted: readonly CountedPart[]
}

export interface PastIncrement extends OfTransaction, Decided {
  readonly kind: 'increment'
}

/** A capture, a reversal, the end of a hold, or what an issuer says of it. Refunds give no room back. */
export interface PastPosting extends OfTransaction {
  readonly kind: Exclude<StepCommand['kind'], 'increment' | 'refund'>
  readonly final: boolean
}

export type Past = PastPurchase | PastCapture | PastIncrement | PastPosting

/** What was stored of a card at the beginning of the range, and what never changes of it. */
export interface PastCard {
  readonly id: string
  readonly createdAt: number
  readonly merchantLock: string | null
  readonly consumedAt: number | null
}

/** Whose rules are others. What is not named stays as each decision had it. */
export interface Change extends Partial<Rules> {
  readonly level: PolicyLevel
  readonly id: string
}

/** Approved purchases from before the range that a later one may repeat. */
export type EarlierPurchases = readonly RecentPurchase[]
