import type { Reason } from '../../contract/decisions.ts'
import { type Credentials, noCredentials } from '../decision/credentials.ts'
import {
  isPurchase,
  type AgentState,
  type CardState,
  type CustomerState,
  type SpendRequest,
  type Subject,
} from '../entities.ts'
import type { StepCommand } from './commands/commands.ts'
import type { JournalEntry } from './journal-entry.ts'

/**
 * What a decision was made from and a replay cannot compute from what happened before: stored with the decision, so that
 * every decision can be made again (`purser verify`). Spend, locks and earlier purchases follow from the journal itself.
 */
export interface DecisionInputs {
  readonly customer: CustomerState
  readonly agent: AgentState | null
  readonly card: CardState
  /** Pending intents of the card, where the spend could match one. */
  readonly intentIds: readonly string[]
  readonly lastAttestedAt: number | null
  readonly credentials: Credentials
}

export const inputsOf = (subject: Subject, card: CardState, request: SpendRequest): DecisionInputs => ({
  ...policyInputs(subject, card),
  intentIds: isPurchase(request) ? subject.intents.map(({ id }) => id) : [],
  lastAttestedAt: subject.lastAttestedAt,
  credentials: request.credentials ?? noCredentials,
})

/** Of a step that asks the policy and decides nothing. */
export const policyInputs = ({ customer, agent }: Subject, card: CardState): DecisionInputs => ({
  customer,
  agent,
  card,
  intentIds: [],
  lastAttestedAt: null,
  credentials: noCredentials,
})

/** A step of a transaction as it stands in the journal. */
export interface StepRecord extends Pick<
  JournalEntry,
  'id' | 'customerId' | 'agentId' | 'cardId' | 'sequence' | 'counted'
> {
  readonly accountId: string
  readonly transactionId: string
  readonly kind: StepCommand['kind']
  /** Cents that it asked for, captured, gave back or refunded; of an advice, what is held after it. */
  readonly amount: number
  /** Of a capture. */
  readonly final: boolean | null
  /** Of an increment; of an advice, the issuer's. */
  readonly decision: 'approve' | 'decline' | null
  readonly reasons: readonly Reason[]
  readonly at: number
  /** Where a policy was asked. */
  readonly inputs: DecisionInputs | null
}
