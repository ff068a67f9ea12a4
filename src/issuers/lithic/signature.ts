import { createHmac, timingSafeEqual } from 'node:crypto'
import { textOrEmpty } from '../read.ts'
import type { RawIssuerRequest } from '../issuer.ts'

const TOLERANCE_SECONDS = 300
/** The most signatures of a signature header that are read: more than Lithic sends, but few enough for a hostile header. */
const MOST_ITEMS = 16
const TIME = /^[1-9][0-9]{0,11}$/
const SHA256 = /^v1,[A-Za-z0-9+/]{43}=$/

/** The id of a request of Lithic, which is the same when Lithic sends the request again; empty: the request has none. */
export const lithicRequestIdOf = (headers: RawIssuerRequest['headers']): string => {
  const id = textOrEmpty(headers['webhook-id'])
  return /^[\x21-\x7e]{1,128}$/.test(id) ? id : ''
}

/**
 * Checks a signature of Standard Webhooks: an HMAC-SHA256 over `{id}.{unix seconds}.{body}`, keyed with the base64 text
 * behind `whsec_`, at most five minutes old or ahead. `webhook-signature` has one signature for each secret during a
 * rotation. Every signature is compared with every secret, so that the time taken does not reveal which one was right.
 */
export function isSignedByLithic(
  { headers, body }: RawIssuerRequest,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  const [id, time] = [lithicRequestIdOf(headers), textOrEmpty(headers['webhook-timestamp'])]
  if (id === '' || !TIME.test(time)) return false
  if (Math.abs(Math.floor(nowMs / 1000) - Number(time)) > TOLERANCE_SECONDS) return false
  const given = textOrEmpty(headers['webhook-signature'])
    .split(' ', MOST_ITEMS)
    .filter((item) => SHA256.test(item))
    .map((item) => Buffer.from(item))
  const expected = secrets.map((secret) => {
    const made = createHmac('sha256', keyOf(secret)).update(`${id}.${time}.`).update(body).digest('base64')
    return Buffer.from(`v1,${made}`)
  })
  return given.flatMap((one) => expected.map((other) => timingSafeEqual(one, other))).includes(true)
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
