import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let agentId: string
let agent: Caller
let sealTo: string
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'shopper' } })).body.id
  agent = await api.as('agent', agentId)
  const publicKey = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  const body = { name: 'Browser', publicKey }
  sealTo = (await api.admin('createFiller', { params: { agentId }, body })).body.id
})
afterAll(() => api.stop())

const SHOP = 'https://shop.example'
const newCard = async (policy: object = { allowedOrigins: [SHOP, 'https://*.shops.example'] }) =>
  (await api.admin('createCard', { body: { customerId, agentId, policy } })).body.id
const declare = async (cardId: string, expectedOrigin?: string) => {
  const body = { purpose: 'Ink', ...(expectedOrigin === undefined ? {} : { expectedOrigin }) }
  return (await agent('createIntent', { params: { cardId }, body })).body.id
}
const release = (cardId: string, intentId?: string, caller = agent) =>
  Promise.all([
    caller('getCardDetails', { params: { cardId }, body: intentId === undefined ? {} : { intentId } }),
    caller('sealCardDetails', { params: { cardId }, body: { sealTo, ...(intentId !== undefined && { intentId }) } }),
  ])
const codes = (answers: readonly { status: number; body: { error?: { code: string } } }[]) =>
  answers.map(({ status, body }) => [status, body.error?.code])

describe('a number is released to an agent', () => {
  it.each([
    ['at a listed origin', SHOP, [200, undefined]],
    ['at one label more', 'https://pay.shops.example', [200, undefined]],
    ['at another origin', 'https://evil.example', [403, 'origin_not_allowed']],
    ['at two labels more', 'https://a.pay.shops.example', [403, 'origin_not_allowed']],
    ['at another port', `${SHOP}:8443`, [403, 'origin_not_allowed']],
    ['with an intent without an origin', undefined, [403, 'origin_required']],
  ])('%s: %s', async (_name, origin, expected) => {
    const cardId = await newCard()
    expect(codes(await release(cardId, await declare(cardId, origin)))).toEqual([expected, expected])
  })

  it('never without an intent, and the refusal says which list and what to do, and is recorded', async () => {
    const cardId = await newCard()
    const [{ body }, sealed] = await release(cardId)
    expect([body.error?.code, sealed.body.error?.code]).toEqual(['origin_required', 'origin_required'])
    expect(body.error).toMatchObject({
      hint: expect.stringContaining("`allowedOrigins` of the card's policy") as string,
      details: { level: 'card' },
    })
    const events = (await api.admin('listCardAccessEvents', { params: { cardId } })).body.data
    expect(events.map(({ decision, reasons }) => [decision, reasons[0]?.code])).toEqual(
      Array.from({ length: 2 }, () => ['denied', 'origin_required']),
    )
  })

  it('by the policy of that moment, from the most specific level that names origins', async () => {
    const cardId = await newCard({})
    const intentId = await declare(cardId, SHOP)
    expect(codes(await release(cardId, intentId))).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    const set = (allowedOrigins: string[]) =>
      api.admin('updateAgent', { params: { agentId }, body: { policy: { allowedOrigins } } })
    await set(['https://other.example'])
    const [refused] = await release(cardId, intentId)
    expect(refused.body.error).toMatchObject({
      code: 'origin_not_allowed',
      hint: expect.stringContaining('change-requests') as string,
      details: { level: 'agent' },
    })
    await api.admin('updateCard', { params: { cardId }, body: { policy: { allowedOrigins: [SHOP] } } })
    expect(codes(await release(cardId, intentId))).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await api.admin('updateAgent', { params: { agentId }, body: { policy: { allowedOrigins: null } } })
  })

  it('and an admin who looks is not asked, but for what fills checkouts in', async () => {
    const cardId = await newCard()
    expect(codes(await release(cardId, undefined, api.admin))).toEqual([
      [200, undefined],
      [403, 'origin_required'],
    ])
  })
})

describe('allowedOrigins', () => {
  it('comes as browsers write it, in the policy that holds', async () => {
    const cardId = await newCard({ allowedOrigins: ['https://Shop.Example', 'https://*.Shops.example:8443'] })
    const { effective, sources } = (await api.admin('getCardPolicy', { params: { cardId } })).body
    expect([effective.allowedOrigins, sources['allowedOrigins']]).toEqual([
      ['https://shop.example', 'https://*.shops.example:8443'],
      'card',
    ])
  })

  it.each([
    ['https://shop.example/pay'],
    ['https://*.example'],
    ['https://*.*.shop.example'],
    ['http://shop.example'],
    ['http://localhost:3000'],
    ['https://10.0.0.1'],
    ['https://intranet'],
    ['shop.example'],
  ])('400 for %s, at every level', async (origin) => {
    const policy = { allowedOrigins: [SHOP, origin] }
    const cardId = await newCard({})
    const answers = [
      await api.admin('createCustomer', { body: { email: 'b@example.com', policy } }),
      await api.admin('updateCustomer', { params: { customerId }, body: { policy } }),
      await api.admin('updateAgent', { params: { agentId }, body: { policy } }),
      await api.admin('createCard', { body: { customerId, policy } }),
      await api.admin('updateCard', { params: { cardId }, body: { policy } }),
    ]
    for (const { status, body } of answers) {
      expect([status, 'error' in body && (body.error as { param?: string }).param]).toEqual([
        400,
        'policy.allowedOrigins[1]',
      ])
    }
  })

  it('has 200 entries at most', async () => {
    const allowedOrigins = Array.from({ length: 201 }, (_none, index) => `https://shop-${index}.example`)
    const { status } = await api.admin('createCard', { body: { customerId, policy: { allowedOrigins } } })
    expect(status).toBe(400)
  })

  it('is warned of where no level has it', async () => {
    const warned = async (cardId: string) =>
      (await api.admin('getCardPolicy', { params: { cardId } })).body.warnings.map(({ code }) => code)
    expect(await warned(await newCard({}))).toContain('origins_not_bounded')
    expect(await warned(await newCard())).not.toContain('origins_not_bounded')
    expect(await warned(await newCard({ allowedOrigins: [] }))).toContain('allow_list_empty')
  })

  it('gets an origin that an agent asks for, when a person agrees', async () => {
    const cardId = await newCard()
    const ask = (origin: string) =>
      agent('createChangeRequest', { body: { cardId, wanted: { allow: { origin } }, why: 'It sells the ink.' } })
    const { body } = await ask('https://Ink.example')
    expect(body.changes).toEqual([
      {
        path: 'policy.allowedOrigins',
        before: [SHOP, 'https://*.shops.example'],
        after: [SHOP, 'https://*.shops.example', 'https://ink.example'],
      },
    ])
    await api.admin('approveChangeRequest', { params: { changeRequestId: body.id } })
    const intentId = await declare(cardId, 'https://ink.example')
    expect(codes(await release(cardId, intentId))).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    const refused = [
      await ask('https://pay.shops.example'),
      await ask('http://localhost:1'),
      await ask('https://*.b.example'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  })
})
