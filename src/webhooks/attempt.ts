import { type Clock, timestamp } from '../lib/clock.ts'
import { signatureHeader } from '../lib/webhook-signature.ts'
import type { ClaimedDelivery } from '../store/delivery-queue.ts'
import type { Vault } from '../vault/vault.ts'
import type { OutgoingRequest } from './send.ts'

type Sending = NonNullable<ClaimedDelivery['sending']>

export interface RequestParts {
  readonly vault: Vault
  readonly clock: Clock
  /** Purser's own, for `User-Agent`. */
  readonly version: string
}

/** The request of one attempt: the same body every time, a signature made now (contract, section 12). */
export function deliveryRequest(delivery: ClaimedDelivery, sending: Sending, parts: RequestParts): OutgoingRequest {
  const now = parts.clock.now()
  const body = envelope(sending.event)
  return {
    url: sending.url,
    body,
    headers: {
      'service-signature': signatureHeader(body, secretsAt(now, delivery, sending, parts.vault), now),
      'content-type': 'application/json',
      'user-agent': `Purser/${parts.version}`,
      'purser-delivery': delivery.id,
    },
  }
}

/** `data` goes in as the text that was stored with the event, so that no attempt can write it differently. */
function envelope({ id, type, createdAt, dataText }: Sending['event']): string {
  return `{"id":"${id}","type":"${type}","createdAt":"${timestamp(createdAt)}","data":${dataText}}`
}

/** The current secret, and while a rotation overlaps the one before it. */
function secretsAt(now: number, delivery: ClaimedDelivery, sending: Sending, vault: Vault): string[] {
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = sending
  const overlaps = sealedPreviousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const context = { accountId: delivery.accountId, ownerId: delivery.webhookId, field: 'webhook_secret' }
  return [sealedSecret, ...(overlaps ? [sealedPreviousSecret] : [])].map((sealed) =>
    vault.unseal(context, sealed).toString('utf8'),
  )
}
