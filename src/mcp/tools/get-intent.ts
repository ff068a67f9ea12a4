import { Type } from 'typebox'
import type { Intent } from '../../contract/resources/intents.ts'
import {
  nextStepAfterChallenge,
  challengeAtCheckout,
  ChallengeToolOutput,
  challengeToolOutput,
} from '../challenge-out.ts'
import { intentIdToolField, waitSecondsToolField } from '../fields.ts'
import { intentToolFields, intentToolOutput } from '../intent-out.ts'
import { judgeIntentPayment } from '../judge.ts'
import { ReasonToolOutput, decisionReasonsToolOutput } from '../reasons-out.ts'
import { nextStepAfterDecisionWait } from '../next/after-intent.ts'
import { ChargeToolOutput, chargeToolOutput } from '../transaction-out.ts'
import { toolInputSchema, toolOutputSchema, readingToolHints, defineTool, type ToolCall } from '../tool.ts'

const TELL_EVERY_MS = 5000

export const getIntentTool = defineTool({
  name: 'get_intent',
  title: 'See what became of a purchase',
  description: 'Where a declared purchase stands. `waitSeconds` waits for a person, or the bank.',
  input: toolInputSchema({ intentId: intentIdToolField, waitSeconds: waitSecondsToolField }),
  output: toolOutputSchema({
    ...intentToolFields,
    payable: Type.Optional(Type.Boolean()),
    reasons: Type.Array(ReasonToolOutput),
    charge: Type.Optional(ChargeToolOutput),
    challenge: Type.Optional(ChallengeToolOutput),
  }),
  hints: readingToolHints,
  uses: ['getIntent', 'getTransaction', 'listChallenges', 'getChallenge'],

  async run(call, { intentId: id, waitSeconds: most = 0 }) {
    const intent = await waitForDecision(call, id, most)
    const challenge = await challengeAtCheckout(call, intent, intent.status === 'pending' ? most : 0)
    const { reasons, next, ...judgement } = judgeIntentPayment(intent)
    const hasWaited = most > 0 && intent.status === 'pending_approval'
    return {
      ...intentToolOutput(intent, call.now()),
      ...judgement,
      reasons: decisionReasonsToolOutput(reasons),
      ...(await chargeOf(call, intent)),
      next: hasWaited ? nextStepAfterDecisionWait(next, call.now() - Date.parse(intent.createdAt)) : next,
      ...(challenge === undefined
        ? {}
        : { challenge: challengeToolOutput(challenge), next: nextStepAfterChallenge(challenge, intent.id) }),
    }
  },
})

/** The charge of the merchant for an intent. After the match it may have been settled for more, or refunded. */
async function chargeOf({ purser, signal }: ToolCall, { transactionId }: Intent) {
  if (transactionId === undefined) return {}
  return { charge: chargeToolOutput(await purser.transactions.get(transactionId, { signal })) }
}

/** Resolves with the intent when a person has decided about it, or after `most` seconds. */
async function waitForDecision(call: ToolCall, id: string, most: number): Promise<Intent> {
  const { purser, signal } = call
  const intent = await purser.intents.get(id, {}, { signal })
  if (most === 0 || intent.status !== 'pending_approval') return intent
  const telling = tellingProgress(call)
  // The second request waits for a status other than `knownStatus`: if a person has decided since the first one, it must not wait.
  const knownStatus = intent.status
  return purser.intents.get(id, { waitSeconds: most, knownStatus }, { signal }).finally(() => clearInterval(telling))
}

/** Sends progress at intervals, so that a client that limits the time of a call begins to count again. */
function tellingProgress({ tellProgress }: ToolCall) {
  const tell = () => void tellProgress('A person has not decided yet.').catch(() => undefined)
  tell()
  return setInterval(tell, TELL_EVERY_MS)
}
