import type { AccessEventState } from '../../domain/access.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { numberAccessEvent } from '../../domain/events/events.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { timeOfId } from '../../lib/ids.ts'
import { insertAccessEvent } from '../../store/numbers/access-events.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import type { CardUseObstacle } from './card-obstacles.ts'
import type { WriteOperationContext } from '../request/context.ts'

export interface CardNumberAccess {
  readonly locked: LockedCustomer
  readonly card: CardWithAllFields
  readonly kind: AccessEventState['kind']
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
  readonly obstacles: readonly CardUseObstacle[]
  /** Until when a grant to read the card number can be used, Unix milliseconds. */
  readonly expiresAt?: number
  /**
   * When the grant was used, Unix milliseconds. Set where the request to read the number contains the attestation itself, so that its grant
   * is used at once.
   */
  readonly consumedAt?: number
}

/** Stores the access event of a read or an attestation, granted or denied, and records its event `access.granted` or `access.denied`. */
export async function recordCardNumberAccess(
  context: WriteOperationContext,
  access: CardNumberAccess,
): Promise<AccessEventState> {
  const { ids, clock, principal } = context
  const { locked, card, obstacles } = access
  const now = clock.now()
  const decision = obstacles.length === 0 ? 'granted' : 'denied'
  const id = ids('acc', bucketOfId(card.id))
  const event: AccessEventState = {
    id,
    accountId: card.accountId,
    customerId: card.customerId,
    agentId: card.agentId,
    cardId: card.id,
    intentId: access.intentId,
    keyId: principal.id,
    kind: access.kind,
    decision,
    reasons: obstacles.map(({ code, message }) => ({ code, message })),
    purpose: access.purpose,
    expectedAmount: access.expectedAmount ?? null,
    merchant: access.merchant ?? null,
    passkeyId: access.passkeyId ?? null,
    replayOf: access.replayOf ?? null,
    grantedAt: decision === 'granted' ? now : null,
    expiresAt: access.expiresAt ?? null,
    consumedAt: access.consumedAt ?? null,
    createdAt: timeOfId(id),
  }
  await insertAccessEvent(locked, event)
  await recordEvents(locked, [numberAccessEvent(event, now)])
  return event
}
