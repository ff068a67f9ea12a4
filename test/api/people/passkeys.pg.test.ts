import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalProof, Passkey } from '../../../src/contract/resources/passkeys.ts'
import { canonicalJson } from '../../../src/lib/canonical-json.ts'
import { SoftwareAuthenticator, type DishonestPasskeyValues } from '../../support/soft-authenticator.ts'
import { sessionCookieOf, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { TEST_API_KEY } from '../../support/processes/start-purser.ts'
import { type Answer, type Holder, type Options, type PasskeyRig, startPasskeyRig } from './passkey-rig.ts'

let rig: PasskeyRig
beforeAll(async () => {
  rig = await startPasskeyRig()
})
afterAll(() => rig.test.stop())

const codeOf = ({ body }: Answer<unknown>) => body.error?.code

describe('a passkey', () => {
  it('signs its person in without a password, and is seen by them', async () => {
    const { id, cookie, authenticator, passkeyId } = await rig.holder('viewer')
    const session = await rig.signIn(authenticator)
    expect([session.status, session.body.personId]).toEqual([201, id])
    const self = await rig.ask<{ id: string }>('GET', '/self', { cookie: sessionCookieOf(session.reply) })
    expect(self.body.id).toBe(id)
    const list = await rig.ask<{ data: Passkey[] }>('GET', '/passkeys', { cookie })
    expect(list.body.data).toEqual([
      expect.objectContaining({ id: passkeyId, name: 'Laptop', host: 'localhost', lastUsedAt: expect.any(String) }),
    ])
  })

  it.each<[string, DishonestPasskeyValues]>([
    ['another page', { origin: 'https://elsewhere.example' }],
    ['another relying party', { host: 'elsewhere.example' }],
    ['nobody verified', { flags: 0x01 }],
    ['a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['an answer of another kind', { type: 'webauthn.get' }],
  ])('is not kept where it was made for %s', async (_of, twist) => {
    const { cookie } = await rig.person('viewer')
    const { answer } = await rig.register(cookie, twist)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'passkey_refused'])
  })

  it.each<[string, DishonestPasskeyValues]>([
    ['another page', { origin: 'https://elsewhere.example' }],
    ['plain HTTP elsewhere', { origin: 'http://elsewhere.example' }],
    ['another relying party', { host: 'elsewhere.example' }],
    ['nobody verified', { flags: 0x01 }],
    ['a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['an answer of another kind', { type: 'webauthn.create' }],
    ['a counter that stands still', { counter: 0 }],
  ])('signs nobody in by %s', async (_of, twist) => {
    const { authenticator } = await rig.holder('viewer')
    expect((await rig.signIn(authenticator)).status).toBe(201)
    expect(codeOf(await rig.signIn(authenticator, twist))).toBe('passkey_refused')
  })

  it('signs nobody in by an old count, a signature that was changed, or a challenge that was used or is over', async () => {
    const { authenticator } = await rig.holder('viewer')
    authenticator.counter = 9
    const body = authenticator.sign(await rig.signInOptions())
    const send = (assertion: object) => rig.ask('POST', '/sessions/passkey', { body: assertion })
    expect((await send(body)).status).toBe(201)
    expect(codeOf(await send(body))).toBe('passkey_refused')
    authenticator.counter = 3
    expect(codeOf(await rig.signIn(authenticator))).toBe('passkey_refused')
    authenticator.counter = 20
    const tampered = authenticator.sign(await rig.signInOptions())
    const other = authenticator.sign(await rig.signInOptions())
    expect(codeOf(await send({ ...tampered, signature: other.signature }))).toBe('passkey_refused')
    const late = authenticator.sign(await rig.signInOptions())
    await rig.test.purser.testClock.advance({ seconds: 300 })
    expect(codeOf(await send(late))).toBe('passkey_refused')
    expect((await rig.signIn(authenticator)).status).toBe(201)
  })

  it('cannot be kept by a challenge of somebody else, twice, or by one that was for signing in', async () => {
    const one = await rig.person('viewer')
    const another = await rig.person('viewer')
    const { options } = (await rig.ask<Options>('POST', '/passkeys/options', { cookie: one.cookie })).body
    const authenticator = new SoftwareAuthenticator(rig.origin)
    const keep = (cookie: string, challenge: string) =>
      rig.ask('POST', '/passkeys', {
        cookie,
        body: { name: 'Key', password: TEST_PASSWORD, ...authenticator.register({ challenge }) },
      })
    expect(codeOf(await keep(another.cookie, options.challenge))).toBe('passkey_refused')
    expect(codeOf(await keep(one.cookie, (await rig.signInOptions()).challenge))).toBe('passkey_refused')
    const again = (await rig.ask<Options>('POST', '/passkeys/options', { cookie: one.cookie })).body.options
    expect((await keep(one.cookie, again.challenge)).status).toBe(201)
    const third = (await rig.ask<Options>('POST', '/passkeys/options', { cookie: another.cookie })).body.options
    expect(codeOf(await keep(another.cookie, third.challenge))).toBe('passkey_exists')
  })

  it('is deleted by its person alone, who confirms it', async () => {
    const [viewer, owner] = [await rig.holder('viewer'), await rig.holder('owner')]
    const remove = (cookie: string, id: string) => rig.ask('DELETE', `/passkeys/${id}`, { cookie })
    expect(codeOf(await remove(owner.cookie, viewer.passkeyId))).toBe('passkey_not_found')
    expect((await rig.confirmed('DELETE', `/passkeys/${viewer.passkeyId}`, viewer)).status).toBe(200)
    expect(codeOf(await rig.signIn(viewer.authenticator))).toBe('passkey_refused')
  })

  it('of somebody who is disabled signs nobody in, nor does a row that was written into the database', async () => {
    const leaver = await rig.holder('viewer')
    await rig.ask('PATCH', `/people/${leaver.id}`, { key: TEST_API_KEY, body: { status: 'disabled' } })
    expect(codeOf(await rig.signIn(leaver.authenticator))).toBe('passkey_refused')
    const [owner, thief] = [await rig.person('owner'), await rig.holder('viewer')]
    await rig.test.database.pool.query('update passkeys set person_id = $1 where id = $2', [owner.id, thief.passkeyId])
    expect(codeOf(await rig.signIn(thief.authenticator))).toBe('passkey_refused')
  })

  it("is told of in the audit trail, as its person's", async () => {
    const { id, cookie, authenticator, passkeyId } = await rig.holder('viewer')
    await rig.confirmed('DELETE', `/passkeys/${passkeyId}`, { cookie, authenticator })
    const { data } = await rig.test.purser.audit.list({ actorId: id, limit: 2 })
    expect(data.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['deletePasskey', [{ path: 'passkey', before: passkeyId, after: null }]],
      ['acceptInvitation', [{ path: 'session', before: null, after: expect.stringMatching(/^ses_/) }]],
    ])
    const made = await rig.test.purser.audit.list({ actorId: id, operation: 'acceptInvitation' })
    expect(made.data.flatMap(({ changes }) => changes)).toContainEqual({
      path: 'passkey',
      before: null,
      after: passkeyId,
    })
  })
})

