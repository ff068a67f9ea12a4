import type { Card } from '../../contract/resources/cards.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import type { Policy } from '../../contract/policy.ts'
import type { AuthorizationAnswer } from '../../contract/resources/transactions.ts'
import type { Purser } from '../remote/client.ts'

/** What acts work with: a node, and a customer that nobody else uses. */
export interface Stage {
  readonly purser: Purser
  readonly customerId: string
  /** The webhook that `webhook.test` is sent to. No other act uses it. */
  readonly webhookId: string
}

const EMAIL = 'purser-trigger@example.com'
const SHOP = { name: 'Purser Trigger Shop', mcc: '5734' }
export const AMOUNT = 10_00

/** The customer of all triggered events. The first trigger makes this customer. */
export async function ownCustomer(purser: Purser): Promise<string> {
  const { data } = await purser.customers.list({ email: EMAIL, status: 'active' })
  const [found = await purser.customers.create({ email: EMAIL })] = data
  return found.id
}

export const newCard = ({ purser, customerId }: Stage, policy: Policy = {}): Promise<Card> =>
  purser.cards.create({ customerId, policy })

export const buy = ({ purser }: Stage, card: { id: string }, amount: number = AMOUNT): Promise<AuthorizationAnswer> =>
  purser.network.authorize({ cardId: card.id, amount, merchant: SHOP })

export const declare = ({ purser }: Stage, card: { id: string }, more: { ttlMinutes?: number } = {}): Promise<Intent> =>
  purser.intents.declare(card.id, {
    purpose: 'Made by purser trigger',
    expectedAmount: AMOUNT,
    expectedMerchant: SHOP.name,
    ...more,
  })
