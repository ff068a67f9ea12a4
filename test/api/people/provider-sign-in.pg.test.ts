import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../../src/contract/resources/people.ts'
import { ProviderBrowser } from '../../support/receivers/company-provider.ts'
import { newPerson } from '../../support/records/some-person.ts'
import { TEST_API_KEY } from '../../support/processes/start-purser.ts'
import { cookiePair, type ProviderRig, startProviderRig } from './provider-rig.ts'

let rig: ProviderRig
beforeAll(async () => {
  rig = await startProviderRig()
})
afterAll(() => rig.stop())

let count = 0
/** Somebody whom the company's provider knows. */
function employee(groups: readonly string[], more: object = {}) {
  const subject = `employee-${(count += 1)}`
  const email = `${subject}@example.com`
  rig.provider.people.set(subject, { email, email_verified: true, name: `Employee ${count}`, groups, ...more })
  return { subject, email }
}
const moveTo = (subject: string, groups: readonly string[]) =>
  rig.provider.people.set(subject, { ...rig.provider.people.get(subject), groups })
const advance = (seconds: number) => rig.test.purser.testClock.advance({ seconds })
const reasonOf = ({ body }: { body: { error?: { code: string; details?: { reason?: string } } } }) => [
  body.error?.code,
  body.error?.details?.reason,
]
const personWith = async (email: string) => (await rig.people()).find((person) => person.email === email)

describe('who signs in at the provider', () => {
  it('becomes a person with the highest role of their groups, and is known by the subject from then on', async () => {
    const { subject, email } = employee(['everyone', 'approvers', 'chess'], {
      email: 'Grace@Example.com',
      name: 'Grace',
    })
    const first = await rig.signIn(subject)
    expect(first.status).toBe(201)
    expect(await personWith('grace@example.com')).toMatchObject({
      name: 'Grace',
      role: 'approver',
      status: 'active',
      signsInBy: 'provider',
    })
    const { body } = await rig.self(cookiePair(first.reply, '__Host-purser'))
    expect(body).toMatchObject({ type: 'person', role: 'approver', personRole: 'approver', signsInBy: 'provider' })
    expect(cookiePair(first.reply, '__Host-purser-known')).not.toBe('')
    const again = await rig.signIn(subject)
    expect(again.body.personId).toBe(first.body.personId)
    expect(await personWith(email)).toBeUndefined()
  })

  it('whose groups give no role becomes nobody', async () => {
    const { subject, email } = employee(['chess'])
    expect(reasonOf(await rig.signIn(subject))).toEqual(['provider_sign_in_refused', 'no_role'])
    const without = employee([])
    rig.provider.people.set(without.subject, { email: without.email, email_verified: true })
    expect(reasonOf(await rig.signIn(without.subject))).toEqual(['provider_sign_in_refused', 'no_role'])
    for (const address of [email, without.email]) expect(await personWith(address)).toBeUndefined()
  })

  it('becomes one person of two first sign-ins at once', async () => {
    const { subject } = employee(['everyone'])
    const ways = await Promise.all([rig.comeBack(subject), rig.comeBack(subject)])
    const both = await Promise.all(
      ways.map(({ query, cookie }) => rig.ask<Session>('POST', '/sessions/provider', { cookie, body: { query } })),
    )
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(both.map(({ body }) => body.personId)).size).toBe(1)
  })

  it('is told of in the audit trail, by the provider’s issuer and subject', async () => {
    const { subject } = employee(['everyone'])
    const { body } = await rig.signIn(subject)
    moveTo(subject, ['finance'])
    await rig.signIn(subject)
    moveTo(subject, [])
    await rig.signIn(subject)
    const { data } = await rig.test.purser.audit.list({ resourceId: body.personId, limit: 100 })
    const told = data
      .toReversed()
      .flatMap(({ actor, operation, changes }) =>
        changes.map(({ path, after }) => [actor.type, operation, path, after]),
      )
    expect(told).toEqual([
      ['system', 'createProviderSession', 'email', `${subject}@example.com`],
      ['system', 'createProviderSession', 'name', expect.any(String)],
      ['system', 'createProviderSession', 'role', 'viewer'],
      ['system', 'createProviderSession', 'status', 'active'],
      ['system', 'createProviderSession', 'identity', { issuer: rig.provider.issuer, subject }],
      ['person', 'createProviderSession', 'session', expect.stringMatching(/^ses_/)],
      ['system', 'createProviderSession', 'role', 'admin'],
      ['person', 'createProviderSession', 'session', expect.stringMatching(/^ses_/)],
      ['system', 'createProviderSession', 'status', 'disabled'],
      ['system', 'createProviderSession', 'disabledByProvider', true],
      ['system', 'createProviderSession', 'session', null],
      ['system', 'createProviderSession', 'session', null],
    ])
  })
})

