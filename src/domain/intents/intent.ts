import type { ApprovalReason } from '../../contract/resources/intents/approval-reasons.ts'
import type { ApprovalStatus, IntentReport, IntentMatchResult } from '../../contract/resources/intents.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { IntentException } from '../../contract/resources/intents/exception.ts'
import type { OrderItem } from '../../contract/resources/orders.ts'
import type { Policy } from '../../contract/policy.ts'
import { isApprovalAskOverdue } from '../asks/ask.ts'
import { intentLifecycle, waitingIntentStatuses } from '../lifecycles/intent.ts'
import type { EarlierIntentDeclaration } from './intent-declaration.ts'

/** An intent as its caller declared it. Amounts are cents. */
export interface DeclaredIntent {
  purpose: string
  intentId?: string
  expectedAmount?: number
  expectedCurrency?: string
  expectedMerchant?: string
  expectedMccs?: string[]
  expectedOrigin?: string
  merchantOrderId?: string
  /** The subscription of which the intent declares the first charge of a period. */
  subscriptionId?: string
  items?: OrderItem[]
  tax?: number
  shipping?: number
  tolerance?: number
  tolerancePercent?: number
  ttlMinutes: number
  /** How many minutes after an approval the purchase can be made. Absent: `ttlMinutes`. */
  validMinutes?: number
  /** The rules that are lifted for the purchase, once the intent is approved. A change request has asked for it, not the declaration. */
  exception?: IntentException
  metadata?: Record<string, unknown>
}

/** A declared intent with its later state. Times are Unix milliseconds, amounts are cents. */
export interface IntentState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly status: IntentStatus
  readonly declared: DeclaredIntent
  /** The id of the API key or the person that declared the intent. */
  readonly declaredBy: string
  readonly ceiling: number | null
  readonly requiresApproval: boolean
  /** Why a person has to decide, or had to, as it was at the declaration. */
  readonly approvalReasons: readonly ApprovalReason[]
  /** When `autoApproveBelow` approved the intent. Null: it did not. */
  readonly autoApprovedAt: number | null
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  /** The note of the person who approved or rejected the intent. */
  readonly decisionNote: string | null
  readonly canceledAt: number | null
  /** The id of the API key or the person that took back the approval, at `canceledAt`. Null: nobody did. */
  readonly revokedBy: string | null
  readonly revocationReason: string | null
  /** When a purchase matched or mismatched the intent. Null: none has. */
  readonly matchedAt: number | null
  readonly transactionId: string | null
  /** The one-time card that was made for the intent when it was last approved or corrected. Absent: none was made. */
  readonly oneTimeCardId?: string | undefined
  readonly matchResult: IntentMatchResult | null
  readonly report: IntentReport | null
  /** Earlier declarations of the intent, before each of its corrections, oldest first. */
  readonly corrections: readonly EarlierIntentDeclaration[]
  readonly expiresAt: number
  readonly createdAt: number
}

/** The values that the fields about cancellation have in an intent that is not canceled. */
export const uncanceledIntentFields = { canceledAt: null, revokedBy: null, revocationReason: null } as const

/** The fields of an intent that is not decided, matched, reported or corrected yet. */
export const undecidedIntentFields = {
  ...uncanceledIntentFields,
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
  matchedAt: null,
  transactionId: null,
  matchResult: null,
  report: null,
  corrections: [],
} as const

/** Whether an intent is still open: it waits for a person or for its purchase. */
export const isIntentWaiting = ({ status }: Pick<IntentState, 'status'>): boolean =>
  waitingIntentStatuses.includes(status)

/**
 * Whether the intent's time is over, although its status still says that it waits for a person or for its purchase. At `expiresAt` itself
 * its time is over. `now`: Unix milliseconds.
 */
export const isIntentOverdue = (intent: Pick<IntentState, 'status' | 'expiresAt'>, now: number): boolean =>
  isApprovalAskOverdue<IntentState>(intentLifecycle, intent, now)

/**
 * An approval: an intent's wait for a person, with what that person decides on: the intent and the policy as they were when the wait began.
 */
export interface ApprovalState {
  readonly id: string
  readonly intent: IntentState
  readonly policy: Policy
}

/** The id of an intent's approval. An intent has at most one, so the approval's id follows from the intent's. */
export const approvalIdOfIntent = (intentId: string): string => intentId.replace(/^int_/, 'apr_')

/**
 * How an intent's wait for a person ended. An approval ends a second time only if it is taken back: it is then canceled, and keeps its
 * decision.
 */
export interface EndedApproval {
  readonly intentId: string
  readonly status: Exclude<ApprovalStatus, 'pending'>
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
}

/** The decision of a person or an API key about an intent, as its approval has it. */
export const decisionFieldsOfIntent = ({ decidedBy, decidedAt, decisionNote: note }: IntentState) => ({
  decidedBy,
  decidedAt,
  note,
})
