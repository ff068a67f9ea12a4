import { accessEvent } from '../../domain/events/events.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import { insertAccessEvent, type StoredAccessEvent } from '../../store/numbers/access-events.ts'
import type { StoredCard } from '../../store/cards/cards.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import { accessEventState } from '../../store/rows/states.ts'
import type { CardObstacle } from './card-obstacles.ts'
import type { WriteContext } from '../request/context.ts'

export interface NumberAccess {
  readonly locked: LockedCustomer
  readonly card: StoredCard
  readonly kind: StoredAccessEvent['kind']
  readonly intentId: string | null
  readonly purpose: string | null
  /** The amount in cents that an attestation expects. */
  readonly expectedAmount?: number | undefined
  readonly merchant?: string | undefined
  /** Id of the passkey with which a person confirmed the read. Null: no passkey was needed. */
  readonly passkeyId?: string | null
  /** Id of the access event of the first read with the same Idempotency-Key. Null: this is the first read. */
  readonly replayOf?: string | null
  /** Why the access to the card number is denied. Empty: the access is granted. */
  readonly obstacles: readonly CardObstacle[]
  /** Until when a grant can be used, Unix milliseconds. */
  readonly expiresAt?: number
  /**
   * When the grant was used, Unix milliseconds. Set where the request to read the number contains the attestation itself, so that its grant
   * is used at once.
   */
  readonly consumedAt?: number
}

/** Stores the access event of a read or an attestation, granted or denied, and records its event `access.granted` or `access.denied`. */
export async function recordNumberAccess(context: WriteContext, access: NumberAccess): Promise<StoredAccessEvent> {
  const { ids, clock, principal } = context
  const { locked, card, obstacles } = access
  const now = clock.now()
  const decision = obstacles.length === 0 ? 'granted' : 'denied'
  const id = ids('acc', bucketOf(card.id))
  const event: StoredAccessEvent = {
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
    created_at: timeOfId(id),
  }
  await insertAccessEvent(locked, event)
  await recordEvents(locked, [accessEvent(accessEventState(event), now)])
  return event
}
