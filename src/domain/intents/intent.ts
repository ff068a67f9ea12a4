import type { ApprovalStatus, IntentReport, IntentStatus, MatchResult } from '../../contract/resources/intents.ts'
import type { Policy } from '../../contract/policy.ts'
import { waitingStatuses } from '../lifecycles/intent.ts'

/** An intent as its caller declared it. */
export interface DeclaredIntent {
  purpose: string
  intentId?: string
  expectedAmount?: number
  expectedCurrency?: string
  expectedMerchant?: string
  expectedMccs?: string[]
  expectedOrigin?: string
  tolerance?: number
  tolerancePercent?: number
  ttlMinutes: number
  metadata?: Record<string, unknown>
}

/** An intent with what became of it. Times are Unix milliseconds, amounts cents. */
export interface IntentState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly status: IntentStatus
  readonly declared: DeclaredIntent
  /** An API key, or a person. */
  readonly declaredBy: string
  readonly ceiling: number | null
  readonly requiresApproval: boolean
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  /** Of whoever approved or rejected it. */
  readonly decisionNote: string | null
  readonly canceledAt: number | null
  /** Or mismatched. */
  readonly matchedAt: number | null
  readonly transactionId: string | null
  readonly matchResult: MatchResult | null
  readonly report: IntentReport | null
  readonly expiresAt: number
  readonly createdAt: number
}

/** What nobody has decided yet, and nothing has become of. */
export const undecided = {
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
  canceledAt: null,
  matchedAt: null,
  transactionId: null,
  matchResult: null,
  report: null,
} as const

/** Whether an intent waits for a person or for its transaction. */
export const isWaiting = ({ status }: Pick<IntentState, 'status'>): boolean => waitingStatuses.includes(status)

/** Whether an intent's time is over although nothing has ended it yet. The last millisecond is not in it. */
export const isOverdue = (intent: Pick<IntentState, 'status' | 'expiresAt'>, now: number): boolean =>
  isWaiting(intent) && intent.expiresAt <= now

/** The wait of an intent for a person, with what that person decides on: the intent and the policy as they were when it began. */
export interface ApprovalState {
  readonly id: string
  readonly intent: IntentState
  readonly policy: Policy
}

/** Of the wait of an intent: an intent waits once, so that its id names the wait too. */
export const approvalIdOf = (intentId: string): string => intentId.replace(/^int_/, 'apr_')

/** How such a wait has ended. */
export interface EndedApproval {
  readonly intentId: string
  readonly status: Exclude<ApprovalStatus, 'pending'>
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
}