describe('an approval above the amount of the account', () => {
  let cardId: string
  let owner: Holder
  beforeAll(async () => {
    const { id: customerId } = await rig.test.purser.customers.create({ email: 'ada@example.com' })
    cardId = (await rig.test.purser.cards.create({ customerId, policy: { requireApproval: true } })).id
    owner = await rig.holder('owner')
    const set = await rig.ask('PATCH', '/account', { cookie: owner.cookie, body: { approvalPasskeyAbove: 50_000 } })
    expect(set.status).toBe(200)
  })

  const declare = async (expectedAmount?: number) =>
    (
      await rig.test.purser.intents.declare(cardId, {
        purpose: 'Ink',
        expectedOrigin: 'https://shop.example',
        tolerance: 0,
        ...(expectedAmount && { expectedAmount }),
      })
    ).id
  const optionsFor = async (cookie: string, intentId: string, decision: string) =>
    (await rig.ask<Options>('POST', `/intents/${intentId}/approval-options`, { cookie, body: { decision } })).body
      .options
  const hashes = new Map<string, object>()
  /** Decides as a page does that was read once: its hash stays what it was. */
  async function decide(
    cookie: string,
    intentId: string,
    decision: string,
    proof?: object,
    headers?: Record<string, string>,
  ) {
    const shown = hashes.get(intentId) ?? (await rig.shown(`/intents/${intentId}`))
    hashes.set(intentId, shown)
    return rig.ask<{ status: string }>('POST', `/intents/${intentId}/${decision}`, {
      cookie,
      body: { proof, ...shown },
      ...(headers && { headers }),
    })
  }
  const approvalOf = async (intentId: string) => {
    const { data } = await rig.test.purser.approvals.list({ limit: 100 })
    return data.find((approval) => approval.intentId === intentId)?.id ?? ''
  }

  it('takes no passkey at the amount; above it, and without an amount, it does', async () => {
    const { cookie } = await rig.person('approver')
    expect((await decide(cookie, await declare(50_000), 'approve')).status).toBe(200)
    for (const intentId of [await declare(50_001), await declare()]) {
      for (const decision of ['approve', 'reject']) {
        expect(codeOf(await decide(cookie, intentId, decision))).toBe('passkey_required')
        expect(codeOf(await rig.ask('POST', `/intents/${intentId}/${decision}`, { key: TEST_API_KEY, body: {} }))).toBe(
          'passkey_required',
        )
      }
    }
  })

  it.each(['approve', 'reject'])('keeps what was signed to %s it, for anybody to check', async (decision) => {
    const { id, cookie, authenticator } = await rig.holder('approver')
    const intentId = await declare(90_000)
    const options = await optionsFor(cookie, intentId, decision)
    expect(options.allowCredentials?.map((one) => one.id)).toEqual([authenticator.credentialId])
    expect((await decide(cookie, intentId, decision, authenticator.sign(options))).status).toBe(200)
    const proof = (await rig.ask<ApprovalProof>('GET', `/approvals/${await approvalOf(intentId)}/proof`, { cookie }))
      .body
    expect(proof.statement).toMatchObject({
      intentId,
      ceiling: 90_000,
      merchant: null,
      expectedOrigin: 'https://shop.example',
      originSeen: false,
      decision,
      personId: id,
    })
    const clientData = Buffer.from(proof.clientData, 'base64url')
    const { challenge } = JSON.parse(clientData.toString()) as { challenge: string }
    expect(challenge).toBe(createHash('sha256').update(canonicalJson(proof.statement)).digest('base64url'))
    const signed = Buffer.concat([
      Buffer.from(proof.authenticatorData, 'base64url'),
      createHash('sha256').update(clientData).digest(),
    ])
    const key = createPublicKey(proof.publicKey)
    expect(verify('sha256', signed, key, Buffer.from(proof.signature, 'base64url'))).toBe(true)
  })

  it('is not decided by what was signed for another decision, intent, person or purpose, nor twice', async () => {
    const { cookie, authenticator } = await rig.holder('approver')
    const other = await rig.holder('approver')
    const [intentId, another] = [await declare(90_000), await declare(90_000)]
    const refused = async (proof: object, as = cookie) =>
      expect(codeOf(await decide(as, intentId, 'approve', proof))).toBe('passkey_refused')
    await refused(authenticator.sign(await optionsFor(cookie, intentId, 'reject')))
    await refused(authenticator.sign(await optionsFor(cookie, another, 'approve')))
    await refused(authenticator.sign(await optionsFor(other.cookie, intentId, 'approve')))
    await refused(other.authenticator.sign(await optionsFor(cookie, intentId, 'approve')))
    await refused(authenticator.sign(await optionsFor(cookie, intentId, 'approve')), other.cookie)
    await refused(authenticator.sign(await rig.signInOptions()))
    await refused(authenticator.sign(await optionsFor(cookie, intentId, 'approve'), { flags: 0x01 }))
    const used = authenticator.sign(await optionsFor(cookie, another, 'approve'))
    expect((await decide(cookie, another, 'approve', used)).status).toBe(200)
    await refused(used)
    expect(codeOf(await decide(cookie, another, 'approve', used))).toBe('intent_not_pending')
    expect((await rig.test.purser.intents.get(intentId)).status).toBe('pending_approval')
  })

  it('answers the same to the same request again, whose proof is used up', async () => {
    const { cookie, authenticator } = await rig.holder('approver')
    const intentId = await declare(90_000)
    const proof = authenticator.sign(await optionsFor(cookie, intentId, 'approve'))
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [
      await decide(cookie, intentId, 'approve', proof, headers),
      await decide(cookie, intentId, 'approve', proof, headers),
    ]
    expect([first.status, second.status, second.reply.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true'])
  })

  it('has no proof where it was decided without, and none that was changed in the database', async () => {
    const { cookie, authenticator } = await rig.holder('approver')
    const without = await declare(100)
    await decide(cookie, without, 'approve')
    expect(codeOf(await rig.ask('GET', `/approvals/${await approvalOf(without)}/proof`, { cookie }))).toBe(
      'approval_proof_not_found',
    )
    const intentId = await declare(90_000)
    await decide(cookie, intentId, 'approve', authenticator.sign(await optionsFor(cookie, intentId, 'approve')))
    const path = `/approvals/${await approvalOf(intentId)}/proof`
    expect((await rig.ask('GET', path, { cookie })).status).toBe(200)
    await rig.test.database.pool.query(
      `update approval_proofs set statement = replace(statement, '90000', '10') where intent_id = $1`,
      [intentId],
    )
    expect((await rig.ask('GET', path, { cookie })).status).toBe(404)
  })

  it('is for owners to set, and to unset; an admin changes the name', async () => {
    const admin = await rig.person('admin')
    const change = (cookie: string, body: object) => rig.ask<{ name: string }>('PATCH', '/account', { cookie, body })
    expect(codeOf(await change(admin.cookie, { approvalPasskeyAbove: null }))).toBe('owner_required')
    expect(codeOf(await rig.ask('PATCH', '/account', { key: TEST_API_KEY, body: { approvalPasskeyAbove: 1 } }))).toBe(
      'owner_required',
    )
    expect((await change(admin.cookie, { name: 'Ink Inc.' })).body.name).toBe('Ink Inc.')
    const unset = await rig.confirmed<object>('PATCH', '/account', { ...owner, body: { approvalPasskeyAbove: null } })
    expect(unset.body).not.toHaveProperty('approvalPasskeyAbove')
    expect((await decide(admin.cookie, await declare(90_000), 'approve')).status).toBe(200)
  })
})

describe('a look at a card number', () => {
  let customerId: string
  beforeAll(async () => {
    customerId = (await rig.test.purser.customers.create({ email: 'grace@example.com' })).id
  })
  const newCard = async () => (await rig.test.purser.cards.create({ customerId })).id
  const declare = async (cardId: string) => (await rig.test.purser.intents.declare(cardId, { purpose: 'Ink' })).id
  interface Look {
    readonly intentId?: string
    readonly purpose?: string
  }
  const optionsFor = (cookie: string, cardId: string, body: Look = {}) =>
    rig.ask<Options>('POST', `/cards/${cardId}/details-options`, { cookie, body })
  const look = (cookie: string, cardId: string, body: object = {}, headers: Record<string, string> = {}) =>
    rig.ask<{ pan: string; accessEventId: string }>('POST', `/cards/${cardId}/details`, { cookie, body, headers })
  const signed = async ({ cookie, authenticator }: Holder, cardId: string, body?: Look) =>
    authenticator.sign((await optionsFor(cookie, cardId, body)).body.options)
  const latest = async (cardId: string) => (await rig.test.purser.cards.listAccessEvents(cardId, { limit: 1 })).data[0]

  it('is confirmed by a person who has a passkey, and says with which', async () => {
    const admin = await rig.holder('admin')
    const cardId = await newCard()
    const refused = await look(admin.cookie, cardId)
    expect([refused.status, codeOf(refused), refused.body.error?.hint]).toEqual([
      403,
      'passkey_required',
      expect.stringContaining('/details-options'),
    ])
    expect(await latest(cardId)).toMatchObject({ decision: 'denied', reasons: [{ code: 'passkey_required' }] })
    expect(await latest(cardId)).not.toHaveProperty('passkeyId')
    const said = { intentId: await declare(cardId), purpose: 'An invoice by phone' }
    const { body } = await optionsFor(admin.cookie, cardId, said)
    expect(body.statement).toMatchObject({
      purpose: 'card_number',
      personId: admin.id,
      cardId,
      intentId: said.intentId,
      reason: said.purpose,
    })
    expect(body.options.allowCredentials?.map((one) => one.id)).toEqual([admin.authenticator.credentialId])
    const shown = await look(admin.cookie, cardId, { ...said, proof: admin.authenticator.sign(body.options) })
    expect([shown.status, shown.body.pan]).toEqual([200, expect.stringMatching(/^\d{16}$/)])
    const told = { id: shown.body.accessEventId, passkeyId: admin.passkeyId, keyId: admin.id, purpose: said.purpose }
    expect(await latest(cardId)).toMatchObject(told)
    const { data } = await rig.test.purser.audit.list({ resourceId: shown.body.accessEventId })
    expect(data[0]?.changes).toContainEqual({ path: 'passkeyId', before: null, after: admin.passkeyId })
    const { data: events } = await rig.test.purser.events.list({ type: 'access.granted', limit: 1 })
    expect(events[0]?.data).toMatchObject(told)
  })

  it('is not shown for what was signed for another card, intent, reason, person or purpose, too late or twice', async () => {
    const [admin, other] = [await rig.holder('admin'), await rig.holder('admin')]
    const [cardId, another] = [await newCard(), await newCard()]
    const said = { intentId: await declare(cardId), purpose: 'Ink' }
    const refused = async (proof: object) => {
      expect(codeOf(await look(admin.cookie, cardId, { ...said, proof }))).toBe('passkey_refused')
      expect(await latest(cardId)).toMatchObject({ decision: 'denied', reasons: [{ code: 'passkey_refused' }] })
    }
    await refused(await signed(admin, another, said))
    await refused(await signed(admin, cardId, { ...said, intentId: await declare(cardId) }))
    await refused(await signed(admin, cardId, { intentId: said.intentId }))
    await refused(await signed(admin, cardId, { purpose: said.purpose }))
    await refused(await signed(other, cardId, said))
    await refused(other.authenticator.sign((await optionsFor(admin.cookie, cardId, said)).body.options))
    await refused(admin.authenticator.sign(await rig.signInOptions()))
    await refused(
      admin.authenticator.sign((await optionsFor(admin.cookie, cardId, said)).body.options, { flags: 0x01 }),
    )
    const late = await signed(admin, cardId, said)
    await rig.test.purser.testClock.advance({ seconds: 300 })
    await refused(late)
    const once = await signed(admin, cardId, said)
    expect((await look(admin.cookie, cardId, { ...said, proof: once })).status).toBe(200)
    await refused(once)
    const headers = { 'idempotency-key': 'look' }
    const body = { ...said, proof: await signed(admin, cardId, said) }
    expect((await look(admin.cookie, cardId, body, headers)).status).toBe(200)
    expect(codeOf(await look(admin.cookie, cardId, body, headers))).toBe('passkey_refused')
  })

  it('uses a challenge up where what was signed is another thing', async () => {
    const admin = await rig.holder('admin')
    const [cardId, another] = [await newCard(), await newCard()]
    const proof = await signed(admin, another)
    expect(codeOf(await look(admin.cookie, cardId, { proof }))).toBe('passkey_refused')
    expect(codeOf(await look(admin.cookie, another, { proof }))).toBe('passkey_refused')
  })

  it('takes none of whoever has none and of API keys, until an owner wants it of every person', async () => {
    const [owner, admin, cardId] = [await rig.person('owner'), await rig.person('admin'), await newCard()]
    const change = (cookie: string, numbersNeedPasskey: boolean) =>
      rig.ask('PATCH', '/account', { cookie, body: { numbersNeedPasskey } })
    expect((await look(admin.cookie, cardId)).status).toBe(200)
    expect(codeOf(await change(admin.cookie, true))).toBe('owner_required')
    expect((await change(owner.cookie, true)).body).toMatchObject({ numbersNeedPasskey: true })
    expect(codeOf(await look(admin.cookie, cardId))).toBe('passkey_required')
    const byKey = { key: TEST_API_KEY, body: {} }
    expect((await rig.ask('POST', `/cards/${cardId}/details`, byKey)).status).toBe(200)
    expect(codeOf(await rig.ask('POST', `/cards/${cardId}/details-options`, byKey))).toBe('person_required')
    expect((await change(owner.cookie, false)).body).toMatchObject({ numbersNeedPasskey: false })
    expect((await look(admin.cookie, cardId)).status).toBe(200)
    const viewer = await rig.person('viewer')
    expect(codeOf(await optionsFor(viewer.cookie, cardId))).toBe('insufficient_permissions')
    expect(codeOf(await optionsFor(admin.cookie, 'card_0'))).toBe('card_not_found')
  })
})
