import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeRequest } from '../../../src/contract/resources/change-requests.ts'
import { TEST_API_KEY } from '../../support/processes/start-purser.ts'
import { type Answer, askedIn, type Holder, type Options, type PasskeyRig, startPasskeyRig } from './passkey-rig.ts'

const ABOVE = 50_000

let rig: PasskeyRig
let owner: Holder
beforeAll(async () => {
  rig = await startPasskeyRig()
  owner = await rig.holder('owner')
})
afterAll(() => rig.test.stop())

const codeOf = ({ body }: Answer<unknown>) => body.error?.code
const setAbove = (cents: number | null) =>
  rig.test.database.pool.query('update accounts set approval_passkey_above = $1, numbers_need_passkey = true', [cents])
const patch = (path: string, body: object, as: { cookie?: string; key?: string } = owner) =>
  rig.ask<Record<string, unknown>>('PATCH', path, { ...as, body })
const newCard = async (more: object = {}) => {
  const { id: customerId } = await rig.test.purser.customers.create({ email: 'ada@example.com' })
  return rig.test.purser.cards.create({ customerId, limits: { perDay: 10_000 }, ...more })
}

describe('the account', () => {
  beforeAll(() => setAbove(ABOVE))

  it.each([{ approvalPasskeyAbove: null }, { approvalPasskeyAbove: ABOVE + 1 }, { numbersNeedPasskey: false }])(
    'does not take %j from a session alone',
    async (body) => {
      const refused = await patch('/account', body)
      expect(codeOf(refused)).toBe('passkey_required')
      expect(refused.body.error?.details).toMatchObject({
        statement: { operation: 'updateAccount', becomes: [{ path: Object.keys(body)[0] }] },
      })
      const bare = await rig.person('owner')
      expect(codeOf(await patch('/account', body, bare))).toBe('passkey_required')
      expect(await rig.test.purser.account.get()).toMatchObject({
        approvalPasskeyAbove: ABOVE,
        numbersNeedPasskey: true,
      })
    },
  )

  it('is loosened by a passkey over that very change, once, and tightened without', async () => {
    const refused = await patch('/account', { approvalPasskeyAbove: 60_000 })
    const { options } = askedIn(refused)
    const proof = owner.authenticator.sign(options)
    expect(codeOf(await patch('/account', { approvalPasskeyAbove: null, proof }))).toBe('passkey_refused')
    expect(codeOf(await patch('/account', { approvalPasskeyAbove: 60_000, proof }))).toBe('passkey_refused')
    const by = { ...owner, body: { approvalPasskeyAbove: 60_000 } }
    expect((await rig.confirmed('PATCH', '/account', by)).body).toMatchObject({ approvalPasskeyAbove: 60_000 })
    expect((await patch('/account', { approvalPasskeyAbove: ABOVE, name: 'Ink' })).body).toMatchObject({ name: 'Ink' })
    const tried = await patch('/account?dryRun=true', { approvalPasskeyAbove: null })
    expect([tried.status, tried.body]).toEqual([200, expect.not.objectContaining({ approvalPasskeyAbove: ABOVE })])
  })

  it('is confirmed by nobody while nothing takes a passkey', async () => {
    await setAbove(null)
    expect((await patch('/account', { numbersNeedPasskey: false })).status).toBe(200)
    expect((await patch('/account', { approvalPasskeyAbove: ABOVE })).status).toBe(200)
  })
})

