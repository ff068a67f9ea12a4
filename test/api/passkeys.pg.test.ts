import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorBody } from '../../src/contract/errors.ts'
import type { ApprovalProof, Passkey } from '../../src/contract/passkeys.ts'
import type { PersonRole, Session } from '../../src/contract/people.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { SoftAuthenticator, type Twist } from '../support/soft-authenticator.ts'
import { cookieOf, newPerson } from '../support/some-person.ts'
import { API_KEY, startPurser, type TestPurser } from '../support/start-purser.ts'

let test: TestPurser
let baseUrl: string
let origin: string
beforeAll(async () => {
  test = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  // Passkeys belong to names: an address has none.
  baseUrl = test.baseUrl.replace('127.0.0.1', 'localhost')
  origin = new URL(baseUrl).origin
})
afterAll(() => test.stop())

interface Ask {
  readonly cookie?: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
interface Answer<T> {
  readonly status: number
  readonly body: T & Partial<ErrorBody>
  readonly reply: Response
}
interface Options {
  readonly options: { readonly challenge: string; readonly rpId?: string; readonly allowCredentials?: { id: string }[] }
}

async function ask<T = unknown>(
  method: string,
  path: string,
  { cookie, key, body, headers }: Ask = {},
): Promise<Answer<T>> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(cookie === undefined ? {} : { cookie, origin }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as T & Partial<ErrorBody>, reply }
}
const codeOf = ({ body }: Answer<unknown>) => body.error?.code

let count = 0
const person = (role: PersonRole) => newPerson(test, role, `holder-${(count += 1)}@example.com`)

async function register(cookie: string, twist: Twist = {}) {
  const authenticator = new SoftAuthenticator(origin)
  const { options } = (await ask<Options>('POST', '/passkeys/options', { cookie })).body
  const body = { name: 'Laptop', ...authenticator.register(options, twist) }
  return { authenticator, body, answer: await ask<Passkey>('POST', '/passkeys', { cookie, body }) }
}

async function holder(role: PersonRole) {
  const { id, cookie } = await person(role)
  const { authenticator, answer } = await register(cookie)
  expect(answer.status).toBe(201)
  return { id, cookie, authenticator, passkeyId: answer.body.id }
}

const signInOptions = async () => (await ask<Options>('POST', '/sessions/passkey/options')).body.options
const signIn = async (authenticator: SoftAuthenticator, twist: Twist = {}) =>
  ask<Session>('POST', '/sessions/passkey', { body: authenticator.sign(await signInOptions(), twist) })