describe('each sign-in', () => {
  it('takes over the role of the groups, and disables whom none gives one, until one does again', async () => {
    const { subject, email } = employee(['everyone'])
    const cookie = await rig.cookieOf(subject)
    moveTo(subject, ['finance', 'everyone'])
    expect((await rig.signIn(subject)).status).toBe(201)
    expect((await rig.self(cookie)).body.role).toBe('admin')
    moveTo(subject, ['chess'])
    expect(reasonOf(await rig.signIn(subject))).toEqual(['provider_sign_in_refused', 'no_role'])
    expect(await personWith(email)).toMatchObject({ status: 'disabled' })
    expect((await rig.self(cookie)).status).toBe(401)
    moveTo(subject, ['approvers'])
    expect((await rig.signIn(subject)).status).toBe(201)
    expect(await personWith(email)).toMatchObject({ status: 'active', role: 'approver' })
  })

  it('lets nobody in whom an admin has disabled, whatever their groups were before', async () => {
    const { subject, email } = employee(['everyone'])
    const { body } = await rig.signIn(subject)
    const disable = () => rig.test.purser.people.update(body.personId, { status: 'disabled' })
    await disable()
    expect(reasonOf(await rig.signIn(subject))).toEqual(['provider_sign_in_refused', 'person_disabled'])
    await rig.test.purser.people.update(body.personId, { status: 'active' })
    moveTo(subject, [])
    await rig.signIn(subject)
    await disable()
    moveTo(subject, ['everyone'])
    expect(reasonOf(await rig.signIn(subject))).toEqual(['provider_sign_in_refused', 'person_disabled'])
    expect(await personWith(email)).toMatchObject({ status: 'disabled' })
  })

  it('makes an owner by a group that is named for it, and never takes the last owner away', async () => {
    const { subject, email } = employee(['leads'])
    const cookie = await rig.cookieOf(subject)
    expect((await rig.self(cookie)).body.personRole).toBe('owner')
    for (const groups of [[], ['finance']]) {
      moveTo(subject, groups)
      expect((await rig.signIn(subject)).body.error?.code).toBe('last_owner')
      expect(await personWith(email)).toMatchObject({ role: 'owner', status: 'active' })
      expect((await rig.self(cookie)).status).toBe(401)
    }
    const other = employee(['leads'])
    await rig.signIn(other.subject)
    expect((await rig.signIn(subject)).status).toBe(201)
    expect(await personWith(email)).toMatchObject({ role: 'admin' })
  })

  it('follows a new address of the provider, unless somebody has it', async () => {
    const { subject } = employee(['everyone'])
    await rig.signIn(subject)
    const change = (email: string, verified = true) =>
      rig.provider.people.set(subject, { email, email_verified: verified, groups: ['everyone'] })
    change('married@example.com')
    await rig.signIn(subject)
    expect(await personWith('married@example.com')).toBeDefined()
    const taken = employee(['everyone'])
    await rig.signIn(taken.subject)
    for (const [email, verified] of [
      [taken.email, true],
      ['unverified@example.com', false],
    ] as const) {
      change(email, verified)
      expect((await rig.signIn(subject)).status).toBe(201)
      expect(await personWith('married@example.com')).toBeDefined()
    }
  })
})

