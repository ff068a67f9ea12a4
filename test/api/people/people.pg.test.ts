import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import type { Person, PersonRole, CallerSelf, Session } from '../../../src/contract/resources/people.ts'
import { sessionCookieOf, newPerson, TEST_PASSWORD, type SignedInPerson } from '../../support/records/some-person.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let test: TestPurser
beforeAll(async () => {
  test = await startPurser({ PURSER_TEST_CLOCK: 'true', PURSER_TRUSTED_PROXIES: '127.0.0.1/32' })
})
afterAll(() => test.stop())

interface Ask {
  readonly cookie?: string
  readonly key?: string
  readonly origin?: string | null
  readonly body?: unknown
}

interface Answer<T> {
  readonly status: number
  readonly body: T & Partial<ErrorReplyBody>
  readonly reply: Response
}

async function ask<T = object>(
  method: string,
  path: string,
  { cookie, key, origin, body }: Ask = {},
): Promise<Answer<T>> {
  const from = origin === undefined ? new URL(test.baseUrl).origin : origin
  const reply = await fetch(`${test.baseUrl}${path}`, {
    method,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(from === null ? {} : { origin: from }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as T & Partial<ErrorReplyBody>, reply }
}

let count = 0
const address = () => `person-${(count += 1)}@example.com`
const person = (role: PersonRole, email = address()): Promise<SignedInPerson> => newPerson(test, role, email)
const signIn = (email: string, password = TEST_PASSWORD) =>
  ask<Session>('POST', '/sessions', { body: { email, password } })
const advance = (seconds: number) => test.purser.testClock.advance({ seconds })

describe('an invitation', () => {
  it('makes a person who is signed in, in a cookie that no script and no other host gets', async () => {
    const email = address()
    const invited = await ask<{ secret: string }>('POST', '/invitations', {
      key: TEST_API_KEY,
      body: { email: email.toUpperCase(), role: 'approver' },
    })
    expect(invited.status).toBe(201)
    const { secret } = invited.body
    const accepted = await ask<Person>('POST', '/invitations/accept', {
      body: { secret, name: 'Ada Byron', password: TEST_PASSWORD },
    })
    expect(accepted.body).toMatchObject({ email, name: 'Ada Byron', role: 'approver', status: 'active' })
    expect(accepted.reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-purser=session_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/,
      ),
      expect.stringMatching(
        /^__Host-purser-known=[\w-]{34}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
      ),
    ])
    const self = await ask<CallerSelf>('GET', '/self', { cookie: sessionCookieOf(accepted.reply) })
    expect(self.body).toMatchObject({ type: 'person', id: accepted.body.id, role: 'approver', personRole: 'approver' })
    const again = await ask('POST', '/invitations/accept', { body: { secret, name: 'Eve', password: TEST_PASSWORD } })
    expect(again.body.error?.code).toBe('invitation_not_found')
  })

  it('tells whoever has its link for whom it is, until it is over, and then since when', async () => {
    const email = address()
    const made = { key: TEST_API_KEY, body: { email, role: 'approver' } }
    const invited = async () => (await ask<{ id: string; secret: string }>('POST', '/invitations', made)).body
    const stateOf = async (secret: string) => (await ask('POST', '/invitations/read', { body: { secret } })).body
    const [used, revoked] = [await invited(), await invited()]
    const expiresAt: unknown = expect.any(String)
    expect(await stateOf(used.secret)).toEqual({ status: 'pending', role: 'approver', email, expiresAt })
    await ask('POST', '/invitations/accept', { body: { secret: used.secret, name: 'Ada', password: TEST_PASSWORD } })
    await ask('DELETE', `/invitations/${revoked.id}`, { key: TEST_API_KEY })
    const endedAt: unknown = expect.any(String)
    expect(await stateOf(used.secret)).toEqual({ status: 'accepted', expiresAt, endedAt })
    expect(await stateOf(revoked.secret)).toEqual({ status: 'revoked', expiresAt, endedAt })
    expect(await stateOf('invite_none')).toMatchObject({ error: { code: 'invitation_not_found' } })
  })

  it('is taken by one of two who accept it at once', async () => {
    const { secret } = (
      await ask<{ secret: string }>('POST', '/invitations', {
        key: TEST_API_KEY,
        body: { email: address(), role: 'viewer' },
      })
    ).body
    const body = { secret, name: 'Ada', password: TEST_PASSWORD }
    const both = await Promise.all([
      ask('POST', '/invitations/accept', { body }),
      ask('POST', '/invitations/accept', { body }),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 404]))
  })

  it('is worth nothing once it is revoked or seven days old', async () => {
    const invite = async () =>
      (
        await ask<{ id: string; secret: string }>('POST', '/invitations', {
          key: TEST_API_KEY,
          body: { email: address(), role: 'viewer' },
        })
      ).body
    const revoked = await invite()
    const old = await invite()
    const ended = await ask<{ status: string }>('DELETE', `/invitations/${revoked.id}`, { key: TEST_API_KEY })
    expect(ended.body.status).toBe('revoked')
    await advance(7 * 86_400)
    for (const { secret } of [revoked, old]) {
      const { status } = await ask('POST', '/invitations/accept', {
        body: { secret, name: 'Ada', password: TEST_PASSWORD },
      })
      expect(status).toBe(404)
    }
  })

  it.each([
    ['password', 'password1234', /commonest/],
    ['password', 'aaaaaaaaaaaa', /commonest/],
    ['password', 'short', /at least|fewer|length/i],
    ['password', 'guest-of-example.com', /email address/],
  ])('refuses a %s like %s', async (param, password, says) => {
    const body = { email: `guest@example.com${count}.example`, role: 'viewer' }
    const { secret } = (
      await ask<{ secret: string }>('POST', '/invitations', {
        key: TEST_API_KEY,
        body: { ...body, email: `guest-of-${(count += 1)}@guest-of-example.com` },
      })
    ).body
    const { status, body: answer } = await ask('POST', '/invitations/accept', {
      body: { secret, name: 'Ada', password },
    })
    expect([status, answer.error?.param]).toEqual([400, param])
    expect(answer.error?.message).toMatch(says)
  })
})

