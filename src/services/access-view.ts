import type { AccessEvent as AccessEventAnswer } from '../contract/access.ts'
import { nullableTimestamp, timestamp } from '../lib/clock.ts'
import type { AccessEvent } from '../store/access-events.ts'

/** An access event as answers and webhooks show it. A grant expires by time alone: no row changes. */
export const accessEventView = (event: AccessEvent, now: number): AccessEventAnswer => ({
  id: event.id,
  cardId: event.card_id,
  agentId: event.agent_id,
  intentId: event.intent_id,
  keyId: event.key_id,
  status: statusOf(event, now),
  decision: event.decision,
  reasons: event.reasons,
  purpose: event.purpose,
  ...(event.expected_amount === null ? {} : { expectedAmount: event.expected_amount }),
  ...(event.merchant === null ? {} : { merchant: event.merchant }),
  ...(event.replay_of === null ? {} : { replayOf: event.replay_of }),
  grantedAt: nullableTimestamp(event.granted_at),
  expiresAt: nullableTimestamp(event.expires_at),
  consumedAt: nullableTimestamp(event.consumed_at),
  createdAt: timestamp(event.created_at),
})

function statusOf(event: AccessEvent, now: number): AccessEventAnswer['status'] {
  if (event.decision === 'denied') return 'denied'
  if (event.consumed_at !== null) return 'consumed'
  return event.expires_at !== null && event.expires_at <= now ? 'expired' : 'granted'
}
