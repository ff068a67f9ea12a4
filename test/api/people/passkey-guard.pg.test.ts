import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Passkey } from '../../../src/contract/resources/passkeys.ts'
import { SoftwareAuthenticator } from '../../support/soft-authenticator.ts'
import { sessionCookieOf, newInvitation, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { TEST_API_KEY } from '../../support/processes/start-purser.ts'
import { type Answer, askedIn, type Holder, type Options, type PasskeyRig, startPasskeyRig } from './passkey-rig.ts'

let rig: PasskeyRig
let cardId: string
beforeAll(async () => {
  rig = await startPasskeyRig()
  const { purser, database } = rig.test
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  cardId = (await purser.cards.create({ customerId, policy: { requireApproval: true } })).id
  await database.pool.query('update accounts set approval_passkey_above = 10000')
})
afterAll(() => rig.test.stop())

const codeOf = ({ body }: Answer<unknown>) => body.error?.code
const NEW_PASSWORD = 'nine tall giraffes'

const made = async (cookie: string, more: object = {}) => {
  const authenticator = new SoftwareAuthenticator(rig.origin)
  const { options } = (await rig.ask<Options>('POST', '/passkeys/options', { cookie })).body
  const body = { name: 'Another', ...authenticator.register(options), ...more }
  return { authenticator, body, answer: await rig.ask<Passkey>('POST', '/passkeys', { cookie, body }) }
}
const passkeysOf = async (cookie: string) =>
  (await rig.ask<{ data: Passkey[] }>('GET', '/passkeys', { cookie })).body.data

/** Whether a passkey confirms an approval above the amount of the account. */
async function confirms({ cookie, authenticator }: Pick<Holder, 'cookie' | 'authenticator'>): Promise<boolean> {
  const { id } = await rig.test.purser.intents.declare(cardId, { purpose: 'A press', expectedAmount: 90_000 })
  const path = `/intents/${id}`
  const asked = await rig.ask<Options>('POST', `${path}/approval-options`, { cookie, body: { decision: 'approve' } })
  const proof = authenticator.sign(asked.body.options)
  return (
    (await rig.ask('POST', `${path}/approve`, { cookie, body: { proof, ...(await rig.shown(path)) } })).status === 200
  )
}

describe('a session that was stolen', () => {
  it('makes no passkey beside one that there is: that one confirms it, for the new credential alone', async () => {
    const { cookie, authenticator } = await rig.holder('approver')
    const stolen = await made(cookie, { password: TEST_PASSWORD })
    expect([stolen.answer.status, codeOf(stolen.answer)]).toEqual([403, 'passkey_required'])
    const { options, statement } = askedIn(stolen.answer)
    expect(statement).toMatchObject({
      purpose: 'change',
      operation: 'createPasskey',
      becomes: { name: 'Another', credentialId: stolen.authenticator.credentialId },
    })
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.credentialId])
    const forItself = { ...stolen.body, proof: stolen.authenticator.sign(options) }
    expect(codeOf(await rig.ask('POST', '/passkeys', { cookie, body: forItself }))).toBe('passkey_refused')
    const other = await made(cookie)
    const asked = askedIn(other.answer)
    const elsewhere = { ...stolen.body, proof: authenticator.sign(asked.options) }
    expect(codeOf(await rig.ask('POST', '/passkeys', { cookie, body: elsewhere }))).toBe('passkey_refused')
    expect(await passkeysOf(cookie)).toHaveLength(1)
    const own = await made(cookie)
    const kept = await rig.confirmed<Passkey>('POST', '/passkeys', { cookie, authenticator, body: own.body })
    expect([kept.status, kept.body.status]).toEqual([201, 'active'])
    expect(await confirms({ cookie, authenticator: own.authenticator })).toBe(true)
  })

  it('makes no first passkey without the password', async () => {
    const { cookie } = await rig.person('approver')
    expect((await made(cookie)).answer.body.error).toMatchObject({ code: 'invalid_request', param: 'password' })
    const wrong = await made(cookie, { password: 'not the password' })
    expect([wrong.answer.status, codeOf(wrong.answer)]).toEqual([401, 'sign_in_failed'])
    expect(await passkeysOf(cookie)).toEqual([])
  })

  it('renames and deletes none', async () => {
    const holder = await rig.holder('approver')
    const { cookie, passkeyId } = holder
    const path = `/passkeys/${passkeyId}`
    for (const body of [{ password: TEST_PASSWORD }, {}]) {
      expect(codeOf(await rig.ask('DELETE', path, { cookie, body }))).toBe('passkey_required')
      const renaming = { cookie, body: { name: 'Mine', ...body } }
      expect(codeOf(await rig.ask('POST', `${path}/rename`, renaming))).toBe('passkey_required')
    }
    const renamed = await rig.confirmed<Passkey>('POST', `${path}/rename`, { ...holder, body: { name: 'Phone' } })
    expect(renamed.body).toMatchObject({ id: passkeyId, name: 'Phone' })
    expect((await rig.confirmed('DELETE', path, holder)).status).toBe(200)
    expect(await passkeysOf(cookie)).toEqual([])
  })

  it('is no way for an API key: people alone have passkeys', async () => {
    const { passkeyId, id } = await rig.holder('viewer')
    const byKey = { key: TEST_API_KEY, body: {} }
    expect(codeOf(await rig.ask('DELETE', `/passkeys/${passkeyId}`, byKey))).toBe('person_required')
    expect(codeOf(await rig.ask('POST', `/people/${id}/passkeys/${passkeyId}/confirm`, byKey))).toBe('owner_required')
  })
})

