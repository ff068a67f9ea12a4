import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pathInPackage } from '../../lib/package-root.ts'
import { declineCodes } from '../../contract/reasons.ts'
import { assertAsaAnswer, assertLithicEvent, lithicExample } from '../../../test/support/issuers/lithic-wire.ts'
import { uuidOfIdempotencyKey } from './calls.ts'
import { countryCodeOfAlpha3 } from '../../domain/countries.ts'
import { lithicIssuer } from './lithic.ts'
import { lithicResultOfReason } from './results.ts'

const headers = { 'webhook-id': 'msg_1' }
const token = '5f3c3f1e-0d4b-4f0a-9a57-2f2f1f4f0001'
const card = { token: '7ef7d65c-9023-4da3-b113-3b8583fd7951', cardId: 'card_01m7y46pz9dqgvr992dknn6p6k' }
const { parseAuthorization, answer, parseEvent } = lithicIssuer.inbound
const asked = (changes: object = {}) =>
  parseAuthorization({ ...lithicExample('asa.authorization'), ...changes }, headers)

describe('what Lithic asks', () => {
  it.each([
    ['asa.authorization', { amount: 4200 }],
    ['asa.balance_inquiry', { amount: 0 }],
    ['asa.financial_authorization', { amount: 2500 }],
  ])('%s', (name, expected) => {
    const body = lithicExample(name)
    assertLithicEvent(body)
    expect(parseAuthorization(body, headers)).toEqual({
      key: 'msg_1',
      reference: token,
      card,
      heldBefore: 'unsaid',
      currency: 'USD',
      merchant: {
        name: 'GITHUB, INC.',
        mcc: '5734',
        city: 'SAN FRANCISCO',
        country: 'US',
        networkId: 'OODKZAPJVN4YS7O',
      },
      areCredentialsWrong: false,
      givesBack: false,
      echo: token,
      ...expected,
    })
  })

  it('is what would be held, where that is more', () => {
    const { amounts } = lithicExample('asa.authorization')
    expect(asked({ amounts: { ...amounts, hold: { amount: 6000, currency: 'USD' } } })?.amount).toBe(6000)
  })

  it('is known by its event, where it has one', () => {
    expect(asked({ event_token: 'e1' })?.key).toBe('e1')
  })

  it('is no purchase where money comes back', () => {
    const { amounts } = lithicExample('asa.authorization')
    const back = { ...amounts, cardholder: { ...amounts.cardholder, amount: -4200 } }
    expect(asked({ amounts: back })).toMatchObject({ givesBack: true, amount: 4200 })
    expect(asked({ status: 'FINANCIAL_CREDIT_AUTHORIZATION' })?.givesBack).toBe(true)
  })

  it('has no country that nobody knows', () => {
    const { merchant } = lithicExample('asa.authorization')
    expect(asked({ merchant: { ...merchant, country: 'ZZZ' } })?.merchant).not.toHaveProperty('country')
  })

  it.each([null, [], 'x', {}, { event_type: 'card_authorization.approval_request' }])(
    'is nothing where it is %j',
    (body) => {
      expect(parseAuthorization(body, headers)).toBeNull()
    },
  )

  it('is nothing without an id of its own', () => {
    expect(parseAuthorization(lithicExample('asa.authorization'), {})).toBeNull()
  })
})

describe('what Lithic is answered', () => {
  const said = (verdict: Parameters<typeof answer>[1]) => JSON.parse(answer({ echo: token }, verdict).body) as object

  it('has a result for every reason, which Lithic knows', () => {
    for (const reason of declineCodes) {
      const body = said({ decision: 'decline', transactionId: 'txn_1', reason })
      expect(body).toEqual({ result: lithicResultOfReason[reason], token })
      assertAsaAnswer(body)
    }
  })

  it('has the results that the guide says', () => {
    const guide = readFileSync(pathInPackage('docs', 'guides', 'lithic.md'), 'utf8')
    const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \| (.*) \|$/gm)]
    const told = rows.flatMap(([, result, reasons = '']) =>
      [...reasons.matchAll(/`([a-z_]+)`/g)].map(([, reason = '']) => [reason, result]),
    )
    expect(Object.fromEntries(told)).toEqual(lithicResultOfReason)
  })

  it('is an approval, or a decline where nobody could say', () => {
    expect(said({ decision: 'approve', transactionId: 'txn_1', reason: null })).toEqual({ result: 'APPROVED', token })
    expect(said({ decision: 'undecided', why: 'late' })).toEqual({ result: 'INSUFFICIENT_FUNDS', token })
    expect(said({ decision: 'undecided', why: 'unknown_card' })).toEqual({ result: 'CARD_PAUSED', token })
    expect(said({ decision: 'undecided', why: 'second_card' })).toEqual({ result: 'CARD_PAUSED', token })
    expect(said({ decision: 'decline', transactionId: '', reason: 'transaction_not_open' })).toEqual({
      result: 'INSUFFICIENT_FUNDS',
      token,
    })
    expect(answer({ echo: '' }, { decision: 'undecided', why: 'unreadable' }).body).toBe(
      '{"result":"INSUFFICIENT_FUNDS"}',
    )
  })
})

describe('countries', () => {
  it('are those of ISO 3166-1, each with its own two letters', () => {
    expect(['USA', 'DEU', 'GBR', 'QZZ', 'ANT', 'usa', 'ZZZ', ''].map(countryCodeOfAlpha3)).toEqual([
      'US',
      'DE',
      'GB',
      'XK',
      'AN',
      'US',
      undefined,
      undefined,
    ])
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
    const all = letters.flatMap((a) =>
      letters.flatMap((b) => letters.map((c) => countryCodeOfAlpha3(a + b + c) ?? [])).flat(),
    )
    expect([all.length, new Set(all).size]).toEqual([251, 251])
    expect(all.filter((code) => names.of(code) === undefined)).toEqual([])
  })
})

it('a key is the same UUID each time', () => {
  expect(uuidOfIdempotencyKey('card_1')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(uuidOfIdempotencyKey('card_1')).toBe(uuidOfIdempotencyKey('card_1'))
  expect(uuidOfIdempotencyKey('card_1')).not.toBe(uuidOfIdempotencyKey('card_2'))
})

describe('what Lithic tells', () => {
  it.each([
    null,
    {},
    { event_type: 'card_transaction.updated' },
    { event_type: 'card_transaction.updated', card_token: 'c', token: 't', events: [{ type: 'NEW' }, 7] },
    { event_type: 'dispute_transaction.created', token: 't' },
  ])('that nobody knows is nothing: %j', (body) => {
    expect(parseEvent(body).facts).toEqual([])
  })
})
