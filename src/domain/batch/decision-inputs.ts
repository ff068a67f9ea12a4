import type { Reason } from '../../contract/decisions.ts'
import { areCredentialsPresented, type SentCredentials } from '../credentials.ts'
import {
  isNewPurchaseRequest,
  type AgentState,
  type CardState,
  type CustomerState,
  type PendingIntent,
  type SpendRequest,
  type CardSubject,
} from '../entities.ts'
import { isSubscriptionOpen } from '../subscriptions/is-open.ts'
import { packRuleMemories, type PackedRuleMemories } from '../memories/memories.ts'
import type { LoadedSubscription } from '../subscription.ts'
import type { TransactionStepCommand } from './commands/commands.ts'
import type { JournalEntry } from './journal-entry.ts'

/**
 * The inputs of a decision that a replay cannot compute from the journal. They are stored with the decision, so that
 * every decision can be made again (`purser verify`). Spend, locks and earlier purchases follow from the journal itself.
 */
export interface DecisionInputs {
  readonly customer: CustomerState
  readonly agent: AgentState | null
  readonly card: CardState
  /** The inputs beside policies and statuses, as they are stored. Null for most decisions, which have none. */
  readonly stored: StoredDecisionInputs | null
}

/**
 * The members of `decision_inputs`. A missing member is an input that the decision did not have. Memories of rules have members of their
 * own (their `forms`).
 */
export interface StoredDecisionInputs extends PackedRuleMemories {
  /** The card's pending intents, if the purchase could match one. */
  readonly intents?: readonly IntentVersion[]
  /**
   * The card's subscriptions that the purchase could match, each with the start of the period that a purchase has taken, in Unix
   * milliseconds. Null: no period is taken.
   */
  readonly subscriptions?: readonly (readonly [id: string, takenFrom: number | null])[]
  /** When an agent last confirmed an intent for the card, in Unix milliseconds. */
  readonly attestedAt?: number
  /** The expiry, CVV and similar data that the network sent to show that the buyer has the card. */
  readonly credentials?: SentCredentials
  /** The times at which the card was used with wrong credentials since the last right ones, before the decision, in Unix milliseconds. */
  readonly failedCredentials?: readonly number[]
}

/** The id of an intent that a decision read. If the intent had been corrected by then, the number of its corrections follows. */
export type IntentVersion = string | readonly [id: string, corrections: number]

const intentThen = ({ id, corrections = 0 }: PendingIntent): IntentVersion =>
  corrections === 0 ? id : [id, corrections]

/** The inputs of a decision by the rules. */
export const decisionInputs = (subject: CardSubject, request: SpendRequest): DecisionInputs => ({
  ...policyDecisionInputs(subject),
  stored: storedInputs(subject, request),
})

/** The inputs of a transaction's step that depends on the policy, but is not decided by rules. */
export const policyDecisionInputs = ({ customer, agent, card }: CardSubject): DecisionInputs => ({
  customer,
  agent,
  card,
  stored: null,
})

function storedInputs(subject: CardSubject, request: SpendRequest): StoredDecisionInputs | null {
  const { intents, memories, lastAttestedAt } = subject
  const { subscriptions, failedCredentials } = subject.card
  const { credentials } = request
  const stored = {
    ...(isNewPurchaseRequest(request) && {
      ...(intents.length > 0 && { intents: intents.map(intentThen) }),
      ...(subscriptions && openSubscriptions(subscriptions, request)),
    }),
    ...(memories && packRuleMemories(subject, request)),
    ...(lastAttestedAt !== null && { attestedAt: lastAttestedAt }),
    ...(credentials &&
      areCredentialsPresented(credentials) && {
        credentials,
        ...(failedCredentials.length > 0 && { failedCredentials }),
      }),
  }
  return Object.keys(stored).length === 0 ? null : stored
}

function openSubscriptions(
  subscriptions: readonly LoadedSubscription[],
  { now }: SpendRequest,
): Pick<StoredDecisionInputs, 'subscriptions'> {
  const open = subscriptions.filter((each) => isSubscriptionOpen(each, now))
  return open.length === 0 ? {} : { subscriptions: open.map(({ id, taken }) => [id, taken?.startsAt ?? null]) }
}

/** A step of a transaction, such as a capture, as the journal has it. Times are Unix milliseconds. */
export interface JournalTransactionStep extends Pick<
  JournalEntry,
  'id' | 'customerId' | 'agentId' | 'cardId' | 'sequence' | 'counted'
> {
  readonly accountId: string
  readonly transactionId: string
  readonly kind: TransactionStepCommand['kind']
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
  /** The inputs from which the transaction's step was decided. Null: the step did not depend on the policy. */
  readonly inputs: DecisionInputs | null
}
