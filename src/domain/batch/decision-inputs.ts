import type { Reason } from '../../contract/decisions.ts'
import { type SentCredentials, noSentCredentials } from '../credentials.ts'
import {
  isPurchase,
  type AgentState,
  type CardState,
  type CustomerState,
  type PendingIntent,
  type SpendRequest,
  type SpendingSubject,
} from '../entities.ts'
import { isSubscriptionOpen } from '../subscriptions/is-open.ts'
import { packMemories, type PackedMemories } from '../memories/memories.ts'
import type { StepCommand } from './commands/commands.ts'
import type { JournalEntry } from './journal-entry.ts'

/**
 * The inputs of a decision that a replay cannot compute from the journal. They are stored with the decision, so that
 * every decision can be made again (`purser verify`). Spend, locks and earlier purchases follow from the journal itself.
 */
export interface DecisionInputs {
  readonly customer: CustomerState
  readonly agent: AgentState | null
  readonly card: CardState
  /** The card's pending intents, if the purchase could match one. */
  readonly intents: readonly IntentVersion[]
  /**
   * The card's subscriptions that the purchase could match, each with the start of the period that a purchase has taken. Null: no period is
   * taken.
   */
  readonly subscriptions?: readonly (readonly [id: string, takenFrom: number | null])[]
  /** The decision's memories of earlier purchases, as they are stored. Undefined: none, or they follow from the journal. */
  readonly memories?: PackedMemories | undefined
  readonly lastAttestedAt: number | null
  readonly credentials: SentCredentials
}

/** The id of an intent that a decision read. If the intent had been corrected by then, the number of its corrections follows. */
export type IntentVersion = string | readonly [id: string, corrections: number]

const intentThen = ({ id, corrections = 0 }: PendingIntent): IntentVersion =>
  corrections === 0 ? id : [id, corrections]

export const decisionInputs = (subject: SpendingSubject, card: CardState, request: SpendRequest): DecisionInputs => ({
  ...policyDecisionInputs(subject, card),
  intents: isPurchase(request) ? subject.intents.map(intentThen) : [],
  ...subscriptionInputs(card, request),
  memories: packMemories(subject, request),
  lastAttestedAt: subject.lastAttestedAt,
  credentials: request.credentials ?? noSentCredentials,
})

function subscriptionInputs(
  { subscriptions = [] }: CardState,
  request: SpendRequest,
): Pick<DecisionInputs, 'subscriptions'> {
  if (!isPurchase(request)) return {}
  const open = subscriptions.filter((each) => isSubscriptionOpen(each, request.now))
  return open.length === 0 ? {} : { subscriptions: open.map(({ id, taken }) => [id, taken?.startsAt ?? null]) }
}

/** The recorded inputs of a transaction's step that depends on the policy, but is not decided by rules. */
export const policyDecisionInputs = ({ customer, agent }: SpendingSubject, card: CardState): DecisionInputs => ({
  customer,
  agent,
  card,
  intents: [],
  lastAttestedAt: null,
  credentials: noSentCredentials,
})

/** A step of a transaction, such as a capture, as the journal has it. Times are Unix milliseconds. */
export interface JournalStep extends Pick<
  JournalEntry,
  'id' | 'customerId' | 'agentId' | 'cardId' | 'sequence' | 'counted'
> {
  readonly accountId: string
  readonly transactionId: string
  readonly kind: StepCommand['kind']
  /**
   * The cents that an increment asked for, or that the step captured, released or refunded. For an advice: the cents that are held after
   * it.
   */
  readonly amount: number
  /** Whether a capture is the last one of its transaction. Null: the step is no capture. */
  readonly final: boolean | null
  /** The decision about an increment, or the issuer's decision in an advice. Null for other steps. */
  readonly decision: 'approve' | 'decline' | null
  readonly reasons: readonly Reason[]
  readonly at: number
  /** The inputs from which the step was decided. Null: the step did not depend on the policy. */
  readonly inputs: DecisionInputs | null
}
