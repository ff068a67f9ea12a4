import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignedByStripe } from './signature.ts'

const SECRET = 'whsec_test_secret'
const NOW = 1_794_571_200_000
const SECONDS = NOW / 1000
const body = Buffer.from('{"id":"evt_1","amount":4200}')
const v1 = (secret = SECRET, t = SECONDS) => createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
const judged = (header: string, { signed = body, now = NOW }: { signed?: Uint8Array; now?: number } = {}) =>
  isSignedByStripe({ header, body: signed }, ['whsec_old', SECRET], now)

describe('a signature of Stripe', () => {
  it.each([
    ['as it is sent', `t=${SECONDS},v1=${v1()}`],
    ['by the older of two secrets', `t=${SECONDS},v1=${v1('whsec_old')}`],
    ['beside one of another scheme', `t=${SECONDS},v1=${v1()},v0=${v1()}`],
    ['beside one by a secret that is gone', `t=${SECONDS},v1=${v1('whsec_gone')},v1=${v1()}`],
    ['with spaces', `t=${SECONDS}, v1=${v1()}`],
    ['five minutes old', `t=${SECONDS - 300},v1=${v1(SECRET, SECONDS - 300)}`],
    ['five minutes ahead', `t=${SECONDS + 300},v1=${v1(SECRET, SECONDS + 300)}`],
  ])('is one %s', (_, header) => {
    expect(judged(header)).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['without a time', `v1=${v1()}`],
    ['with two times', `t=${SECONDS},t=${SECONDS},v1=${v1()}`],
    ['of another scheme alone', `t=${SECONDS},v0=${v1()}`],
    ['by another secret', `t=${SECONDS},v1=${v1('whsec_other')}`],
    ['of another time', `t=${SECONDS + 1},v1=${v1()}`],
    ['in capitals', `t=${SECONDS},v1=${v1().toUpperCase()}`],
    ['more than five minutes old', `t=${SECONDS - 301},v1=${v1(SECRET, SECONDS - 301)}`],
    ['more than five minutes ahead', `t=${SECONDS + 301},v1=${v1(SECRET, SECONDS + 301)}`],
  ])('is none %s', (_, header) => {
    expect(judged(header)).toBe(false)
  })

  it('is none of other bytes, were they the same JSON', () => {
    const header = `t=${SECONDS},v1=${v1()}`
    expect(judged(header, { signed: Buffer.from('{"id": "evt_1", "amount": 4200}') })).toBe(false)
  })

  it('is none after any change', () => {
    const header = `t=${SECONDS},v1=${v1()}`
    const place = fc.nat({ max: header.length - 1 })
    fc.assert(
      fc.property(place, fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }), (at, character) => {
        const changed = header.slice(0, at) + character + header.slice(at + 1)
        return changed === header || !judged(changed)
      }),
      { numRuns: 10_000 },
    )
  })
})
