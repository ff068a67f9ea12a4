import type { IntentStatus } from '../../contract/intents.ts'
import type { Next } from '../tool.ts'

/** Longest wait of one call: clients give a tool up after a minute. */
export const LONGEST_WAIT_SECONDS = 50

interface Told {
  readonly intentId: string
  readonly transactionId?: string | undefined
}

/** What to do with an intent, by what became of it. A status without a row does not compile. */
const byStatus: Readonly<Record<IntentStatus, (told: Told) => Next>> = {
  pending_approval: ({ intentId }) => ({
    tool: 'get_intent',
    args: { intentId, waitSeconds: LONGEST_WAIT_SECONDS },
    say: 'A person has to approve it. Give them approvalUrl, then wait with get_intent, again and again, until the status changes.',
  }),
  pending: ({ intentId }) => ({
    tool: 'get_card_details',
    args: { intentId },
    say: 'It may be paid now. Open the checkout and have the card filled in.',
  }),
  matched: ({ intentId }) => ({
    tool: 'report_purchase',
    args: { intentId, outcome: 'completed' },
    say: 'It is paid. Report the order number, once.',
  }),
  mismatched: ({ transactionId }) => ({
    tool: 'explain_decline',
    args: transactionId === undefined ? {} : { transactionId },
    say: 'The shop asked for something else than you declared. See what differs, tell your owner, and do not pay again.',
  }),
  expired: () => ({
    tool: 'check_purchase',
    say: 'It was not paid in time. If it is still wanted, check it and declare it again under a new reference.',
  }),
  rejected: () => ({
    say: 'A person said no: decisionNote says why, where they gave a reason. Do not declare the same again; tell your owner that you stop.',
  }),
  canceled: () => ({ say: 'It was taken back. Declare a new one under a new reference if it is wanted after all.' }),
}

export const afterIntent = (status: IntentStatus, told: Told): Next => byStatus[status](told)
