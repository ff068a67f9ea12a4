import { type Clock, isoTimestamp } from '../lib/clock.ts'
import { type OutgoingServiceCall, tracedOutgoingCall } from '../lib/tracing.ts'
import { webhookSignatureHeader } from '../lib/network/webhook-signature.ts'
import type {
  DeliveryAttemptRecord,
  ClaimedDelivery,
  SendableDelivery,
  DeliveryToWebhook,
} from '../store/webhooks/delivery-queue.ts'
import type { Vault } from '../vault/vault.ts'
import { deliveryStatusAfterAttempt } from './schedule.ts'
import type { DeliverySendError } from './send-error.ts'
import type { DeliveryAnswer, OutgoingWebhookRequest, WebhookRequestSender } from './send.ts'

/** Sends deliveries that go to people and not to webhooks: mails, and messages in Slack. */
export interface PeopleNotifier {
  /**
   * Sends one delivery. Never rejects. `sender` posts to vetted addresses; the caller may end the attempt early through
   * `attempt`.
   */
  send(delivery: DeliveryToPeople, sender: WebhookRequestSender, attempt: AbortController): Promise<DeliveryAnswer>
  close(): void
}

export type DeliveryToPeople = Pick<ClaimedDelivery, 'id' | 'accountId' | 'webhookId'> & {
  readonly sending: Exclude<SendableDelivery, DeliveryToWebhook>
}

interface SigningContext {
  readonly vault: Vault
  readonly clock: Clock
  /** Purser's version, for `User-Agent`. */
  readonly version: string
}

export type DeliveryAttemptOutcome = Omit<DeliveryAttemptRecord, 'lease'>

interface Running {
  readonly delivery: ClaimedDelivery
  readonly attempt: AbortController
}

interface Context extends SigningContext {
  readonly notifier: PeopleNotifier | null
  readonly onError?: (error: unknown) => void
}

/**
 * Signs and sends one delivery, and computes the outcome. Null where the attempt was interrupted, because its outcome
 * is then unknown. Never rejects.
 */
export async function attemptDelivery(
  { delivery, attempt }: Running,
  sender: WebhookRequestSender,
  context: Context,
): Promise<DeliveryAttemptOutcome | null> {
  const startedAt = context.clock.now()
  const started = performance.now() // durations are measured, because a test may move `context.clock`
  const answer = await transmit({ delivery, attempt }, sender, context)
  if (answer.error === 'interrupted') return null
  return attemptOutcome(delivery, answer, {
    startedAt,
    endedAt: context.clock.now(),
    durationMs: Math.round(performance.now() - started),
  })
}

const failure = (error: DeliverySendError): DeliveryAnswer => ({ statusCode: null, error, snippet: null })

async function transmit(
  { delivery, attempt }: Running,
  sender: WebhookRequestSender,
  context: Context,
): Promise<DeliveryAnswer> {
  const { sending } = delivery
  if (sending !== null && sending.kind !== 'webhook') {
    const answer = context.notifier?.send({ ...delivery, sending }, sender, attempt)
    return (await answer) ?? failure('not_set_up')
  }
  const request = sending && tryRequest(delivery, sending, context)
  if (sending === null || request === null) return failure('secret_unreadable')
  return tracedOutgoingCall(
    () => callOf(delivery, sending),
    (headers) => sender.send({ ...request, headers: { ...headers, ...request.headers } }, attempt),
    ({ statusCode, error }) => ({ status: statusCode, error }),
  )
}

/**
 * The tracing span of an attempt to send a delivery. Path and query of the URL are left out, because they may be a secret of the receiver.
 */
function callOf({ id, scheduledAttempts }: ClaimedDelivery, { url, event }: DeliveryToWebhook): OutgoingServiceCall {
  const resent = scheduledAttempts > 0 ? { 'http.request.resend_count': scheduledAttempts } : {}
  const attributes = {
    'purser.delivery.id': id,
    'purser.event.id': event.id,
    'purser.event.type': event.type,
    ...resent,
  }
  return { name: 'POST webhook', method: 'POST', host: new URL(url).hostname, attributes, eventId: event.id }
}

function tryRequest(
  delivery: ClaimedDelivery,
  sending: DeliveryToWebhook,
  context: Context,
): OutgoingWebhookRequest | null {
  try {
    return deliveryRequest(delivery, sending, context)
  } catch (error) {
    context.onError?.(error)
    return null
  }
}

interface Times {
  readonly startedAt: number
  readonly endedAt: number
  readonly durationMs: number
}

/** Makes the record of an attempt to send a delivery. Any 2xx is a success, everything else a failure (contract, section 12). */
function attemptOutcome(delivery: ClaimedDelivery, answer: DeliveryAnswer, times: Times): DeliveryAttemptOutcome {
  const { statusCode, error, snippet } = answer
  const step = deliveryStatusAfterAttempt({
    scheduledAttempts: delivery.scheduledAttempts + (delivery.manualAt === null ? 1 : 0),
    succeeded: statusCode !== null && statusCode >= 200 && statusCode < 300,
    endedAt: times.endedAt,
  })
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    account_id: delivery.accountId,
    was_failing: delivery.wasFailing,
    manual_at: delivery.manualAt,
    status: step.status,
    next_attempt_at: step.nextAttemptAt,
    started_at: times.startedAt,
    ended_at: times.endedAt,
    duration_ms: times.durationMs,
    status_code: statusCode,
    error,
    response_snippet: snippet,
  }
}

/**
 * Makes the request of one attempt to send a delivery. Every attempt of a delivery has the same body, with a new signature (contract,
 * section 12).
 */
function deliveryRequest(
  delivery: ClaimedDelivery,
  sending: DeliveryToWebhook,
  context: SigningContext,
): OutgoingWebhookRequest {
  const now = context.clock.now()
  const body = envelope(sending.event)
  return {
    url: sending.url,
    body,
    headers: {
      'service-signature': webhookSignatureHeader(body, secretsAt(now, delivery, sending, context.vault), now),
      'content-type': 'application/json',
      'user-agent': `Purser/${context.version}`,
      'purser-delivery': delivery.id,
    },
  }
}

/**
 * The event's JSON. `data` is inserted as the text that was stored with the event, so that no attempt can serialize it
 * differently.
 */
function envelope({ id, type, createdAt, dataText }: DeliveryToWebhook['event']): string {
  return `{"id":"${id}","type":"${type}","createdAt":"${isoTimestamp(createdAt)}","data":${dataText}}`
}

/** The secrets to sign a delivery with: the webhook's newest secret and, for some time after a rotation, the one before. */
function secretsAt(now: number, delivery: ClaimedDelivery, sending: DeliveryToWebhook, vault: Vault): string[] {
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = sending
  const overlaps = sealedPreviousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const context = { accountId: delivery.accountId, ownerId: delivery.webhookId, field: 'webhook_secret' }
  return [sealedSecret, ...(overlaps ? [sealedPreviousSecret] : [])].map((sealed) =>
    vault.unseal(context, sealed).toString('utf8'),
  )
}
