import { Type } from 'typebox'
import { text } from '../fields.ts'
import { afterExceeded } from '../next/after-exceeded.ts'
import { afterReasons } from '../next/after-reasons.ts'
import { ReasonOut, reasonsOut } from '../reasons-out.ts'
import { TransactionOut, transactionOut } from '../transaction-out.ts'
import { inputs, outputs, reading, tool, type ToolCall } from '../tool.ts'

export const explainDecline = tool({
  name: 'explain_decline',
  title: 'Explain a decline',
  description: 'Why a charge was declined, and what to do. Without an id: the newest.',
  input: inputs({
    transactionId: Type.Optional(text(64, 'From list_transactions.')),
  }),
  output: outputs({ transaction: Type.Optional(TransactionOut), reasons: Type.Array(ReasonOut) }),
  hints: reading,
  uses: ['listTransactions', 'getTransaction', 'listSubscriptions'],

  async run(call, { transactionId }) {
    const found = await declined(call, transactionId)
    if (found === undefined) return { reasons: [], next: { say: 'No charge was declined.' } }
    return {
      transaction: transactionOut(found),
      reasons: reasonsOut(found.reasons),
      next:
        (await afterExceeded(call, found)) ??
        afterReasons(found.reasons, { cardId: found.cardId, transactionId: found.id }),
    }
  },
})

async function declined({ purser, signal }: ToolCall, transactionId: string | undefined) {
  if (transactionId !== undefined) return purser.transactions.get(transactionId, { signal })
  const { data } = await purser.transactions.list({ status: 'declined', limit: 1 }, { signal })
  return data[0]
}
