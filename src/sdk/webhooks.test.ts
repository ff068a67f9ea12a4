import fc from 'fast-check'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../lib/webhook-signature.ts'
import { verifyWebhook, type VerifyWebhookOptions, WebhookVerificationError } from './webhooks.ts'

const secret = `whsec_${'0123456789abcdef'.repeat(4)}`
const other = `whsec_${'f'.repeat(64)}`
const now = new Date('2026-01-31T12:00:00.999Z')
const seconds = Math.floor(now.getTime() / 1000)
const payload =
  '{"id":"evt_1","type":"webhook.test","createdAt":"2026-01-31T12:00:00.000Z","data":{"webhookId":"wh_1 ü"}}'
const header = signatureHeader(payload, [secret], now.getTime())
const v1 = header.slice(header.indexOf('v1='))

const reasonOf = (changes: Partial<VerifyWebhookOptions>): string => {
  try {
    verifyWebhook({ payload, header, secret, now, ...changes })
    return 'verified'
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : String(error)
  }
}

it('is what the specification says', () => {
  // By hand: printf '%s' "1769860800.$payload" | openssl dgst -sha256 -hmac "$secret"
  expect(header).toBe(`t=1769860800,v1=76d31189bfea0df2f4088b7c359e2b260bb827982644f178aac0e5be91759660`)
})

it('answers the event, from text or bytes', () => {
  const event = verifyWebhook({ payload, header, secret, now })
  expect(event).toEqual(JSON.parse(payload))
  if (event.type === 'webhook.test') expect(event.data.webhookId).toBe('wh_1 ü')
  expect(verifyWebhook({ payload: Buffer.from(payload), header, secret, now })).toEqual(event)
})

describe('a request', () => {
  it.each<[string, Partial<VerifyWebhookOptions>, string]>([
    ['300 s old', { now: new Date((seconds + 300) * 1000) }, 'verified'],
    ['301 s old', { now: new Date((seconds + 301) * 1000) }, 'outside_tolerance'],
    ['300 s ahead', { now: new Date((seconds - 300) * 1000) }, 'verified'],
    ['301 s ahead', { now: new Date((seconds - 301) * 1000) }, 'outside_tolerance'],
    [
      '10 s old where 9 are tolerated',
      { toleranceSeconds: 9, now: new Date((seconds + 10) * 1000) },
      'outside_tolerance',
    ],
    ['300 s old by a time in milliseconds', { now: (seconds + 300) * 1000 }, 'verified'],
    ['301 s old by a time in milliseconds', { now: (seconds + 301) * 1000 }, 'outside_tolerance'],
    ['300 s old by a clock', { now: () => (seconds + 300) * 1000 }, 'verified'],
    ['301 s old by a clock', { now: () => (seconds + 301) * 1000 }, 'outside_tolerance'],
    ['301 s ahead by a clock of dates', { now: () => new Date((seconds - 301) * 1000) }, 'outside_tolerance'],
    ['at no time', { now: new Date('yesterday') }, 'outside_tolerance'],
    ['by a clock that tells nothing', { now: () => Number.NaN }, 'outside_tolerance'],
    ['with a tolerance that is no number', { toleranceSeconds: Number.NaN }, 'outside_tolerance'],
    ['of another body', { payload: `${payload} ` }, 'signature_mismatch'],
    ['of another secret', { secret: other }, 'signature_mismatch'],
    ['of another time', { header: `t=${seconds + 1},${v1}` }, 'signature_mismatch'],
    ['old and forged', { header: `t=1,${v1}` }, 'signature_mismatch'],
    ['signed by the second of two', { header: signatureHeader(payload, [other, secret], now.getTime()) }, 'verified'],
    ['signed by the first of two', { header: signatureHeader(payload, [secret, other], now.getTime()) }, 'verified'],
    ['with a scheme of tomorrow beside it', { header: `${header},v2=abc` }, 'verified'],
    ['without a header', { header: null }, 'missing_header'],
    ['with an empty header', { header: '' }, 'missing_header'],
    ['without a time', { header: v1 }, 'malformed_header'],
    ['with two times', { header: `t=${seconds},${header}` }, 'malformed_header'],
    ['with a time that is no number', { header: `t=1e9,${v1}` }, 'malformed_header'],
    ['without a v1', { header: `t=${seconds}` }, 'malformed_header'],
    ['with a short v1', { header: `t=${seconds},v1=00` }, 'malformed_header'],
    ['with a v0 only', { header: `t=${seconds},v0=${v1.slice(3)}` }, 'malformed_header'],
  ])('%s', (_what, changes, expected) => {
    expect(reasonOf(changes)).toBe(expected)
  })
})

it('takes no header but the one that was made', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(reasonOf({ header: text })).toMatch(/^(missing_header|malformed_header|signature_mismatch)$/)
    }),
  )
})

it('is verified by a library that many receivers already have, which reads the same scheme', () => {
  const { webhooks } = new Stripe('sk_test_unused')
  const both = signatureHeader(payload, [other, secret], Date.now())
  expect(webhooks.constructEvent(payload, both, secret)).toEqual(JSON.parse(payload))
  expect(() => webhooks.constructEvent(`${payload} `, both, secret)).toThrow(/signature/i)
  expect(() => webhooks.constructEvent(payload, both, `${secret}0`)).toThrow(/signature/i)
})