describe('a first passkey', () => {
  it('that is made with the invitation confirms at once', async () => {
    expect(await confirms(await rig.holder('approver'))).toBe(true)
  })

  it('is made with the invitation that it was asked for, and with no other', async () => {
    const [one, another] = [
      await newInvitation(rig.test, 'viewer', 'one@example.com'),
      await newInvitation(rig.test, 'viewer', 'another@example.com'),
    ]
    const { options } = (
      await rig.ask<Options>('POST', '/invitations/passkey-options', { body: { secret: one.secret } })
    ).body
    const passkey = { name: 'Key', ...new SoftwareAuthenticator(rig.origin).register(options) }
    const body = { secret: another.secret, name: 'Another', password: TEST_PASSWORD, passkey }
    expect(codeOf(await rig.ask('POST', '/invitations/accept', { body }))).toBe('passkey_refused')
    expect((await rig.ask('POST', '/invitations/passkey-options', { body: { secret: 'invite_none' } })).status).toBe(
      404,
    )
  })

  it('that is made later signs in, and confirms nothing for a day', async () => {
    const { cookie } = await rig.person('approver')
    const { authenticator, answer } = await made(cookie, { password: TEST_PASSWORD })
    expect([answer.status, answer.body.status]).toEqual([201, 'waiting'])
    expect(Date.parse(answer.body.waitsUntil ?? '') - Date.parse(answer.body.createdAt)).toBe(86_400_000)
    expect((await rig.signIn(authenticator)).status).toBe(201)
    expect(await confirms({ cookie, authenticator })).toBe(false)
    const second = await made(cookie, { password: TEST_PASSWORD })
    expect(second.answer.body.status).toBe('waiting')
    await rig.test.purser.testClock.advance({ seconds: 86_400 })
    const again = sessionCookieOf((await rig.signIn(authenticator)).reply)
    expect((await passkeysOf(again)).map(({ status }) => status)).toEqual(['active', 'active'])
    expect(await confirms({ cookie: again, authenticator })).toBe(true)
  })

  it('that waits is deleted by the password, where no other confirms', async () => {
    const { cookie } = await rig.person('approver')
    const { answer } = await made(cookie, { password: TEST_PASSWORD })
    const path = `/passkeys/${answer.body.id}`
    expect((await rig.ask('DELETE', path, { cookie })).status).toBe(400)
    expect((await rig.ask('DELETE', path, { cookie, body: { password: TEST_PASSWORD } })).status).toBe(200)
  })

  it('confirms as soon as an owner with a passkey agrees, and not by an owner without, or another', async () => {
    const { id, cookie } = await rig.person('approver')
    const { authenticator, answer } = await made(cookie, { password: TEST_PASSWORD })
    const path = `/people/${id}/passkeys/${answer.body.id}/confirm`
    const [owner, admin, bare] = [await rig.holder('owner'), await rig.holder('admin'), await rig.person('owner')]
    expect(codeOf(await rig.ask('POST', path, { cookie: admin.cookie, body: {} }))).toBe('owner_required')
    const refused = await rig.ask('POST', path, { cookie: bare.cookie })
    expect(codeOf(refused)).toBe('passkey_required')
    expect(askedIn(refused).options.allowCredentials).toEqual([])
    const elsewhere = `/people/${owner.id}/passkeys/${answer.body.id}/confirm`
    expect(codeOf(await rig.ask('POST', elsewhere, { cookie: owner.cookie }))).toBe('passkey_not_found')
    const agreed = await rig.confirmed<Passkey>('POST', path, owner)
    expect([agreed.status, agreed.body.status, agreed.body.waitsUntil]).toEqual([200, 'active', undefined])
    expect(await confirms({ cookie, authenticator })).toBe(true)
  })

  it('that somebody has brought forward in the database is none', async () => {
    const { cookie } = await rig.person('approver')
    const { authenticator, answer } = await made(cookie, { password: TEST_PASSWORD })
    await rig.test.database.pool.query('update passkeys set waits_until = null where id = $1', [answer.body.id])
    expect(await confirms({ cookie, authenticator })).toBe(false)
  })
})

