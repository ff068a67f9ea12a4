import { Type } from 'typebox'
import { TransactionStatus, type Transaction } from '../../contract/transactions.ts'
import { cursor, limit } from '../fields.ts'
import { TransactionOut, transactionOut } from '../transaction-out.ts'
import { inputs, type Next, outputs, reading, tool, type ToolCall } from '../tool.ts'

export const listTransactions = tool({
  name: 'list_transactions',
  title: 'List charges',
  description:
    'Charges of your cards, approved and declined, newest first. After a checkout, look here before you pay again.',
  input: inputs({
    status: Type.Optional(Type.Enum(TransactionStatus.enum, { description: 'Only these.' })),
    intentId: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this intent.' })),
    limit,
    cursor,
  }),
  output: outputs({ transactions: Type.Array(TransactionOut), nextCursor: Type.Optional(Type.String()) }),
  hints: reading,
  uses: ['listTransactions', 'getIntent'],

  async run({ purser, signal }, { limit: most = 10, ...query }) {
    const { data, nextCursor } = await purser.transactions.list({ ...query, limit: most }, { signal })
    return {
      transactions: data.map(transactionOut),
      ...(nextCursor === null ? {} : { nextCursor }),
      next: nextOf(data[0] ?? (await declinedFor({ purser, signal }, query.intentId)), query.intentId),
    }
  },
})

/** A charge that was declined for being another one than was declared belongs to no intent: it is the newest since then. */
async function declinedFor({ purser, signal }: Pick<ToolCall, 'purser' | 'signal'>, intentId: string | undefined) {
  if (intentId === undefined) return undefined
  const [intent, { data }] = await Promise.all([
    purser.intents.get(intentId, {}, { signal }),
    purser.transactions.list({ limit: 1, status: 'declined' }, { signal }),
  ])
  return data.find(({ cardId, createdAt }) => cardId === intent.cardId && createdAt >= intent.createdAt)
}

function nextOf(newest: Transaction | undefined, intentId: string | undefined): Next {
  if (newest?.status === 'declined') {
    return { tool: 'explain_decline', args: { transactionId: newest.id }, say: 'The newest was declined: see why.' }
  }
  if (newest !== undefined && intentId !== undefined) {
    const args = { intentId, outcome: 'completed' }
    return { tool: 'report_purchase', args, say: 'It is paid. Report the order number, once.' }
  }
  if (intentId !== undefined) {
    // No tool: whoever went on by itself would fill the card in again and again.
    return {
      say: 'The shop has not charged it. See what its checkout says and look here once more; where the payment failed, report that, or try once more.',
    }
  }
  return { say: newest === undefined ? 'There are none.' : 'Nothing is left to do.' }
}
