import { webhookSignatureHeader } from '../../../src/lib/network/webhook-signature.ts'
import type { ReceivedWebhookRequest } from './webhook-sink.ts'

type Signed = Pick<ReceivedWebhookRequest, 'body' | 'headers'>

/** Whether a received request is signed with the secret, at a time that differs from `nowMs` by the tolerance at most. */
export function isWebhookSigned(
  { body, headers }: Signed,
  secret: string,
  nowMs: number,
  toleranceSeconds: number,
): boolean {
  const [time = '', ...signatures] = String(headers['service-signature']).split(',')
  const seconds = Number(time.replace(/^t=/, ''))
  const [, expected = ''] = webhookSignatureHeader(body, [secret], seconds * 1000).split(',')
  return signatures.includes(expected) && Math.abs(Math.floor(nowMs / 1000) - seconds) <= toleranceSeconds
}
