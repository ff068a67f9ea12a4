import { Type } from 'typebox'
import { TransactionStatus, type Transaction } from '../../contract/resources/transactions.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import { nextStepOfIntent } from '../intent-out.ts'
import { choiceToolField, cursorToolField, intentIdToolField, limitToolField } from '../fields.ts'
import { TransactionToolOutput, transactionToolOutput } from '../transaction-out.ts'
import {
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  readingToolHints,
  defineTool,
  type ToolCall,
} from '../tool.ts'

export const listTransactionsTool = defineTool({
  name: 'list_transactions',
  title: 'List charges',
  description: 'Charges of your cards, newest first. Look here before you pay again.',
  input: toolInputSchema({
    status: Type.Optional(choiceToolField(TransactionStatus.enum, { description: 'Only these.' })),
    intentId: Type.Optional(intentIdToolField),
    limit: limitToolField,
    cursor: cursorToolField,
  }),
  output: toolOutputSchema({
    transactions: Type.Array(TransactionToolOutput),
    nextCursor: Type.Optional(Type.String()),
  }),
  hints: readingToolHints,
  uses: ['listTransactions', 'getIntent'],

  async run(call, { limit: most = 10, ...query }) {
    const { purser, signal } = call
    const { data, nextCursor } = await purser.transactions.list({ ...query, limit: most }, { signal })
    return {
      transactions: data.map(transactionToolOutput),
      ...(nextCursor === null ? {} : { nextCursor }),
      next: await nextOf(call, data[0], query.intentId),
    }
  },
})

async function nextOf(
  call: ToolCall,
  newest: Transaction | undefined,
  purchase: string | undefined,
): Promise<AgentNextStep> {
  if (newest?.status === 'declined') return explained(newest)
  if (purchase === undefined) return { say: newest === undefined ? 'There are none.' : 'Nothing is left to do.' }
  const intent = await call.purser.intents.get(purchase, {}, { signal: call.signal })
  if (newest !== undefined) return nextStepOfIntent(intent)
  const declined = await declinedFor(call, intent)
  if (declined !== undefined) return explained(declined)
  // The next step names no tool: an agent that followed it by itself would have the card filled in again and again.
  return {
    say: 'The shop has not charged it. See what its checkout says and look here once more; where the payment failed, report that, or try once more.',
  }
}

const explained = ({ id }: Transaction): AgentNextStep => ({
  tool: 'explain_decline',
  args: { transactionId: id },
  say: 'The newest was declined: see why.',
})

/**
 * The newest declined charge of the card since the intent was declared. It is found by card and time, because a charge that was declined
 * for differing from the intent does not contain the intent's id.
 */
async function declinedFor({ purser, signal }: ToolCall, { cardId, createdAt }: Intent) {
  const { data } = await purser.transactions.list({ limit: 1, status: 'declined' }, { signal })
  return data.find((charge) => charge.cardId === cardId && charge.createdAt >= createdAt)
}