describe('an address', () => {
  it('makes nobody another person, verified or not', async () => {
    for (const verified of [true, false]) {
      const email = `colleague-${String(verified)}@example.com`
      const { id } = await newPerson(rig.test, 'viewer', email)
      const { subject } = employee(['leads'], { email, email_verified: verified })
      const refused = await rig.signIn(subject)
      expect(reasonOf(refused)).toEqual(
        verified ? ['person_exists', undefined] : ['provider_sign_in_refused', 'email_not_verified'],
      )
      expect(refused.reply.headers.getSetCookie()).toEqual([])
      expect(await rig.test.purser.people.get(id)).toMatchObject({ role: 'viewer', signsInBy: 'password' })
    }
  })

  it('that the provider has not verified makes no new person, and neither does none', async () => {
    for (const more of [
      { email_verified: false },
      { email_verified: undefined },
      { email: undefined },
      { email: 'x' },
    ]) {
      const { subject } = employee(['everyone'], more)
      expect(reasonOf(await rig.signIn(subject))).toEqual(['provider_sign_in_refused', 'email_not_verified'])
    }
  })
})

describe('a session of the provider', () => {
  it('ends twelve hours after the sign-in, used or not, and so does its cookie', async () => {
    const { subject } = employee(['everyone'])
    const { reply } = await rig.signIn(subject)
    expect(reply.headers.getSetCookie()[0]).toContain('Max-Age=43200')
    const cookie = cookiePair(reply, '__Host-purser')
    for (let hours = 0; hours < 11; hours += 1) {
      await advance(3600)
      expect((await rig.self(cookie)).status).toBe(200)
    }
    await advance(3600)
    expect((await rig.self(cookie)).body.error?.code).toBe('invalid_session')
  })

  it('leaves those of passwords as they are', async () => {
    const { cookie } = await newPerson(rig.test, 'viewer', 'by-password@example.com')
    for (let hours = 0; hours < 36; hours += 11) {
      await advance(11 * 3600)
      expect((await rig.self(cookie)).status).toBe(200)
    }
  })
})

it('a person of the provider gets no password, by whatever way', async () => {
  const { subject, email } = employee(['everyone'])
  const { body, reply } = await rig.signIn(subject, new ProviderBrowser())
  const byAdmin = await rig.ask('POST', `/people/${body.personId}/password-reset`, { key: TEST_API_KEY })
  expect(byAdmin.body.error?.code).toBe('provider_required')
  const cookie = cookiePair(reply, '__Host-purser')
  const change = { currentPassword: 'none', newPassword: 'nine tall giraffes' }
  expect((await rig.ask('POST', '/self/password', { cookie, body: change })).body.error?.code).toBe('provider_required')
  expect((await rig.ask('POST', '/sessions', { body: { email, password: 'none' } })).status).toBe(401)
})

it('an identity that somebody wrote into the database is none', async () => {
  const { subject } = employee(['everyone'])
  const { body } = await rig.signIn(subject)
  const owner = await newPerson(rig.test, 'owner', 'target@example.com')
  const { pool } = rig.test.database
  await pool.query('update person_identities set person_id = $1 where person_id = $2', [owner.id, body.personId])
  expect((await rig.signIn(subject)).body.error?.code).toBe('provider_sign_in_refused')
  await pool.query('update person_identities set person_id = $1, subject = $2 where person_id = $3', [
    body.personId,
    'somebody-else',
    owner.id,
  ])
  rig.provider.people.set('somebody-else', { email: 'else@example.com', email_verified: true, groups: ['leads'] })
  expect((await rig.signIn('somebody-else')).body.error?.code).toBe('provider_sign_in_refused')
})