describe('a passkey', () => {
  it('signs its person in without a password, and is seen by them', async () => {
    const { id, cookie, authenticator, passkeyId } = await holder('viewer')
    const session = await signIn(authenticator)
    expect([session.status, session.body.personId]).toEqual([201, id])
    const self = await ask<{ id: string }>('GET', '/self', { cookie: cookieOf(session.reply) })
    expect(self.body.id).toBe(id)
    const list = await ask<{ data: Passkey[] }>('GET', '/passkeys', { cookie })
    expect(list.body.data).toEqual([
      expect.objectContaining({ id: passkeyId, name: 'Laptop', host: 'localhost', lastUsedAt: expect.any(String) }),
    ])
  })

  it.each<[string, Twist]>([
    ['another page', { origin: 'https://elsewhere.example' }],
    ['another relying party', { host: 'elsewhere.example' }],
    ['nobody verified', { flags: 0x01 }],
    ['a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['an answer of another kind', { type: 'webauthn.get' }],
  ])('is not kept where it was made for %s', async (_of, twist) => {
    const { cookie } = await person('viewer')
    const { answer } = await register(cookie, twist)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'passkey_refused'])
  })

  it.each<[string, Twist]>([
    ['another page', { origin: 'https://elsewhere.example' }],
    ['plain HTTP elsewhere', { origin: 'http://elsewhere.example' }],
    ['another relying party', { host: 'elsewhere.example' }],
    ['nobody verified', { flags: 0x01 }],
    ['a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['an answer of another kind', { type: 'webauthn.create' }],
    ['a counter that stands still', { counter: 0 }],
  ])('signs nobody in by %s', async (_of, twist) => {
    const { authenticator } = await holder('viewer')
    expect((await signIn(authenticator)).status).toBe(201)
    expect(codeOf(await signIn(authenticator, twist))).toBe('passkey_refused')
  })

  it('signs nobody in by an old count, a signature that was changed, or a challenge that was used or is over', async () => {
    const { authenticator } = await holder('viewer')
    authenticator.counter = 9
    const body = authenticator.sign(await signInOptions())
    const send = (assertion: object) => ask('POST', '/sessions/passkey', { body: assertion })
    expect((await send(body)).status).toBe(201)
    expect(codeOf(await send(body))).toBe('passkey_refused')
    authenticator.counter = 3
    expect(codeOf(await signIn(authenticator))).toBe('passkey_refused')
    authenticator.counter = 20
    const tampered = authenticator.sign(await signInOptions())
    const other = authenticator.sign(await signInOptions())
    expect(codeOf(await send({ ...tampered, signature: other.signature }))).toBe('passkey_refused')
    const late = authenticator.sign(await signInOptions())
    await test.purser.testClock.advance({ seconds: 300 })
    expect(codeOf(await send(late))).toBe('passkey_refused')
    expect((await signIn(authenticator)).status).toBe(201)
  })

  it('cannot be kept by a challenge of somebody else, twice, or by one that was for signing in', async () => {
    const one = await person('viewer')
    const another = await person('viewer')
    const { options } = (await ask<Options>('POST', '/passkeys/options', { cookie: one.cookie })).body
    const authenticator = new SoftAuthenticator(origin)
    const keep = (cookie: string, challenge: string) =>
      ask('POST', '/passkeys', { cookie, body: { name: 'Key', ...authenticator.register({ challenge }) } })
    expect(codeOf(await keep(another.cookie, options.challenge))).toBe('passkey_refused')
    expect(codeOf(await keep(one.cookie, (await signInOptions()).challenge))).toBe('passkey_refused')
    const again = (await ask<Options>('POST', '/passkeys/options', { cookie: one.cookie })).body.options
    expect((await keep(one.cookie, again.challenge)).status).toBe(201)
    const third = (await ask<Options>('POST', '/passkeys/options', { cookie: another.cookie })).body.options
    expect(codeOf(await keep(another.cookie, third.challenge))).toBe('passkey_exists')
  })

  it("is deleted by its person, and by admins; an owner's by owners", async () => {
    const [viewer, owner, admin] = [await holder('viewer'), await holder('owner'), await holder('admin')]
    const remove = (cookie: string, id: string) => ask('DELETE', `/passkeys/${id}`, { cookie })
    expect(codeOf(await remove(viewer.cookie, admin.passkeyId))).toBe('passkey_not_found')
    expect(codeOf(await remove(admin.cookie, owner.passkeyId))).toBe('owner_required')
    expect((await remove(admin.cookie, viewer.passkeyId)).status).toBe(200)
    expect(codeOf(await signIn(viewer.authenticator))).toBe('passkey_refused')
    expect((await remove(owner.cookie, owner.passkeyId)).status).toBe(200)
  })

  it('of somebody who is disabled signs nobody in, nor does a row that was written into the database', async () => {
    const leaver = await holder('viewer')
    await ask('PATCH', `/people/${leaver.id}`, { key: API_KEY, body: { status: 'disabled' } })
    expect(codeOf(await signIn(leaver.authenticator))).toBe('passkey_refused')
    const [owner, thief] = [await person('owner'), await holder('viewer')]
    await test.database.pool.query('update passkeys set person_id = $1 where id = $2', [owner.id, thief.passkeyId])
    expect(codeOf(await signIn(thief.authenticator))).toBe('passkey_refused')
  })

  it("is told of in the audit trail, as its person's", async () => {
    const { id, cookie, passkeyId } = await holder('viewer')
    await ask('DELETE', `/passkeys/${passkeyId}`, { cookie })
    const { data } = await test.purser.audit.list({ actorId: id, limit: 2 })
    expect(data.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['deletePasskey', [{ path: 'passkey', before: passkeyId, after: null }]],
      ['createPasskey', [{ path: 'passkey', before: null, after: passkeyId }]],
    ])
  })
})

