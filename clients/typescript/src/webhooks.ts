import { webhookSecretProblem } from './secrets.ts'
import type { EventData, EventType } from './types.ts'
import { signatureOf, signatureRefusal, type SignatureRefusal } from './webhook-signature.ts'

/** An event as a webhook receives it; `type` tells what `data` holds. */
export type WebhookEvent = {
  [T in EventType]: { id: string; type: T; createdAt: string; data: EventData<T> }
}[EventType]

export interface VerifyWebhookOptions {
  /** The raw body, before any JSON parser has touched it. */
  payload: string | Uint8Array
  /** The value of the header `Service-Signature`. */
  header: string | null | undefined
  /** The webhook's secret, `whsec_...`, whole. */
  secret: string
  /** How many seconds old, or ahead, a webhook's signature may be. Default: 300. */
  toleranceSeconds?: number
  /** The time at which a webhook signature's age is measured, or a clock; numbers are Unix milliseconds. Default: the system's clock. */
  now?: Moment | (() => Moment)
}

type Moment = Date | number

/**
 * The event of a webhook request, once its signature and its age have been checked: await it. Fails with
 * `WebhookVerificationError`: answer 401 then. Deliveries come at least once and in any order: remember `event.id` to take
 * each only once. A payload or secret that can never verify is a `TypeError`. Members whose names reach for prototypes
 * (`__proto__`, `constructor`) are members of the event like any other: nothing is left out, and no prototype is changed.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<WebhookEvent> {
  const { payload, header, secret, toleranceSeconds = 300, now = Date.now } = options
  const problem = webhookSecretProblem(secret)
  if (problem !== null) throw new TypeError(`verifyWebhook: secret ${problem.what}. To mend it, ${problem.fix}.`)
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    throw new TypeError('verifyWebhook: payload is no text and no bytes. Give the raw body, before any JSON parser.')
  }
  if (header === null || header === undefined || header === '') throw new WebhookVerificationError('missing_header')
  const nowMs = Number(typeof now === 'function' ? now() : now)
  const refusal = await signatureRefusal({ payload, header, secret, toleranceSeconds, nowMs })
  if (refusal !== null) throw new WebhookVerificationError(refusal)
  return JSON.parse(typeof payload === 'string' ? payload : new TextDecoder().decode(payload)) as WebhookEvent
}

export interface SignWebhookOptions {
  /** The body of the webhook request, exactly as it is sent: `JSON.stringify(event)`. */
  payload: string | Uint8Array
  /** The secret that the webhook's receiver checks with. In a test any text that begins with `whsec_`. */
  secret: string
  /** The time of the webhook's signature; numbers are Unix milliseconds. Default: now. */
  now?: Moment
}

/**
 * The header `Service-Signature` of a webhook request, as Purser makes it: for tests of a receiver. Send it with the payload to the
 * receiver, and `verifyWebhook` takes the request for Purser's.
 */
export async function signWebhook({ payload, secret, now = Date.now() }: SignWebhookOptions): Promise<string> {
  const problem = webhookSecretProblem(secret)
  if (problem !== null) throw new TypeError(`signWebhook: secret ${problem.what}. To mend it, ${problem.fix}.`)
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) {
    throw new TypeError('signWebhook: payload is no text and no bytes. Give JSON.stringify(event).')
  }
  const seconds = Math.floor(Number(now) / 1000)
  return `t=${seconds},v1=${await signatureOf({ secret, payload }, seconds)}`
}

const MESSAGES = {
  missing_header: 'The header Service-Signature is missing.',
  malformed_header: 'The header Service-Signature is not of the form t=...,v1=...',
  signature_mismatch: 'The signature does not belong to this payload and secret. Is the payload the raw body?',
  outside_tolerance: 'The signature is too old, or its time lies ahead.',
} as const satisfies Record<SignatureRefusal | 'missing_header', string>

/** The error for a webhook request that does not come from Purser, or whose time is too old or lies ahead. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: keyof typeof MESSAGES

  constructor(reason: keyof typeof MESSAGES) {
    super(MESSAGES[reason])
    this.reason = reason
  }
}
