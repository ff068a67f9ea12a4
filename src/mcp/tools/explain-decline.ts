import { Type } from 'typebox'
import { ExpiredIntentToolOutput, expiredIntentOfCharge } from '../expired-out.ts'
import { textToolField } from '../fields.ts'
import { nextStepAfterExceededSubscription } from '../next/after-exceeded.ts'
import { nextStepAfterDeclineReasons } from '../next/after-reasons.ts'
import { ReasonToolOutput, decisionReasonsToolOutput } from '../reasons-out.ts'
import { TransactionToolOutput, transactionToolOutput } from '../transaction-out.ts'
import {
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  readingToolHints,
  defineTool,
  type ToolCall,
} from '../tool.ts'

export const explainDeclineTool = defineTool({
  name: 'explain_decline',
  title: 'Explain a decline',
  description: 'Why a charge was declined, and what to do. Without an id: the newest.',
  input: toolInputSchema({ transactionId: Type.Optional(textToolField(64, 'The charge.')) }),
  output: toolOutputSchema({
    transaction: Type.Optional(TransactionToolOutput),
    reasons: Type.Array(ReasonToolOutput),
    expired: Type.Optional(ExpiredIntentToolOutput),
  }),
  hints: readingToolHints,
  uses: ['listTransactions', 'getTransaction', 'listSubscriptions', 'listIntents'],

  async run(call, { transactionId }) {
    const charge = await declined(call, transactionId)
    if (charge === undefined) return { reasons: [], next: { say: 'No charge was declined.' } }
    const { id, cardId, reasons } = charge
    const [exceeded, late] = await Promise.all([
      nextStepAfterExceededSubscription(call, charge),
      expiredIntentOfCharge(call, charge),
    ])
    const next = exceeded ?? nextStepAfterDeclineReasons(reasons, { cardId, transactionId: id })
    return {
      transaction: transactionToolOutput(charge),
      reasons: decisionReasonsToolOutput(reasons),
      ...late,
      next: 'expired' in late ? withExpired(next) : next,
    }
  },
})

const withExpired = (next: AgentNextStep): AgentNextStep => ({
  ...next,
  say: `The intent in \`expired\` was for such a purchase, and its time was over. ${next.say}`,
})

async function declined({ purser, signal }: ToolCall, transactionId: string | undefined) {
  if (transactionId !== undefined) return purser.transactions.get(transactionId, { signal })
  const { data } = await purser.transactions.list({ status: 'declined', limit: 1 }, { signal })
  return data[0]
}
