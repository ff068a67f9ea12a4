import { createHmac } from 'node:crypto'

/**
 * The signature of a delivery (specification, Authentication): `t=<unix seconds>,v1=<hex>`, an HMAC-SHA256 over `{t}.{body}`
 * keyed with the whole secret as UTF-8 text. Two secrets give two `v1`. `nowMs`: Unix milliseconds.
 */
export function webhookSignatureHeader(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${hmac(secret, seconds, body)}`)].join(',')
}

const hmac = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
