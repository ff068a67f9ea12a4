import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signLithicMessage } from '../../../test/support/issuers/lithic-wire.ts'
import { isSignedByLithic } from './signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const OLD = 'whsec_b2xkIHNlY3JldCBvZiB0aGUgdGVzdA=='
const NOW = 1_614_265_330_000
const SECONDS = NOW / 1000
const text = '{"test": 2432232314}'
const body = Buffer.from(text)
/** The test vector of Standard Webhooks. An example in Lithic's documentation has the same signature. */
const vector = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(SECONDS),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const signed = (secrets = [SECRET], now = NOW) => signLithicMessage(text, secrets, now, vector['webhook-id'])
const judged = (headers: object, now = NOW, bytes = body) =>
  isSignedByLithic({ headers: { ...headers }, body: bytes }, [OLD, SECRET], now)

describe('a signature of Lithic', () => {
  it('is the one of the specification', () => {
    expect(signed()['webhook-signature']).toBe(vector['webhook-signature'])
  })

  it.each([
    ['as it is sent', vector],
    ['by the older of two secrets', signed([OLD])],
    ['by both', signed([SECRET, OLD])],
    ['beside one by a secret that is gone', signed(['whsec_Z29uZQ==', SECRET])],
    ['beside one of another scheme', { ...vector, 'webhook-signature': `v1a,x ${vector['webhook-signature']}` }],
    ['five minutes old', signed([SECRET], NOW - 300_000)],
    ['five minutes ahead', signed([SECRET], NOW + 300_000)],
  ])('is one %s', (_, headers) => {
    expect(judged(headers)).toBe(true)
  })

  it.each([
    ['absent', {}],
    ['without an id', { ...vector, 'webhook-id': undefined }],
    ['without a time', { ...vector, 'webhook-timestamp': undefined }],
    ['twice', { ...vector, 'webhook-signature': [vector['webhook-signature'], vector['webhook-signature']] }],
    ['of another id', { ...vector, 'webhook-id': 'msg_other' }],
    ['of another time', { ...vector, 'webhook-timestamp': String(SECONDS + 1) }],
    ['of another scheme alone', { ...vector, 'webhook-signature': vector['webhook-signature'].replace('v1', 'v2') }],
    ['by another secret', signed(['whsec_b3RoZXI='])],
    ['more than five minutes old', signed([SECRET], NOW - 301_000)],
    ['more than five minutes ahead', signed([SECRET], NOW + 301_000)],
  ])('is none %s', (_, headers) => {
    expect(judged(headers)).toBe(false)
  })

  it('is none of other bytes, were they the same JSON', () => {
    expect(judged(vector, NOW, Buffer.from('{"test":2432232314}'))).toBe(false)
  })

  it('is none after any change', () => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
    const character = fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), character, (name, place, written) => {
        const at = place % vector[name].length
        const changed = vector[name].slice(0, at) + written + vector[name].slice(at + 1)
        return changed === vector[name] || !judged({ ...vector, [name]: changed })
      }),
      { numRuns: 10_000 },
    )
  })
})