describe('an approval above the amount of the account', () => {
  let cardId: string
  let owner: Awaited<ReturnType<typeof person>>
  beforeAll(async () => {
    const { id: customerId } = await test.purser.customers.create({ email: 'ada@example.com' })
    cardId = (await test.purser.cards.create({ customerId, policy: { requireApproval: true } })).id
    owner = await person('owner')
    const set = await ask('PATCH', '/account', { cookie: owner.cookie, body: { approvalPasskeyAbove: 50_000 } })
    expect(set.status).toBe(200)
  })

  const declare = async (expectedAmount?: number) =>
    (
      await test.purser.intents.declare(cardId, {
        purpose: 'Ink',
        tolerance: 0,
        ...(expectedAmount && { expectedAmount }),
      })
    ).id
  const optionsFor = async (cookie: string, intentId: string, decision: string) =>
    (await ask<Options>('POST', `/intents/${intentId}/approval-options`, { cookie, body: { decision } })).body.options
  const decide = (
    cookie: string,
    intentId: string,
    decision: string,
    proof?: object,
    headers?: Record<string, string>,
  ) =>
    ask<{ status: string }>('POST', `/intents/${intentId}/${decision}`, {
      cookie,
      body: { proof },
      ...(headers && { headers }),
    })
  const approvalOf = async (intentId: string) => {
    const { data } = await test.purser.approvals.list({ limit: 100 })
    return data.find((approval) => approval.intentId === intentId)?.id ?? ''
  }

  it('takes no passkey at the amount; above it, and without an amount, it does', async () => {
    const { cookie } = await person('approver')
    expect((await decide(cookie, await declare(50_000), 'approve')).status).toBe(200)
    for (const intentId of [await declare(50_001), await declare()]) {
      for (const decision of ['approve', 'reject']) {
        expect(codeOf(await decide(cookie, intentId, decision))).toBe('passkey_required')
        expect(codeOf(await ask('POST', `/intents/${intentId}/${decision}`, { key: API_KEY, body: {} }))).toBe(
          'passkey_required',
        )
      }
    }
  })

  it.each(['approve', 'reject'])('keeps what was signed to %s it, for anybody to check', async (decision) => {
    const { id, cookie, authenticator } = await holder('approver')
    const intentId = await declare(90_000)
    const options = await optionsFor(cookie, intentId, decision)
    expect(options.allowCredentials?.map((one) => one.id)).toEqual([authenticator.credentialId])
    expect((await decide(cookie, intentId, decision, authenticator.sign(options))).status).toBe(200)
    const proof = (await ask<ApprovalProof>('GET', `/approvals/${await approvalOf(intentId)}/proof`, { cookie })).body
    expect(proof.statement).toMatchObject({ intentId, ceiling: 90_000, decision, personId: id })
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
    const { cookie, authenticator } = await holder('approver')
    const other = await holder('approver')
    const [intentId, another] = [await declare(90_000), await declare(90_000)]
    const refused = async (proof: object, as = cookie) =>
      expect(codeOf(await decide(as, intentId, 'approve', proof))).toBe('passkey_refused')
    await refused(authenticator.sign(await optionsFor(cookie, intentId, 'reject')))
    await refused(authenticator.sign(await optionsFor(cookie, another, 'approve')))
    await refused(authenticator.sign(await optionsFor(other.cookie, intentId, 'approve')))
    await refused(other.authenticator.sign(await optionsFor(cookie, intentId, 'approve')))
    await refused(authenticator.sign(await optionsFor(cookie, intentId, 'approve')), other.cookie)
    await refused(authenticator.sign(await signInOptions()))
    await refused(authenticator.sign(await optionsFor(cookie, intentId, 'approve'), { flags: 0x01 }))
    const used = authenticator.sign(await optionsFor(cookie, another, 'approve'))
    expect((await decide(cookie, another, 'approve', used)).status).toBe(200)
    await refused(used)
    expect(codeOf(await decide(cookie, another, 'approve', used))).toBe('intent_not_pending')
    expect((await test.purser.intents.get(intentId)).status).toBe('pending_approval')
  })

  it('answers the same to the same request again, whose proof is used up', async () => {
    const { cookie, authenticator } = await holder('approver')
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
    const { cookie, authenticator } = await holder('approver')
    const without = await declare(100)
    await decide(cookie, without, 'approve')
    expect(codeOf(await ask('GET', `/approvals/${await approvalOf(without)}/proof`, { cookie }))).toBe(
      'approval_proof_not_found',
    )
    const intentId = await declare(90_000)
    await decide(cookie, intentId, 'approve', authenticator.sign(await optionsFor(cookie, intentId, 'approve')))
    const path = `/approvals/${await approvalOf(intentId)}/proof`
    expect((await ask('GET', path, { cookie })).status).toBe(200)
    await test.database.pool.query(
      `update approval_proofs set statement = replace(statement, '90000', '10') where intent_id = $1`,
      [intentId],
    )
    expect((await ask('GET', path, { cookie })).status).toBe(404)
  })

  it('is for owners to set, and to unset; an admin changes the name', async () => {
    const admin = await person('admin')
    const change = (cookie: string, body: object) => ask<{ name: string }>('PATCH', '/account', { cookie, body })
    expect(codeOf(await change(admin.cookie, { approvalPasskeyAbove: null }))).toBe('owner_required')
    expect(codeOf(await ask('PATCH', '/account', { key: API_KEY, body: { approvalPasskeyAbove: 1 } }))).toBe(
      'owner_required',
    )
    expect((await change(admin.cookie, { name: 'Ink Inc.' })).body.name).toBe('Ink Inc.')
    expect((await change(owner.cookie, { approvalPasskeyAbove: null })).body).not.toHaveProperty('approvalPasskeyAbove')
    expect((await decide(admin.cookie, await declare(90_000), 'approve')).status).toBe(200)
  })
})
