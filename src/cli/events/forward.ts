import { randomBytes } from 'node:crypto'
import type { Event } from '../../contract/events.ts'
import { webhookSignatureHeader } from '../../lib/network/webhook-signature.ts'

export interface ForwardedEventAnswer {
  /** The HTTP status with which the receiver of a forwarded event answered; null where it gave no answer. */
  readonly statusCode: number | null
  /** The reason why the receiver of a forwarded event gave no answer; null where it gave one. */
  readonly error: string | null
  readonly durationMs: number
}

export interface ForwardedEventReceiver {
  readonly url: string
  readonly secret: string
  readonly version: string
}

/** How many milliseconds a receiver may take to answer: as long as for a webhook (contract, section 12). */
const DEADLINE_MS = 10_000

/** Makes a signing secret in the form that webhooks have. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('hex')}`

/** Sends an event as a webhook would get it now: with the same body, headers and signature. */
export async function forwardEvent(
  event: Event,
  { url, secret, version }: ForwardedEventReceiver,
): Promise<ForwardedEventAnswer> {
  const { id, type, createdAt, data } = event
  const body = JSON.stringify({ id, type, createdAt, data })
  const startedAt = performance.now()
  const ended = (outcome: Pick<ForwardedEventAnswer, 'statusCode' | 'error'>): ForwardedEventAnswer => ({
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  })
  try {
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'service-signature': webhookSignatureHeader(body, [secret], Date.now()),
        'content-type': 'application/json',
        'user-agent': `Purser/${version}`,
        'purser-delivery': id.replace(/^evt_/, 'dlv_'),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await reply.body?.cancel()
    return ended({ statusCode: reply.status, error: null })
  } catch (error) {
    const { cause, message } = error as Error
    return ended({ statusCode: null, error: cause instanceof Error && cause.message !== '' ? cause.message : message })
  }
}
