import type { Card } from '../../contract/resources/cards.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import type { Policy } from '../../contract/policy.ts'
import type { AuthorizationAnswer } from '../../contract/resources/transactions.ts'
import type { Purser } from '../remote/client.ts'

/** The dependencies of the functions in `acts.ts`, which make events happen: a client of a node, and a customer that only they use. */
export interface EventTriggerContext {
  readonly purser: Purser
  readonly customerId: string
  /** The id of the webhook that `webhook.test` is sent to. Only the function for that event uses this webhook. */
  readonly webhookId: string
}

const EMAIL = 'purser-trigger@example.com'
export const TRIGGER_SHOP = { name: 'Purser Trigger Shop', mcc: '5734' }
export const TRIGGER_AMOUNT = 10_00

/** The id of the customer of all events that `purser trigger` causes. The first run of the command makes this customer. */
export async function customerIdOfTriggerCommand(purser: Purser): Promise<string> {
  const { data } = await purser.customers.list({ email: EMAIL, status: 'active' })
  const [found = await purser.customers.create({ email: EMAIL })] = data
  return found.id
}

export const createTriggerCard = ({ purser, customerId }: EventTriggerContext, policy: Policy = {}): Promise<Card> =>
  purser.cards.create({ customerId, policy })

export const makeTriggerPurchase = (
  { purser }: EventTriggerContext,
  card: { id: string },
  amount: number = TRIGGER_AMOUNT,
): Promise<AuthorizationAnswer> => purser.network.authorize({ cardId: card.id, amount, merchant: TRIGGER_SHOP })

export const declareTriggerIntent = (
  { purser }: EventTriggerContext,
  card: { id: string },
  more: { intentId?: string; ttlMinutes?: number } = {},
): Promise<Intent> =>
  purser.intents.declare(card.id, {
    purpose: 'Made by purser trigger',
    expectedAmount: TRIGGER_AMOUNT,
    expectedMerchant: TRIGGER_SHOP.name,
    ...more,
  })
