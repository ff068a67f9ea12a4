import type { IntentReport } from '../../contract/resources/intents.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import { MAX_TOOL_WAIT_SECONDS } from '../fields.ts'
import type { AgentNextStep } from '../tool.ts'

type ReportOutcome = IntentReport['outcome']

interface IntentEnd {
  readonly intentId: string
  readonly transactionId?: string | undefined
  /** How the purchase of the intent has ended, as the agent reported it. Absent: the agent has reported nothing. */
  readonly reportedAs?: ReportOutcome | undefined
  /** Whether a person has revoked the approval. */
  readonly isRevoked?: boolean
}

const REPORTED: AgentNextStep = { say: 'You have reported how it ended. Nothing is left to do.' }

/** The next step with an intent, by its status. A status without a row does not compile. */
const byStatus: Readonly<Record<IntentStatus, (intent: IntentEnd) => AgentNextStep>> = {
  pending_approval: ({ intentId }) => ({
    tool: 'get_intent',
    args: { intentId, waitSeconds: MAX_TOOL_WAIT_SECONDS },
    say: 'A person has to approve it, for this one purchase. Give them approvalUrl, then wait with get_intent; after five minutes it says to stop.',
  }),
  pending: ({ intentId, reportedAs }) =>
    reportedAs === 'completed'
      ? { say: 'You reported it as completed, and no charge has come for it. Tell your owner, and do not pay again.' }
      : {
          tool: 'pay_at_checkout',
          args: { intentId },
          say: 'It may be paid now, once. Open the checkout and have the card filled in.',
        },
  matched: ({ intentId, reportedAs }) => (reportedAs === undefined ? nextStepOfReportingPurchase(intentId) : REPORTED),
  mismatched: ({ intentId, reportedAs }) =>
    reportedAs === undefined
      ? {
          tool: 'report_purchase',
          args: { intentId, outcome: 'completed' },
          say: 'It is paid, though the charge differs from what you declared: get_intent says what it was in `charge`. Report it, once, with what differs in `note`.',
        }
      : REPORTED,
  // The step after an expired intent names no tool: declare_intent with the same reference would only return the expired intent.
  expired: () => ({
    say: 'It was not paid in time. If it is still wanted, check it with check_purchase, then declare it under a new reference.',
  }),
  rejected: () => ({
    say: 'A person rejected it: get_intent has the reason in decisionNote, if they gave one. Do not declare the same again; tell your owner that you stop.',
  }),
  canceled: ({ isRevoked = false }) => ({
    say: isRevoked
      ? 'A person took their approval back: get_intent has the reason in revocationReason, if they gave one. Do not pay it, nor declare the same again; tell your owner that you stop.'
      : 'It was canceled. If it is wanted after all, declare it under a new reference.',
  }),
}

/** How long an agent waits for a person before it stops: a person who has not answered within five minutes is busy. */
const LONGEST_PATIENCE_MS = 5 * 60_000

/** The next step after a wait in which nobody has decided: wait again, or stop if the intent has waited long enough. */
export const nextStepAfterDecisionWait = (next: AgentNextStep, waitedMs: number, later = 'get_intent'): AgentNextStep =>
  waitedMs < LONGEST_PATIENCE_MS
    ? next
    : {
        say: `Nobody has decided for five minutes. Tell your owner that it waits, and stop, or do something else: ${later} says later what became of it.`,
      }

/** The next step after a purchase was paid: report it. */
export const nextStepOfReportingPurchase = (intentId: string): AgentNextStep => ({
  tool: 'report_purchase',
  args: { intentId, outcome: 'completed' },
  say: 'It is paid. Report the order number, once.',
})

export const nextStepAfterIntent = (status: IntentStatus, intent: IntentEnd): AgentNextStep => byStatus[status](intent)
