import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newInvitation, newPerson, TEST_PASSWORD, type SignedInPerson } from '../../support/records/some-person.ts'
import { TEST_API_KEY, type TestNode } from '../../support/processes/start-node.ts'
import { cookiePair, type ProviderRig, startProviderRig } from './provider-rig.ts'

let rig: ProviderRig
let open: TestNode
let before: SignedInPerson
beforeAll(async () => {
  rig = await startProviderRig({ PURSER_PASSWORD_SIGN_IN: 'off', PURSER_OIDC_SESSION_HOURS: '4' })
  open = await rig.test.secondNode({ PURSER_PASSWORD_SIGN_IN: 'on' })
  before = await newPerson({ ...rig.test, baseUrl: open.baseUrl }, 'admin', 'before@example.com')
})
afterAll(async () => {
  await open.stop()
  await rig.stop()
})

const codeOf = async (method: string, path: string, ask: object = {}) =>
  (await rig.ask(method, path, ask)).body.error?.code
const OFF = 'password_sign_in_off'

describe('where passwords sign nobody in', () => {
  it('the sign-in offers the provider alone', async () => {
    expect((await rig.ask('GET', '/sign-in')).body).toEqual({ password: false, provider: { name: 'Example Corp' } })
    expect(await (await fetch(`${open.baseUrl}/sign-in`)).json()).toEqual({
      password: true,
      provider: { name: 'Example Corp' },
    })
  })

  it.each<[string, object]>([
    ['/sessions', { email: 'before@example.com', password: TEST_PASSWORD }],
    ['/sessions/passkey/options', {}],
    ['/sessions/passkey', { credentialId: 'AA', clientData: 'AA', authenticatorData: 'AA', signature: 'AA' }],
    ['/password-resets', { email: 'before@example.com' }],
    ['/password-resets/use', { secret: 'reset_x', password: TEST_PASSWORD }],
    ['/password-resets/passkey-options', { secret: 'reset_x' }],
  ])('%s is refused', async (path, body) => {
    expect(await codeOf('POST', path, { body })).toBe(OFF)
  })

  it('admins make no links and no invitations, and what was made before lets nobody in', async () => {
    expect(await codeOf('POST', `/people/${before.id}/password-reset`, { key: TEST_API_KEY })).toBe(OFF)
    const invited = { email: 'guest@example.com', role: 'viewer' as const }
    expect(await codeOf('POST', '/invitations', { key: TEST_API_KEY, body: invited })).toBe(OFF)
    const { secret } = await open.purser.invitations.create(invited)
    const body = { secret, name: 'Guest', password: TEST_PASSWORD }
    expect(await codeOf('POST', '/invitations/accept', { body })).toBe(OFF)
    expect(await codeOf('POST', '/invitations/passkey-options', { body: { secret } })).toBe(OFF)
    expect(await codeOf('POST', '/invitations/read', { body: { secret } })).toBe(OFF)
    const link = await open.purser.passwordResets.create(before.id)
    expect(
      await codeOf('POST', '/password-resets/use', { body: { secret: link.secret, password: TEST_PASSWORD } }),
    ).toBe(OFF)
  })

  it('an invitation that somebody wrote the shell’s mark on is none', async () => {
    const { secret, id } = await open.purser.invitations.create({ email: 'forged@example.com', role: 'viewer' })
    await rig.test.database.pool.query('update invitations set at_shell = true where id = $1', [id])
    const body = { secret, name: 'Forged', password: TEST_PASSWORD }
    expect(await codeOf('POST', '/invitations/accept', { body })).toBe('invitation_not_found')
  })

  it('the provider lets people in', async () => {
    rig.provider.people.set('ada', { email: 'ada@example.com', email_verified: true, groups: ['approvers'] })
    expect((await rig.signIn('ada')).status).toBe(201)
  })

  it('an invitation of the shell lets its person in, for as long as a session of the provider lasts', async () => {
    const { secret } = await newInvitation(rig.test, 'owner', 'emergency@example.com')
    const accepted = await rig.ask('POST', '/invitations/accept', {
      body: { secret, name: 'Emergency', password: TEST_PASSWORD },
    })
    expect(accepted.status).toBe(201)
    const cookie = cookiePair(accepted.reply, '__Host-purser')
    expect((await rig.self(cookie)).body).toMatchObject({ personRole: 'owner', signsInBy: 'password' })
    await rig.test.purser.testClock.advance({ seconds: 4 * 3600 - 1 })
    expect((await rig.self(cookie)).status).toBe(200)
    await rig.test.purser.testClock.advance({ seconds: 1 })
    expect((await rig.self(cookie)).status).toBe(401)
    const again = { email: 'emergency@example.com', password: TEST_PASSWORD }
    expect(await codeOf('POST', '/sessions', { body: again })).toBe(OFF)
  })

  it('a session that a password has opened before ends as soon', async () => {
    expect((await rig.self(before.cookie)).status).toBe(401)
  })
})