describe('more that can be spent without a person', () => {
  beforeAll(() => setAbove(ABOVE))

  it.each(['customer', 'agent', 'card'] as const)('is asked for where a person raises it at a %s', async (level) => {
    const { id: customerId } = await rig.test.purser.customers.create({ email: 'ada@example.com' })
    const { id: agentId } = await rig.test.purser.agents.create({ customerId, externalId: `buyer-${customerId}` })
    const { id: cardId } = await rig.test.purser.cards.create({ customerId, agentId })
    const path = { customer: `/customers/${customerId}`, agent: `/agents/${agentId}`, card: `/cards/${cardId}` }[level]
    const limits = (perDay: number | null) => ({ limits: { perDay } })
    expect((await patch(path, limits(ABOVE))).status).toBe(200)
    const refused = await patch(path, limits(ABOVE + 1))
    expect(codeOf(refused)).toBe('passkey_required')
    expect(refused.body.error?.details).toMatchObject({
      statement: { becomes: [{ path: 'limits.perDay', before: ABOVE, after: ABOVE + 1 }] },
    })
    expect((await patch(`${path}?dryRun=true`, limits(ABOVE + 1))).status).toBe(200)
    expect(codeOf(await patch(path, limits(null)))).toBe('passkey_required')
    const raised = await rig.confirmed('PATCH', path, { ...owner, body: limits(ABOVE + 1) })
    expect(raised.body).toMatchObject({ limits: { perDay: ABOVE + 1 } })
    // Above the amount already: what does not raise it asks nothing.
    expect((await patch(path, { metadata: { note: 'Ink' } })).status).toBe(200)
    expect((await patch(path, limits(ABOVE))).status).toBe(200)
  })

  it('counts by what needs a person: approval that is enforced lets limits rise, and taking it away asks', async () => {
    const strict = {
      requireIntent: true,
      requireApproval: true,
      onMissingIntent: 'decline',
      onIntentMismatch: 'decline',
    }
    const { id } = await newCard({ policy: strict })
    expect((await patch(`/cards/${id}`, { limits: { perDay: 900_000 } })).status).toBe(200)
    expect(codeOf(await patch(`/cards/${id}`, { policy: { requireApproval: false } }))).toBe('passkey_required')
  })

  it('is not raised behind a pause: by a frozen card, or by a shadow policy', async () => {
    const { id } = await newCard()
    const path = `/cards/${id}`
    await rig.test.purser.cards.freeze(id)
    expect(codeOf(await patch(path, { limits: { perDay: ABOVE + 1 } }))).toBe('passkey_required')
    await rig.test.purser.cards.update(id, { limits: { perDay: ABOVE + 1 } })
    expect(codeOf(await patch(path, { status: 'active' }))).toBe('passkey_required')
    const unfrozen = await rig.ask('POST', `${path}/unfreeze`, { cookie: owner.cookie, body: {} })
    expect(codeOf(unfrozen)).toBe('passkey_required')
    expect((await rig.confirmed('POST', `${path}/unfreeze`, owner)).body).toMatchObject({ status: 'active' })

    const bound = await newCard({ limits: {}, policy: { limits: { perDay: 10_000 } } })
    expect((await patch(`/cards/${bound.id}`, { shadowPolicy: { limits: { perDay: 90_000 } } })).status).toBe(200)
    const promote = `/cards/${bound.id}/shadow/promote`
    expect(codeOf(await rig.ask('POST', promote, { cookie: owner.cookie, body: {} }))).toBe('passkey_required')
    expect((await rig.confirmed('POST', promote, owner)).status).toBe(200)
  })

  it("is the owner's own automation where an admin key asks for it", async () => {
    const { id } = await newCard()
    expect((await patch(`/cards/${id}`, { limits: { perDay: 900_000 } }, { key: TEST_API_KEY })).status).toBe(200)
  })

  it('takes a passkey where a change request is approved, which no API key has', async () => {
    const { id: cardId } = await newCard()
    const ask = async (perDay: number) =>
      (await rig.test.purser.changeRequests.create({ cardId, wanted: { limits: { perDay } }, why: 'Ink' })).id
    const approver = await rig.holder('approver')
    const { secret } = await rig.test.purser.apiKeys.create({ name: 'Approver', role: 'approver' })
    const [small, large] = [await ask(20_000), await ask(900_000)]
    const path = (id: string) => `/change-requests/${id}/approve`
    const shown = await rig.shown(`/change-requests/${large}`)
    for (const by of [{ key: secret }, { key: TEST_API_KEY }, { cookie: approver.cookie }]) {
      expect(codeOf(await rig.ask('POST', path(large), { ...by, body: shown }))).toBe('passkey_required')
    }
    const refused = await rig.ask('POST', path(large), { cookie: approver.cookie, body: shown })
    expect(refused.body.error?.details).toMatchObject({
      statement: {
        resourceId: large,
        subjectHash: shown.shown,
        becomes: [{ path: 'limits.perDay', before: 10_000, after: 900_000 }],
      },
    })
    expect((await rig.ask('POST', path(small), { key: secret })).status).toBe(200)
    const { options } = askedIn(refused)
    const stale = { proof: approver.authenticator.sign(options) }
    const now = await rig.shown(`/change-requests/${large}`)
    for (const seen of [shown, now]) {
      const answer = await rig.ask('POST', path(large), { cookie: approver.cookie, body: { ...stale, ...seen } })
      expect(codeOf(answer)).toBe('subject_changed')
    }
    const approved = await rig.confirmed<ChangeRequest>('POST', path(large), {
      ...approver,
      body: { note: 'Once', ...now },
    })
    expect(approved.body).toMatchObject({ status: 'approved', decidedBy: approver.id, note: 'Once' })
    expect((await rig.test.purser.cards.get(cardId)).limits).toEqual({ perDay: 900_000 })
  })
})