describe('signing in', () => {
  it('opens a new session each time, whatever the cookie that came along', async () => {
    const email = address()
    const { cookie } = await person('viewer', email)
    const first = await signIn(email)
    const second = await ask<Session>('POST', '/sessions', { cookie, body: { email, password: TEST_PASSWORD } })
    const cookies = [cookie, sessionCookieOf(first.reply), sessionCookieOf(second.reply)]
    expect(new Set(cookies).size).toBe(3)
    expect(second.body.current).toBe(true)
  })

  it('says the same to a wrong password and to an address that nobody has', async () => {
    const email = address()
    await person('viewer', email)
    const wrong = await signIn(email, 'not the password')
    const nobody = await signIn('nobody-at-all@example.com')
    expect(wrong.status).toBe(401)
    expect({ ...nobody.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  })

  it('is slowed down after five wrong passwords, for this address alone for long, and never locked out', async () => {
    const email = address()
    await person('viewer', email)
    for (let tries = 0; tries < 5; tries += 1) expect((await signIn(email, 'wrong words here')).status).toBe(401)
    const hasty = await signIn(email)
    expect([hasty.status, hasty.reply.headers.get('retry-after')]).toEqual([429, '1'])
    await advance(1)
    expect((await signIn(email, 'wrong words here')).status).toBe(401)
    await advance(1)
    expect((await signIn(email)).status).toBe(429)
    await advance(1)
    expect((await signIn(email)).status).toBe(201)
    expect((await signIn(email, 'wrong words here')).status).toBe(401)
  })
})

describe('wrong passwords', () => {
  const from = (network: string, email: string, { password = 'wrong words here', cookie = '' } = {}) =>
    fetch(`${test.baseUrl}/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...(cookie && { cookie }) },
      body: JSON.stringify({ email, password }),
    })
  const statuses = async (tries: readonly Promise<Response>[]) => (await Promise.all(tries)).map(({ status }) => status)
  const known = (reply: Response) => reply.headers.getSetCookie()[1]?.split(';', 1)[0] ?? ''

  it('that come at once are counted before any is looked at, on all nodes', async () => {
    const email = address()
    await person('viewer', email)
    const second = await test.secondNode()
    const onSecond = () =>
      fetch(`${second.baseUrl}/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.4' },
        body: JSON.stringify({ email, password: 'wrong words here' }),
      })
    const tries = Array.from({ length: 10 }, () => [from('203.0.113.4', email), onSecond()]).flat()
    const answers = await statuses(tries)
    await second.stop()
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(15)
  })

  it('of one IPv6 network are of one address', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      expect((await from(`2001:db8:1:2::${tries}`, `somebody-${tries}@example.com`)).status).toBe(401)
    }
    expect((await from('2001:db8:1:2:ffff::1', 'somebody-else@example.com')).status).toBe(429)
    expect((await from('2001:db8:1:3::1', 'somebody-else@example.com')).status).toBe(401)
  })

  it('of others do not slow a browser down that has signed in before; its own do', async () => {
    const email = address()
    await person('viewer', email)
    const cookie = known(await from('203.0.113.5', email, { password: TEST_PASSWORD }))
    for (let tries = 0; tries < 5; tries += 1) await from('203.0.113.5', email)
    expect((await from('203.0.113.6', email, { password: TEST_PASSWORD })).status).toBe(429)
    expect((await from('203.0.113.5', email, { password: TEST_PASSWORD, cookie })).status).toBe(201)
    const other = address()
    await person('viewer', other)
    for (let tries = 0; tries < 5; tries += 1) await from('203.0.113.7', other)
    expect((await from('203.0.113.7', other, { password: TEST_PASSWORD, cookie })).status).toBe(429)
    const forged = `${cookie.slice(0, -4)}AAAA`
    expect((await from('203.0.113.6', email, { password: TEST_PASSWORD, cookie: forged })).status).toBe(429)
    for (let tries = 0; tries < 5; tries += 1) expect((await from('203.0.113.8', email, { cookie })).status).toBe(401)
    expect((await from('203.0.113.8', email, { password: TEST_PASSWORD, cookie })).status).toBe(429)
  })

  it('are slowed down in a session, too', async () => {
    const { cookie } = await person('viewer')
    const body = { currentPassword: 'wrong words here', newPassword: 'nine tall giraffes' }
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await ask('POST', '/self/password', { cookie, body })).status).toBe(401)
    }
    expect((await ask('POST', '/self/password', { cookie, body })).status).toBe(429)
  })
})

