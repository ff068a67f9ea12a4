import type { IntentEventData } from '../contract/events.ts'
import { timestamp } from '../lib/clock.ts'
import type { Intent } from './intents.ts'
import type { NewEvent } from './outbox.ts'

type IntentEventType = Extract<NewEvent['type'], `intent.${string}`>

/** What webhooks are told of an intent (contract, section 12). */
export function intentEvent(type: IntentEventType, intent: Intent, at: number) {
  const { purpose, expectedAmount, expectedMerchant } = intent.declared
  const data: IntentEventData = {
    intentId: intent.id,
    cardId: intent.card_id,
    customerId: intent.customer_id,
    agentId: intent.agent_id,
    status: intent.status,
    purpose,
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
    ...(expectedMerchant === undefined ? {} : { expectedMerchant }),
    expiresAt: timestamp(intent.expires_at),
    ...(intent.transaction_id === null ? {} : { transactionId: intent.transaction_id }),
    ...(intent.match_result === null ? {} : { matchResult: intent.match_result }),
  }
  return { accountId: intent.account_id, customerId: intent.customer_id, type, data, at } satisfies NewEvent
}
