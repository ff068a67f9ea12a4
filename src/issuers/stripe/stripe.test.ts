import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stripeExample } from '../../../test/support/issuers/stripe.ts'
import { stripeTypeFaults } from '../../../test/support/issuers/stripe-types.ts'
import { stripeIssuer } from './stripe.ts'

const card = { token: 'ic_1PurserExample', cardId: 'card_01m7y46pz9dqgvr992dknn6p6k' }
const merchant = {
  name: 'GITHUB, INC.',
  mcc: '5734',
  city: 'San Francisco',
  country: 'US',
  networkId: '000123456789012',
}
const reference = 'iauth_1PurserExample'
const at = 1_794_571_200_000

describe('an example', () => {
  const folder = join(import.meta.dirname, '../../../test/issuers/examples/stripe')
  const names = readdirSync(folder).filter((name) => /^(authorization|transaction)\..*\.json$/.test(name))

  it.each(names)('%s is what Stripe calls one', (name) => {
    const type = name.startsWith('authorization') ? 'Authorization' : 'Transaction'
    const { object } = stripeExample(name.replace(/\.json$/, ''))['data']
    expect(stripeTypeFaults(type, object)).toEqual([])
    expect(stripeTypeFaults(type, { ...object, amount: '1' })).not.toEqual([])
    expect(stripeTypeFaults(type, { ...object, unheardOf: 1 })).not.toEqual([])
  })
})

describe('what Stripe asks', () => {
  it.each([
    ['authorization.request', { amount: 4200, heldBefore: null }],
    ['authorization.request.zero', { amount: 0, heldBefore: null }],
    [
      'authorization.request.controllable',
      { amount: 10_000, heldBefore: null, merchant: { ...merchant, mcc: '5542' } },
    ],
    ['authorization.request.increment', { amount: 800, heldBefore: 4200 }],
  ])('%s', (name, expected) => {
    expect(stripeIssuer.inbound.parseAuthorization(stripeExample(name))).toMatchObject({
      reference,
      card,
      merchant,
      currency: 'USD',
      areCredentialsWrong: false,
      echo: '2026-10-28.endive',
      ...expected,
    })
  })

  it.each(['cvc_check', 'expiry_check'])('a mismatch of %s is a wrong one', (check) => {
    const event = stripeExample('authorization.request')
    event['data'].object.verification_data[check] = 'mismatch'
    expect(stripeIssuer.inbound.parseAuthorization(event)?.areCredentialsWrong).toBe(true)
  })

  it.each([null, [], 'x', {}, { type: 'issuing_authorization.request' }, stripeExample('transaction.created.capture')])(
    'is nothing where it is %j',
    (body) => {
      expect(stripeIssuer.inbound.parseAuthorization(body)).toBeNull()
    },
  )

  it('is answered with its version, and why', () => {
    const approved = stripeIssuer.inbound.answer(
      { echo: 'v' },
      { decision: 'approve', transactionId: 'txn_1', reason: null },
    )
    expect(approved).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json', 'stripe-version': 'v' },
      body: '{"approved":true,"metadata":{"purser_transaction":"txn_1"}}',
    })
    expect(stripeIssuer.inbound.answer({ echo: '' }, { decision: 'undecided', why: 'late' })).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"approved":false,"metadata":{"purser_reason":"late"}}',
    })
  })
})

describe('what Stripe tells', () => {
  it.each([
    [
      'authorization.created.network_fallback',
      { kind: 'authorization', reference, approved: true, amount: 4200, reason: 'network_fallback', asOf: at + 3 },
    ],
    [
      'authorization.created.timeout',
      { kind: 'authorization', reference, approved: false, amount: 4200, reason: 'webhook_timeout', asOf: at + 5 },
    ],
    ['authorization.updated.reversed', { kind: 'authorization', reference, approved: true, amount: 0, asOf: at + 5 }],
    ['transaction.created.capture', { kind: 'capture', key: 'ipi_1PurserExample', reference, amount: 4200 }],
    ['transaction.created.force_capture', { kind: 'capture', reference: null, amount: 900 }],
    ['transaction.created.refund', { kind: 'credit', reference, amount: 1000 }],
    ['transaction.created.unlinked_refund', { kind: 'credit', reference: null, amount: 1000 }],
  ])('%s', (name, expected) => {
    const { facts } = stripeIssuer.inbound.parseEvent(stripeExample(name))
    expect(facts).toMatchObject([{ ...expected, card: { token: card.token }, currency: 'USD', merchant }])
  })

  it('that an authorization is closed because it was captured counts by its capture alone', () => {
    const event = stripeExample('authorization.created.network_fallback')
    Object.assign(event['data'].object, { status: 'closed', amount: 0 })
    expect(stripeIssuer.inbound.parseEvent(event)).toEqual({ card, facts: [], isLive: false })
  })

  const partly = (state: object) => {
    const event = stripeExample('authorization.created.network_fallback')
    const { object: transaction } = stripeExample('transaction.created.capture')['data']
    const { object: returned } = stripeExample('transaction.created.refund')['data']
    Object.assign(event['data'].object, {
      transactions: [
        { ...returned, id: 'ipi_2' },
        { ...transaction, amount: -900 },
      ],
      ...state,
    })
    return stripeIssuer.inbound.parseEvent(event).facts
  }

  it('that an authorization is captured in part: what was, and that the rest is held', () => {
    expect(partly({})).toMatchObject([
      { kind: 'capture', key: 'ipi_1PurserExample', amount: 900, isFinal: false },
      { kind: 'credit', key: 'ipi_2' },
      { kind: 'authorization', approved: true, amount: 4200, captured: 900 },
    ])
  })

  it('that nothing more is held of what was captured', () => {
    expect(partly({ status: 'closed', amount: 0 })).toMatchObject([
      { kind: 'capture', amount: 900, isFinal: true },
      { kind: 'credit' },
      { kind: 'authorization', approved: true, amount: 900, captured: 900 },
    ])
  })

  it('of a card which one of Purser it is, what it is there, and nothing that counts', () => {
    const { card: object } = stripeExample('authorization.request')['data'].object
    expect(stripeIssuer.inbound.parseEvent({ type: 'issuing_card.created', data: { object } })).toEqual({
      card,
      facts: [],
      status: 'active',
    })
  })

  it.each([
    null,
    {},
    { type: 'issuing_transaction.created' },
    { ...stripeExample('transaction.created.refund'), type: 'issuing_dispute.created' },
    { ...stripeExample('authorization.created.timeout'), data: { object: { status: 'new' } } },
  ])('that nobody knows is nothing', (body) => {
    expect(stripeIssuer.inbound.parseEvent(body).facts).toEqual([])
  })
})
