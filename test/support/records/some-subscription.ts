import type { Purser } from '../../../clients/typescript/src/client.ts'

/** Makes a subscription of a card that asks for no approval. Resolves to the id of the subscription, which is active. */
export async function someSubscription({ subscriptions }: Purser, cardId: string): Promise<string> {
  const wish = { merchant: 'Ink Shop', maxAmount: 500, interval: 'month' as const, purpose: 'Ink' }
  return (await subscriptions.create(cardId, wish)).id
}