describe('after a new password', () => {
  const linkFor = async (personId: string) =>
    (await rig.ask<{ secret: string }>('POST', `/people/${personId}/password-reset`, { key: TEST_API_KEY })).body.secret

  it('no passkey stays that was not used with the link', async () => {
    const [holder, bystander] = [await rig.holder('viewer'), await rig.holder('viewer')]
    const secret = await linkFor(holder.id)
    const reset = await rig.ask('POST', '/password-resets/use', { body: { secret, password: NEW_PASSWORD } })
    expect(reset.status).toBe(200)
    expect(codeOf(await rig.signIn(holder.authenticator))).toBe('passkey_refused')
    expect((await rig.signIn(bystander.authenticator)).status).toBe(201)
    const cookie = sessionCookieOf(reset.reply)
    expect((await made(cookie, { password: NEW_PASSWORD })).answer.body.status).toBe('waiting')
  })

  it('one that was used with it stays, and others go', async () => {
    const holder = await rig.holder('approver')
    const other = await made(holder.cookie)
    await rig.confirmed('POST', '/passkeys', { ...holder, body: other.body })
    const secret = await linkFor(holder.id)
    const begin = async () =>
      (await rig.ask<Options>('POST', '/password-resets/passkey-options', { body: { secret } })).body.options
    const options = await begin()
    expect(options.allowCredentials).toHaveLength(2)
    const stranger = await rig.holder('approver')
    const use = (keep: object[]) =>
      rig.ask('POST', '/password-resets/use', { body: { secret, password: NEW_PASSWORD, keep } })
    expect(codeOf(await use([stranger.authenticator.sign(await begin())]))).toBe('passkey_refused')
    expect(codeOf(await use([holder.authenticator.sign(await rig.signInOptions())]))).toBe('passkey_refused')
    const reset = await use([holder.authenticator.sign(options)])
    expect(reset.status).toBe(200)
    const cookie = sessionCookieOf(reset.reply)
    expect((await passkeysOf(cookie)).map(({ id }) => id)).toEqual([holder.passkeyId])
    expect(await confirms({ cookie, authenticator: holder.authenticator })).toBe(true)
    expect(codeOf(await rig.signIn(other.authenticator))).toBe('passkey_refused')
    const { data } = await rig.test.purser.events.list({ type: 'person.passkeys_changed', limit: 1 })
    expect(data[0]?.data).toMatchObject({ personId: holder.id, change: 'deleted' })
  })
})

it('each change of passkeys is an event', async () => {
  const { id, cookie, authenticator, passkeyId } = await rig.holder('viewer')
  await rig.confirmed('POST', `/passkeys/${passkeyId}/rename`, { cookie, authenticator, body: { name: 'Phone' } })
  await rig.confirmed('DELETE', `/passkeys/${passkeyId}`, { cookie, authenticator })
  const { data } = await rig.test.purser.events.list({ type: 'person.passkeys_changed', limit: 3 })
  const of = (change: string) => ({ personId: id, change, passkeyIds: [passkeyId] })
  expect(data.map((event) => event.data)).toEqual([of('deleted'), of('renamed'), of('created')])
})
