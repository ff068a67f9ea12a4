import fc from 'fast-check'
import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { webhookSignatureHeader } from '../../../src/lib/network/webhook-signature.ts'
import { signWebhook, verifyWebhook, type VerifyWebhookOptions, WebhookVerificationError } from './webhooks.ts'

const secret = `whsec_${'0123456789abcdef'.repeat(4)}`
const other = `whsec_${'f'.repeat(64)}`
const now = new Date('2026-01-31T12:00:00.999Z')
const seconds = Math.floor(now.getTime() / 1000)
const payload =
  '{"id":"evt_1","type":"webhook.test","createdAt":"2026-01-31T12:00:00.000Z","data":{"webhookId":"wh_1 ü"}}'
const header = webhookSignatureHeader(payload, [secret], now.getTime())

const reasonOf = async (changes: Partial<VerifyWebhookOptions>): Promise<string> => {
  try {
    await verifyWebhook({ payload, header, secret, now, ...changes })
    return 'verified'
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : String(error)
  }
}

it('is what the specification says', () => {
  // By hand: printf '%s' "1769860800.$payload" | openssl dgst -sha256 -hmac "$secret"
  expect(header).toBe(`t=1769860800,v1=76d31189bfea0df2f4088b7c359e2b260bb827982644f178aac0e5be91759660`)
})

it('answers the event, from text or bytes', async () => {
  const event = await verifyWebhook({ payload, header, secret, now })
  expect(event).toEqual(JSON.parse(payload))
  if (event.type === 'webhook.test') expect(event.data.webhookId).toBe('wh_1 ü')
  expect(await verifyWebhook({ payload: Buffer.from(payload), header, secret, now })).toEqual(event)
})

it('answers what reaches for prototypes as plain members, and leaves every prototype as it was', async () => {
  const hostile =
    '{"id":"evt_1","__proto__":{"planted":1},"data":{"\\u005f_proto__":{"planted":2},"constructor":{"prototype":{"planted":3}}}}'
  const signed = webhookSignatureHeader(hostile, [secret], now.getTime())
  for (const body of [hostile, Buffer.from(hostile)]) {
    const event: object = await verifyWebhook({ payload: body, header: signed, secret, now })
    const { data } = event as { data: object }
    expect(JSON.stringify(event)).toBe(hostile.replace('\\u005f', '_'))
    expect([event, data].map((each) => Object.getPrototypeOf(each) as unknown)).toEqual([
      Object.prototype,
      Object.prototype,
    ])
    expect([event, data, {}].map((each) => 'planted' in each)).toEqual([false, false, false])
  }
})

/** Tests of the kinds of times that this client takes. The requests about which all clients agree are in webhook-vectors.test.ts. */
describe('a request by a time of any kind is', () => {
  it.each<[string, Partial<VerifyWebhookOptions>, string]>([
    ['300 s old', { now: new Date((seconds + 300) * 1000) }, 'verified'],
    ['301 s old', { now: new Date((seconds + 301) * 1000) }, 'outside_tolerance'],
    ['300 s ahead', { now: new Date((seconds - 300) * 1000) }, 'verified'],
    ['301 s ahead', { now: new Date((seconds - 301) * 1000) }, 'outside_tolerance'],
    ['300 s old by a time in milliseconds', { now: (seconds + 300) * 1000 }, 'verified'],
    ['301 s old by a time in milliseconds', { now: (seconds + 301) * 1000 }, 'outside_tolerance'],
    ['300 s old by a clock', { now: () => (seconds + 300) * 1000 }, 'verified'],
    ['301 s old by a clock', { now: () => (seconds + 301) * 1000 }, 'outside_tolerance'],
    ['301 s ahead by a clock of dates', { now: () => new Date((seconds - 301) * 1000) }, 'outside_tolerance'],
    ['at no time', { now: new Date('yesterday') }, 'outside_tolerance'],
    ['by a clock that tells nothing', { now: () => Number.NaN }, 'outside_tolerance'],
    ['with a tolerance that is no number', { toleranceSeconds: Number.NaN }, 'outside_tolerance'],
  ])('%s', async (_what, changes, expected) => {
    expect(await reasonOf(changes)).toBe(expected)
  })
})

describe('what can never verify is a mistake of the caller, and says so', () => {
  it.each<[string, object, string]>([
    ['a secret that is not there', { secret: undefined }, 'secret is undefined. To mend it, give the secret that'],
    ['an empty secret', { secret: '' }, 'secret is empty.'],
    ['the example of the guides', { secret: 'whsec_...' }, 'secret is the example of the documents.'],
    ["an API key's secret", { secret: 'sk_00' }, 'secret does not begin with whsec_.'],
    ['a parsed body', { payload: JSON.parse(payload) as unknown }, 'Give the raw body, before any JSON parser.'],
  ])('%s', async (_what, changes, message) => {
    const call = verifyWebhook({ payload, header, secret, now, ...changes })
    await expect(call).rejects.toThrow(TypeError)
    await expect(call).rejects.toThrow(message)
  })
})

it('takes no header but the one that was made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await reasonOf({ header: text })).toMatch(/^(missing_header|malformed_header|signature_mismatch)$/)
    }),
  )
})

it('is verified by a library that many receivers already have, which reads the same scheme', () => {
  const { webhooks } = new Stripe('sk_test_unused')
  const both = webhookSignatureHeader(payload, [other, secret], Date.now())
  expect(webhooks.constructEvent(payload, both, secret)).toEqual(JSON.parse(payload))
  expect(() => webhooks.constructEvent(`${payload} `, both, secret)).toThrow(/signature/i)
  expect(() => webhooks.constructEvent(payload, both, `${secret}0`)).toThrow(/signature/i)
})

describe('a request that a test signs', () => {
  it('has the header that Purser makes, and is taken for its own', async () => {
    expect(await signWebhook({ payload, secret, now })).toBe(header)
    expect(await signWebhook({ payload: Buffer.from(payload), secret, now: now.getTime() })).toBe(header)
    const signed = await signWebhook({ payload, secret })
    expect(await verifyWebhook({ payload, header: signed, secret })).toEqual(JSON.parse(payload))
  })

  it.each<[object, string]>([
    [{ payload: { id: 'evt_1' } }, 'payload is no text and no bytes. Give JSON.stringify(event).'],
    [{ secret: 'sk_00' }, 'secret does not begin with whsec_.'],
  ])('needs a text and a secret: %o', async (changes, message) => {
    await expect(signWebhook({ payload, secret, ...changes })).rejects.toThrow(`signWebhook: ${message}`)
  })
})
