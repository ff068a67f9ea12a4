import type { Reason } from '../../contract/decisions.ts'
import {
  isPurchase,
  type AgentState,
  type CardState,
  type CustomerState,
  type SpendRequest,
  type Subject,
} from '../entities.ts'
import type { StepCommand } from './commands.ts'

/**
 * What a decision saw and a replay cannot compute from what happened before: stored with the decision, so that every
 * decision can be made again (`purser verify`). Spend, locks and earlier purchases follow from the history itself.
 */
export interface Seen {
  readonly customer: CustomerState
  readonly agent: AgentState | null
  readonly card: CardState
  /** Pending intents of the card, where the spend could match one. */
  readonly intentIds: readonly string[]
  readonly lastAttestedAt: number | null
  readonly credentialsValid: boolean
}

export const seenBy = (subject: Subject, card: CardState, request: SpendRequest): Seen => ({
  ...policySeen(subject, card),
  intentIds: isPurchase(request) ? subject.intents.map(({ id }) => id) : [],
  lastAttestedAt: subject.lastAttestedAt,
  credentialsValid: request.credentialsValid ?? true,
})

/** What a step saw that asks the policy and decides nothing. */
export const policySeen = ({ customer, agent }: Subject, card: CardState): Seen => ({
  customer,
  agent,
  card,
  intentIds: [],
  lastAttestedAt: null,
  credentialsValid: true,
})

/** A step of a transaction as it stands in the history. */
export interface StepRecord {
  readonly customerId: string
  /** Place among the customer's decisions and steps, without gaps. */
  readonly sequence: number
  readonly accountId: string
  readonly transactionId: string
  readonly kind: StepCommand['kind']
  /** Cents that it asked for, captured, gave back or refunded. */
  readonly amount: number
  /** Of a capture. */
  readonly final: boolean | null
  /** Of an increment. */
  readonly decision: 'approve' | 'decline' | null
  readonly reasons: readonly Reason[]
  readonly at: number
  /** Where a policy was asked. */
  readonly seen: Seen | null
}
