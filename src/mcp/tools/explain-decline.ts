import { Type } from 'typebox'
import { ExpiredOut, expiredIntentFor } from '../expired-out.ts'
import { textField } from '../fields.ts'
import { afterExceeded } from '../next/after-exceeded.ts'
import { afterReasons } from '../next/after-reasons.ts'
import { ReasonOut, reasonsOut } from '../reasons-out.ts'
import { TransactionOut, transactionOut } from '../transaction-out.ts'
import { toolInputs, type AgentNextStep, toolOutputs, readingHints, defineTool, type ToolCall } from '../tool.ts'

export const explainDeclineTool = defineTool({
  name: 'explain_decline',
  title: 'Explain a decline',
  description: 'Why a charge was declined, and what to do. Without an id: the newest.',
  input: toolInputs({ transactionId: Type.Optional(textField(64, 'The charge.')) }),
  output: toolOutputs({
    transaction: Type.Optional(TransactionOut),
    reasons: Type.Array(ReasonOut),
    expired: Type.Optional(ExpiredOut),
  }),
  hints: readingHints,
  uses: ['listTransactions', 'getTransaction', 'listSubscriptions', 'listIntents'],

  async run(call, { transactionId }) {
    const charge = await declined(call, transactionId)
    if (charge === undefined) return { reasons: [], next: { say: 'No charge was declined.' } }
    const { id, cardId, reasons } = charge
    const [exceeded, late] = await Promise.all([afterExceeded(call, charge), expiredIntentFor(call, charge)])
    const next = exceeded ?? afterReasons(reasons, { cardId, transactionId: id })
    return {
      transaction: transactionOut(charge),
      reasons: reasonsOut(reasons),
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
