import type { AccessEvent } from '../contract/resources/access.ts'
import { nullableIsoTimestamp, isoTimestamp } from '../lib/clock.ts'

/** An access event: one read of a card number, allowed or refused. Times are Unix milliseconds, amounts cents. */
export interface AccessEventState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly intentId: string | null
  readonly keyId: string
  readonly kind: 'grant' | 'read'
  readonly decision: AccessEvent['decision']
  readonly reasons: AccessEvent['reasons']
  readonly purpose: string | null
  readonly expectedAmount: number | null
  readonly merchant: string | null
  /** The passkey with which a person has confirmed the read of the card number. Null: nobody has confirmed it with a passkey. */
  readonly passkeyId: string | null
  /**
   * The id of the access event of the first read of the card number with the same Idempotency-Key. Null: this is the first read, or the
   * request had no such key.
   */
  readonly replayOf: string | null
  readonly grantedAt: number | null
  readonly expiresAt: number | null
  readonly consumedAt: number | null
  readonly createdAt: number
}

/**
 * Makes the access event as API answers and webhooks show it. `status` is computed from `now` (Unix milliseconds), because a grant expires
 * by time alone, without a change of a stored field.
 */
export const accessEventApiAnswer = (access: AccessEventState, now: number): AccessEvent => ({
  id: access.id,
  cardId: access.cardId,
  agentId: access.agentId,
  intentId: access.intentId,
  keyId: access.keyId,
  status: statusOf(access, now),
  decision: access.decision,
  reasons: access.reasons,
  purpose: access.purpose,
  ...(access.expectedAmount === null ? {} : { expectedAmount: access.expectedAmount }),
  ...(access.merchant === null ? {} : { merchant: access.merchant }),
  ...(access.passkeyId === null ? {} : { passkeyId: access.passkeyId }),
  ...(access.replayOf === null ? {} : { replayOf: access.replayOf }),
  grantedAt: nullableIsoTimestamp(access.grantedAt),
  expiresAt: nullableIsoTimestamp(access.expiresAt),
  consumedAt: nullableIsoTimestamp(access.consumedAt),
  createdAt: isoTimestamp(access.createdAt),
})

function statusOf({ decision, consumedAt, expiresAt }: AccessEventState, now: number): AccessEvent['status'] {
  if (decision === 'denied') return 'denied'
  if (consumedAt !== null) return 'consumed'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'granted'
}