describe('a session', () => {
  it('signs requests for twelve hours after the last one, and for seven days in all', async () => {
    const { cookie } = await person('viewer')
    const isAlive = async () => (await ask('GET', '/self', { cookie })).status === 200
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      expect(await isAlive()).toBe(true)
      await advance(11 * 3600)
    }
    await advance(2 * 3600)
    expect(await isAlive()).toBe(false)
    const other = await person('viewer')
    await advance(12 * 3600)
    expect((await ask('GET', '/self', { cookie: other.cookie })).body.error?.code).toBe('invalid_session')
  })

  it('is worth nothing once it is ended, wherever the cookie was copied to', async () => {
    const { cookie } = await person('admin')
    const ended = await ask('DELETE', '/sessions/current', { cookie })
    expect(ended.reply.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
    expect((await ask('GET', '/self', { cookie })).body.error?.code).toBe('invalid_session')
  })

  it('changes nothing for a page of another host, or without the name of one', async () => {
    const { cookie } = await person('admin')
    const body = { email: 'someone@example.com' }
    for (const origin of ['https://elsewhere.example', 'https://127.0.0.1:443', 'null', null]) {
      const refused = await ask('POST', '/customers', { cookie, origin, body })
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'origin_not_allowed'])
    }
    expect((await ask('POST', '/customers', { cookie, body })).status).toBe(201)
  })

  it("is seen and ended by its person and by admins, and is nobody else's to know", async () => {
    const one = await person('viewer')
    const another = await person('approver')
    const admin = await person('admin')
    const list = await ask<{ data: Session[] }>('GET', '/sessions', { cookie: one.cookie })
    const id = list.body.data[0]?.id ?? ''
    expect(list.body.data).toEqual([expect.objectContaining({ personId: one.id, current: true })])
    const path = `/sessions?personId=${one.id}`
    expect((await ask('GET', path, { cookie: another.cookie })).status).toBe(404)
    expect((await ask('DELETE', `/sessions/${id}`, { cookie: another.cookie })).status).toBe(404)
    expect((await ask<{ data: Session[] }>('GET', path, { cookie: admin.cookie })).body.data).toHaveLength(1)
    expect((await ask('DELETE', `/sessions/${id}`, { cookie: admin.cookie })).status).toBe(200)
    expect((await ask('GET', '/self', { cookie: one.cookie })).status).toBe(401)
  })

  it('that somebody wrote into the database is none, nor is one whose person was changed there', async () => {
    const forged = await person('viewer')
    await test.database.pool.query('update people set role = $1 where id = $2', ['owner', forged.id])
    const moved = await person('viewer')
    const owner = await person('owner')
    await test.database.pool.query('update sessions set person_id = $1 where person_id = $2', [owner.id, moved.id])
    await advance(1)
    for (const { cookie } of [forged, moved]) {
      const second = await test.secondNode()
      const reply = await fetch(`${second.baseUrl}/self`, { headers: { cookie } })
      expect(reply.status).toBe(401)
      await second.stop()
    }
  })
})

