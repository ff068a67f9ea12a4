import { accessEvent } from '../../domain/events/events.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { timeOf } from '../../lib/ids.ts'
import { insertAccessEvent, type AccessEvent } from '../../store/numbers/access-events.ts'
import type { Card } from '../../store/cards/cards.ts'
import type { LockedCustomer } from '../../store/customers/customer-lock.ts'
import { recordEvents } from '../../store/webhooks/outbox.ts'
import { accessState } from '../../store/rows/states.ts'
import type { Obstacle } from '../cards/card-standing.ts'
import type { WriteContext } from '../request/context.ts'

export interface Access {
  readonly locked: LockedCustomer
  readonly card: Card
  readonly kind: AccessEvent['kind']
  readonly intentId: string | null
  readonly purpose: string | null
  /** Cents and merchant that an attestation names. */
  readonly expectedAmount?: number | undefined
  readonly merchant?: string | undefined
  /** What a person confirmed it with. */
  readonly passkeyId?: string | null
  /** The first read with the same Idempotency-Key. */
  readonly replayOf?: string | null
  /** Why it is denied; empty where it is granted. */
  readonly obstacles: readonly Obstacle[]
  /** Until when a grant can be used. */
  readonly expiresAt?: number
  /** Where the attestation and the read are one call. */
  readonly consumedAt?: number
}

/** Keeps a look at a card number, or a refused one, and tells of it: `access.granted` or `access.denied`. */
export async function recordAccess(context: WriteContext, access: Access): Promise<AccessEvent> {
  const { ids, clock, principal } = context
  const { locked, card, obstacles } = access
  const now = clock.now()
  const decision = obstacles.length === 0 ? 'granted' : 'denied'
  const id = ids('acc', bucketOf(card.id))
  const event: AccessEvent = {
    id,
    account_id: card.account_id,
    customer_id: card.customer_id,
    agent_id: card.agent_id,
    card_id: card.id,
    intent_id: access.intentId,
    key_id: principal.id,
    kind: access.kind,
    decision,
    reasons: obstacles.map(({ code, message }) => ({ code, message })),
    purpose: access.purpose,
    expected_amount: access.expectedAmount ?? null,
    merchant: access.merchant ?? null,
    passkey_id: access.passkeyId ?? null,
    replay_of: access.replayOf ?? null,
    granted_at: decision === 'granted' ? now : null,
    expires_at: access.expiresAt ?? null,
    consumed_at: access.consumedAt ?? null,
    created_at: timeOf(id),
  }
  await insertAccessEvent(locked, event)
  await recordEvents(locked, [accessEvent(accessState(event), now)])
  return event
}