describe('a number that is sealed for a filler', () => {
  const KEY = { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' } as const
  let cardId: string
  let agentId: string
  beforeAll(async () => {
    const { id: customerId } = await rig.test.purser.customers.create({ email: 'ada@example.com' })
    agentId = (await rig.test.purser.agents.create({ customerId, externalId: `buyer-${customerId}` })).id
    cardId = (await rig.test.purser.cards.create({ customerId, agentId })).id
  })

  it('is asked for with the proof that a look takes, over the filler too', async () => {
    const { id: sealTo } = await rig.test.purser.fillers.create(agentId, { name: 'Browser', publicKey: KEY })
    const { id: other } = await rig.test.purser.fillers.create(agentId, { name: 'Another', publicKey: KEY })
    const said = { sealTo, purpose: 'Ink' }
    const path = `/cards/${cardId}/sealed-details`
    const seal = (body: object) => rig.ask<{ sealed: string }>('POST', path, { cookie: owner.cookie, body })
    const signed = async (body: object) => {
      const asked = await rig.ask<Options>('POST', `/cards/${cardId}/details-options`, { cookie: owner.cookie, body })
      return owner.authenticator.sign(asked.body.options)
    }
    expect(codeOf(await seal(said))).toBe('passkey_required')
    const look = { purpose: said.purpose }
    expect(codeOf(await seal({ ...said, proof: await signed(look) }))).toBe('passkey_refused')
    expect(codeOf(await seal({ ...said, proof: await signed({ ...said, sealTo: other }) }))).toBe('passkey_refused')
    const forFiller = { ...look, proof: await signed(said) }
    const looked = await rig.ask('POST', `/cards/${cardId}/details`, { cookie: owner.cookie, body: forFiller })
    expect(codeOf(looked)).toBe('passkey_refused')
    expect((await seal({ ...said, proof: await signed(said) })).status).toBe(200)
    const { data } = await rig.test.purser.cards.listAccessEvents(cardId, { limit: 1 })
    expect(data[0]).toMatchObject({ decision: 'granted', passkeyId: owner.passkeyId })
    expect((await rig.ask('POST', path, { key: TEST_API_KEY, body: said })).status).toBe(200)
  })

  it('goes to no filler that a session alone has registered', async () => {
    const path = `/agents/${agentId}/fillers`
    const body = { name: 'Mine', publicKey: KEY }
    expect(codeOf(await rig.ask('POST', path, { cookie: owner.cookie, body }))).toBe('passkey_required')
    expect((await rig.confirmed('POST', path, { ...owner, body })).status).toBe(201)
    await setAbove(null)
    await rig.test.database.pool.query('update accounts set numbers_need_passkey = false')
    const { cookie } = await rig.person('admin')
    expect((await rig.ask('POST', path, { cookie, body })).status).toBe(201)
  })
})
