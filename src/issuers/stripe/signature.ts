import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300
/** The most items of a signature header that are read: more than Stripe sends, but few enough for a hostile header. */
const MOST_ITEMS = 16
const TIME = /^[1-9][0-9]{0,11}$/
const SHA256_HEX = /^[0-9a-f]{64}$/

interface Signed {
  readonly header: string
  readonly body: Uint8Array
}

/**
 * Whether a header `t=<unix seconds>,v1=<hex>` signs a body with one of the secrets: an HMAC-SHA256 over `{t}.{body}`,
 * keyed with the whole secret as text, at most five minutes old or ahead. Stripe's own library checks only the age.
 * Every signature is compared with every secret, so that the time taken does not reveal which one was right.
 */
export function isSignedByStripe({ header, body }: Signed, secrets: readonly string[], nowMs: number): boolean {
  const items = header.split(',', MOST_ITEMS).map((item) => item.trim().split('=', 2))
  const times = items.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const given = items.flatMap(([name, value = '']) =>
    name === 'v1' && SHA256_HEX.test(value) ? [Buffer.from(value, 'hex')] : [],
  )
  const [time = ''] = times
  if (times.length !== 1 || !TIME.test(time)) return false
  if (Math.abs(Math.floor(nowMs / 1000) - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest())
  return given.flatMap((one) => expected.map((other) => timingSafeEqual(one, other))).includes(true)
}