describe('roles', () => {
  it.each([
    ['viewer', 403],
    ['approver', 403],
    ['admin', 201],
    ['owner', 201],
  ] as const)('a person who is %s: %i for a new customer', async (role, status) => {
    const { cookie } = await person(role)
    expect((await ask('POST', '/customers', { cookie, body: { email: 'ada@example.com' } })).status).toBe(status)
    expect((await ask('GET', '/customers', { cookie })).status).toBe(200)
  })

  it('an admin makes keys, with as many requests a minute as they need', async () => {
    const { cookie } = await person('admin')
    const wish = { name: 'Network', role: 'network', tier: 'enterprise', requestsPerMinute: 1_000_000 }
    const made = await ask<{ secret: string }>('POST', '/api-keys', { cookie, body: wish })
    expect(made.status).toBe(201)
    expect((await ask<CallerSelf>('GET', '/self', { key: made.body.secret })).body.role).toBe('network')
  })

  it('an admin makes no owner, and changes none; an owner does', async () => {
    const admin = await person('admin')
    const owner = await person('owner')
    const viewer = await person('viewer')
    const change = (who: SignedInPerson, whom: SignedInPerson, body: object) =>
      ask<Person>('PATCH', `/people/${whom.id}`, { cookie: who.cookie, body })
    for (const [whom, body] of [
      [viewer, { role: 'owner' }],
      [admin, { role: 'owner' }],
      [owner, { role: 'viewer' }],
      [owner, { status: 'disabled' }],
    ] as const)
      expect((await change(admin, whom, body)).body.error?.code).toBe('owner_required')
    const invited = await ask('POST', '/invitations', {
      cookie: admin.cookie,
      body: { email: address(), role: 'owner' },
    })
    expect(invited.body.error?.code).toBe('owner_required')
    expect((await change(admin, viewer, { role: 'approver' })).body.role).toBe('approver')
    expect((await change(owner, admin, { role: 'owner' })).body.role).toBe('owner')
  })

  it('who is disabled is out at once, and comes in no more', async () => {
    const admin = await person('admin')
    const email = address()
    const viewer = await person('viewer', email)
    await ask('PATCH', `/people/${viewer.id}`, { cookie: admin.cookie, body: { status: 'disabled' } })
    expect((await ask('GET', '/self', { cookie: viewer.cookie })).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
  })
})

it('a new password needs the current one, and ends the other sessions', async () => {
  const email = address()
  const { cookie } = await person('viewer', email)
  const other = sessionCookieOf((await signIn(email)).reply)
  const change = (currentPassword: string, newPassword: string) =>
    ask('POST', '/self/password', { cookie, body: { currentPassword, newPassword } })
  expect((await change('wrong words here', 'nine tall giraffes')).body.error?.param).toBe('currentPassword')
  expect((await change(TEST_PASSWORD, 'nine tall giraffes')).status).toBe(200)
  expect((await ask('GET', '/self', { cookie })).status).toBe(200)
  expect((await ask('GET', '/self', { cookie: other })).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(email, 'nine tall giraffes')).status).toBe(201)
})

it('the audit trail tells of all of it, by the names of people, and never a secret', async () => {
  const { id, cookie } = await person('admin')
  await ask('POST', '/customers', { cookie, body: { email: 'ada@example.com' } })
  const { data } = await test.purser.audit.list({ actorId: id })
  expect(data.map(({ operation, actor }) => [operation, actor.type])).toEqual([
    ['createCustomer', 'person'],
    ['acceptInvitation', 'person'],
    ['acceptInvitation', 'person'],
    ['acceptInvitation', 'person'],
  ])
  expect(JSON.stringify(data)).not.toMatch(/session_|invite_|argon2/)
})
