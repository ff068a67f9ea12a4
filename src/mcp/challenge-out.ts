import { Type } from 'typebox'
import type { Challenge, ChallengeStatus } from '../contract/resources/challenges.ts'
import type { Intent } from '../contract/resources/intents.ts'
import { safeForeignText } from './foreign.ts'
import { MAX_TOOL_WAIT_SECONDS } from './fields.ts'
import type { AgentNextStep, ToolCall } from './tool.ts'

/** A challenge as tools answer it. The bank's question is for the owner, and not for the agent. */
export const ChallengeToolOutput = Type.Object({
  status: Type.String(),
  merchant: Type.Optional(Type.String()),
  amount: Type.Optional(Type.Integer()),
  secondsLeft: Type.Optional(Type.Integer()),
  approvalUrl: Type.Optional(Type.String()),
})

export const challengeToolOutput = ({ status, merchant, amount, secondsLeft, approvalUrl }: Challenge) => ({
  status,
  ...(merchant.name === undefined ? {} : { merchant: safeForeignText(merchant.name) }),
  ...(amount === undefined ? {} : { amount }),
  ...(secondsLeft === undefined ? {} : { secondsLeft }),
  ...(approvalUrl === undefined ? {} : { approvalUrl }),
})

const POLL_MS = 2000

/**
 * Finds the challenge at the checkout of an intent, and waits until somebody has answered it, or for `waitSeconds`. Undefined: no challenge
 * came since the intent was declared, or the intent is over.
 */
export async function challengeAtCheckout(
  { purser, signal, tellProgress }: ToolCall,
  intent: Intent,
  waitSeconds: number,
): Promise<Challenge | undefined> {
  if (intent.status !== 'pending' && intent.status !== 'pending_approval') return undefined
  const { data } = await purser.challenges.list({ cardId: intent.cardId, limit: 1 }, { signal })
  let [challenge] = data
  if (challenge === undefined || challenge.createdAt < intent.createdAt) return undefined
  for (let waited = 0; challenge.status === 'pending' && waited < waitSeconds * 1000; waited += POLL_MS) {
    await tellProgress('The owner of the card has not answered the bank yet.').catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, waitSeconds * 1000 - waited)))
    challenge = await purser.challenges.get(challenge.id, { signal })
  }
  return challenge
}

const over: AgentNextStep = {
  say: 'Your owner did not confirm the payment, so the shop declines it. Do not try again; tell your owner that you stop.',
}

/** The next step after a challenge, by its status. A status without a row does not compile. */
const byStatus: Readonly<Record<ChallengeStatus, (intentId: string) => AgentNextStep>> = {
  pending: (intentId) => ({
    tool: 'get_intent',
    args: { intentId, waitSeconds: MAX_TOOL_WAIT_SECONDS },
    say: 'The bank asks your owner to confirm the payment. Give them the approvalUrl of `challenge` now, keep the checkout open, and wait with get_intent: after `secondsLeft` it says to stop. You cannot answer it.',
  }),
  approved: () => ({ say: 'Your owner has confirmed the payment. Go on at the checkout, then see get_intent.' }),
  declined: () => over,
  expired: () => over,
}

const refused: AgentNextStep = {
  say: 'Your owner has confirmed the payment, but the bank did not take their answer. If the shop says that the payment failed, do not try again: report_purchase with the obstacle 3ds_challenge, and tell your owner.',
}

export const nextStepAfterChallenge = ({ status, answerError }: Challenge, intentId: string): AgentNextStep =>
  status === 'approved' && answerError !== undefined ? refused : byStatus[status](intentId)
