import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { Transaction } from '../../contract/resources/transactions.ts'
import type { AgentNextStep, ToolCall } from '../tool.ts'

const LOOKED_AT = 100

/**
 * The next step after a declined charge that a subscription at its merchant did not cover. Undefined: no subscription was exceeded by it.
 */
export async function nextStepAfterExceededSubscription(
  { purser, signal }: ToolCall,
  charge: Transaction,
): Promise<AgentNextStep | undefined> {
  if (!charge.reasons.some(({ code }) => code === 'intent_missing')) return undefined
  const query = { cardId: charge.cardId, status: 'active', limit: LOOKED_AT } as const
  const { data } = await purser.subscriptions.list(query, { signal })
  const subscription = data.find(({ exceeded }) => exceeded?.transactionId === charge.id)
  return subscription?.exceeded && stepAfter(subscription, subscription.exceeded)
}

function stepAfter(
  { cardId, interval }: Subscription,
  { why, amount }: NonNullable<Subscription['exceeded']>,
): AgentNextStep {
  if (why === 'period') {
    return {
      say: 'The subscription at this shop has had its charge of this period. Do not pay again; tell your owner that the shop tried.',
    }
  }
  return {
    tool: 'manage_subscription',
    args: { action: 'ask', maxAmount: amount, every: interval, cardId },
    say: 'The shop charged more than its subscription allows. If your task wants it at that price, ask for it once with `merchant` and `purpose` as before: a person decides, it replaces the old one, and the next charge passes. Else cancel it at the shop.',
  }
}
