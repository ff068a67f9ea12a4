import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSealedCardJwe } from '../../../src/fill/sealed-card.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let agentId: string
let agent: Caller
beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = await newAgent('shopper')
  agent = await api.as('agent', agentId)
})
afterAll(() => api.stop())

const newAgent = async (externalId: string) =>
  (await api.admin('createAgent', { body: { customerId, externalId } })).body.id
const newCard = async (policy: object = {}) =>
  (await api.admin('createCard', { body: { customerId, agentId, policy } })).body.id
const numberOf = async (cardId: string) => (await api.admin('getCardDetails', { params: { cardId } })).body

const pairs = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  X25519: () => generateKeyPairSync('x25519'),
}
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' })

async function newFiller(owner = agentId, kind: keyof typeof pairs = 'X25519') {
  const { publicKey, privateKey } = pairs[kind]()
  const body = { name: 'Browser', publicKey: jwkOf(publicKey) }
  const answer = await api.admin('createFiller', { params: { agentId: owner }, body })
  return { ...answer, id: answer.body.id, privateKey }
}
const seal = (cardId: string, body: object, caller = agent) => caller('sealCardDetails', { params: { cardId }, body })

describe('POST /cards/{cardId}/sealed-details', () => {
  it.each(['P-256', 'X25519'] as const)('shows the number to the filler alone: %s', async (kind) => {
    const cardId = await newCard()
    const { pan, exp, cvv } = await numberOf(cardId)
    const filler = await newFiller(agentId, kind)
    const { status, body, text } = await seal(cardId, { sealTo: filler.id })
    expect([status, body.last4]).toEqual([200, pan.slice(-4)])
    for (const secret of [pan, `"${cvv}"`]) expect(text).not.toContain(secret)
    const { header, payload } = await openSealedCardJwe(filler.privateKey, body.sealed)
    expect(header['kid']).toBe(filler.id)
    expect(JSON.parse(payload)).toEqual({ pan, exp, cvv, cardId, expiresAt: body.expiresAt })
    expect(body.expiresAt).toBe(new Date(api.clock.now() + 600_000).toISOString())
    await expect(openSealedCardJwe(pairs[kind]().privateKey, body.sealed)).rejects.toThrow()
  })

  it('says which purchase it is for, and where the number may be entered', async () => {
    const cardId = await newCard({ requireIntent: true })
    const expectedOrigin = 'https://shop.example.com'
    const intent = await agent('createIntent', { params: { cardId }, body: { purpose: 'Ink', expectedOrigin } })
    const filler = await newFiller()
    const { body } = await seal(cardId, { sealTo: filler.id, intentId: intent.body.id, purpose: 'Pay' })
    const told = JSON.parse((await openSealedCardJwe(filler.privateKey, body.sealed)).payload) as object
    expect(told).toMatchObject({ cardId, intentId: intent.body.id, expectedOrigin })
    const access = await api.admin('getAccessEvent', { params: { accessEventId: body.accessEventId } })
    expect(access.body).toMatchObject({ decision: 'granted', intentId: intent.body.id, purpose: 'Pay' })
  })

  it('is refused like any read, and the refusal is kept', async () => {
    const cardId = await newCard({ requireIntent: true })
    const { id: sealTo } = await newFiller()
    const { status, body } = await seal(cardId, { sealTo })
    expect([status, body.error?.code]).toEqual([403, 'intent_required'])
    const { data } = (await api.admin('listCardAccessEvents', { params: { cardId } })).body
    expect(data).toMatchObject([{ decision: 'denied', reasons: [{ code: 'intent_required' }] }])
  })

  it('is refused while all spending is stopped', async () => {
    const cardId = await newCard({ requireIntent: true })
    const { id: sealTo } = await newFiller()
    await api.admin('stopAccount', { body: { reason: 'A leaked key' } })
    const { status, body } = await seal(cardId, { sealTo })
    await api.admin('resumeAccount', { body: { reason: 'It is revoked' } })
    expect([status, body.error?.code]).toEqual([403, 'account_stopped'])
    const { data } = (await api.admin('listCardAccessEvents', { params: { cardId } })).body
    expect(data[0]?.reasons.map(({ code }) => code)).toContain('account_stopped')
  })

  it('counts among the reads of an hour', async () => {
    const cardId = await newCard()
    const { id: sealTo } = await newFiller()
    for (let n = 0; n < 5; n += 1) await seal(cardId, { sealTo })
    for (let n = 0; n < 5; n += 1) await numberOf(cardId)
    expect((await seal(cardId, { sealTo })).body.error?.code).toBe('credential_read_limit')
  })

  it('404 for a filler of another agent, for one that was deleted, and for none', async () => {
    const cardId = await newCard()
    const others = await newFiller(await newAgent('other'))
    const deleted = await newFiller()
    await api.admin('deleteFiller', { params: { fillerId: deleted.id } })
    for (const caller of [agent, api.admin]) {
      for (const sealTo of [others.id, deleted.id, 'fil_0']) {
        const { status, body } = await seal(cardId, { sealTo }, caller)
        expect([status, body.error?.code]).toEqual([404, 'filler_not_found'])
      }
    }
    const { data } = (await api.admin('listCardAccessEvents', { params: { cardId } })).body
    expect(data).toEqual([])
  })
})

describe('POST /agents/{agentId}/fillers', () => {
  const create = (publicKey: object) =>
    api.admin('createFiller', { params: { agentId }, body: { name: 'Browser', publicKey } })

  it('keeps the public key, and tells the audit trail', async () => {
    const { status, body, id } = await newFiller()
    expect([status, body]).toMatchObject([201, { agentId, name: 'Browser', publicKey: { crv: 'X25519' } }])
    const audited = await api.admin('listAudit', { query: { resourceId: id } })
    expect(audited.body.data).toMatchObject([{ operation: 'createFiller', resource: { type: 'filler', id } }])
    const { data } = (await agent('listFillers', { params: { agentId } })).body
    expect(data).toContainEqual(body)
  })

  it('400 for a private key, and for what is no key', async () => {
    const { privateKey } = pairs.X25519()
    for (const key of [jwkOf(privateKey), { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) }]) {
      const { status, body } = await create(key)
      expect([status, body.error?.param]).toEqual([400, expect.stringMatching(/^publicKey/)])
    }
  })

  it('400 for more than twenty', async () => {
    const owner = await newAgent('many')
    for (let n = 0; n < 20; n += 1) expect((await newFiller(owner)).status).toBe(201)
    expect((await newFiller(owner)).status).toBe(400)
  })
})
