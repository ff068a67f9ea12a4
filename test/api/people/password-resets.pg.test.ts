import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../../src/contract/errors.ts'
import type { PersonRole } from '../../../src/contract/resources/people.ts'
import { type MailSink, openMailSink } from '../../support/receivers/mail-sink.ts'
import { databaseUrl } from '../../support/processes/node-process.ts'
import { sessionCookieOf, newPerson, TEST_PASSWORD } from '../../support/records/some-person.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { PURSER_ENTRY_FILE } from '../../support/processes/purser-bundle.ts'
import { startTestScript } from '../../support/processes/test-process.ts'

/** As docs/guides/people.md has it. */
const NEW = 'four slow tortoises'

let mail: MailSink
let service: TestPurser
beforeAll(async () => {
  mail = await openMailSink()
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_SMTP_URL: mail.url,
    PURSER_MAIL_FROM: 'purser@example.com',
    PURSER_PUBLIC_URL: 'https://purser.example.com',
  })
})
afterAll(async () => {
  await service.stop()
  await mail.close()
})

type Body = Record<string, unknown> & Partial<ErrorReplyBody>

async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(service.baseUrl).origin, ...headers },
    body: JSON.stringify(body),
  })
  const { error, ...answer } = (await reply.json()) as Body
  return { status: reply.status, body: answer, code: error?.code, cookie: sessionCookieOf(reply) }
}

let count = 0
const person = async (role: PersonRole) => {
  const email = `lost-${role}-${(count += 1)}@example.com`
  return { email, ...(await newPerson(service, role, email)) }
}
const key = { authorization: `Bearer ${TEST_API_KEY}` }
const made = async (personId: string): Promise<string> =>
  String((await ask(`/people/${personId}/password-reset`, {}, key)).body['secret'])
const use = (secret: string, password = NEW) => ask('/password-resets/use', { secret, password })
const signIn = async (email: string, password: string) => (await ask('/sessions', { email, password })).status
const isSignedIn = async (cookie: string) =>
  (await fetch(`${service.baseUrl}/self`, { headers: { cookie } })).status === 200
const advance = (seconds: number) => service.purser.testClock.advance({ seconds })
const mailed = (email: string) =>
  mail.mails.filter(({ to }) => to === email).map(({ text }) => /\/reset#(reset_\S+)/.exec(text)?.[1] ?? '')

describe('a link for a new password', () => {
  it('works once, ends every session and every other link, and signs in', async () => {
    const { id, email, cookie } = await person('viewer')
    const [first, second] = [await made(id), await made(id)]
    const answers = await Promise.all([use(first), use(first)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const used = answers.find(({ status }) => status === 200)
    expect([await isSignedIn(cookie), await isSignedIn(used?.cookie ?? '')]).toEqual([false, true])
    expect([await signIn(email, TEST_PASSWORD), await signIn(email, NEW)]).toEqual([401, 201])
    expect((await use(second)).code).toBe('password_reset_not_found')
  })

  // By the real time, which the test clock leaves behind below.
  it('is made at the shell, too, also for an owner', async () => {
    const { email, cookie } = await person('owner')
    const env = {
      DATABASE_URL: databaseUrl(service.connection),
      PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const reset = (whom: string) => startTestScript(PURSER_ENTRY_FILE, ['people', 'reset', whom], { env })
    const command = reset(email.toUpperCase())
    expect(await command.ended).toBe(0)
    const link = command.stdout.at(-1) ?? ''
    expect(link).toMatch(/^\/reset#reset_[\w-]{43}$/)
    expect((await use(link.slice('/reset#'.length))).status).toBe(200)
    expect(await isSignedIn(cookie)).toBe(false)
    const unknown = reset('nobody@example.com')
    expect(await unknown.ended).not.toBe(0)
  })

  it('is over after a day, with another new password, and for whoever is disabled', async () => {
    const [late, changed, disabled] = [await person('viewer'), await person('viewer'), await person('viewer')]
    const links = [await made(changed.id), await made(disabled.id)]
    const passwords = { currentPassword: TEST_PASSWORD, newPassword: NEW }
    expect((await ask('/self/password', passwords, { cookie: changed.cookie })).status).toBe(200)
    await service.purser.people.update(disabled.id, { status: 'disabled' })
    const old = await made(late.id)
    await advance(24 * 3600)
    for (const link of [...links, old, 'reset_none']) expect((await use(link)).status).toBe(404)
    expect(await signIn(late.email, TEST_PASSWORD)).toBe(201)
  })

  it('is not used up by a password that is refused', async () => {
    const { id, email } = await person('viewer')
    const link = await made(id)
    expect((await use(link, 'passwordpassword')).status).toBe(400)
    expect((await use(link, `${email} and more`)).status).toBe(400)
    expect((await use(link)).status).toBe(200)
  })

  it('to an owner is made by owners alone: an admin would become one', async () => {
    const [owner, admin] = [await person('owner'), await person('admin')]
    const path = `/people/${owner.id}/password-reset`
    expect((await ask(path, {}, { cookie: admin.cookie })).code).toBe('owner_required')
    expect((await ask(path, {}, key)).code).toBe('owner_required')
    expect((await ask(path, {}, { cookie: owner.cookie })).status).toBe(201)
  })

  it('and its use are in the audit trail, without the secret', async () => {
    const { id } = await person('approver')
    const secret = await made(id)
    await use(secret)
    const { data } = await service.purser.audit.list({ resourceId: id })
    expect(data.map(({ operation, actor }) => [operation, actor.type])).toEqual(
      expect.arrayContaining([
        ['createPasswordReset', 'key'],
        ['resetPassword', 'person'],
      ]),
    )
    expect(JSON.stringify(data)).not.toContain(secret)
    const { rows } = await service.database.pool.query<{ all: string }>(
      `select string_agg(row_to_json(r)::text, '') as all from password_resets r`,
    )
    expect(rows[0]?.all ?? '').not.toContain(secret)
  })
})

describe('whoever has forgotten theirs', () => {
  it('gets a link by mail, and nobody learns whether there was one to get', async () => {
    const { email } = await person('viewer')
    const known = await ask('/password-resets', { email: email.toUpperCase() })
    const unknown = await ask('/password-resets', { email: 'nobody-at-all@example.com' })
    expect([known.status, known.body]).toEqual([202, { sendsMail: true }])
    expect(unknown).toEqual(known)
    await advance(1)
    const [link, ...more] = mailed(email)
    expect(more).toEqual([])
    expect((await use(link ?? '')).status).toBe(200)
    expect(mailed('nobody-at-all@example.com')).toEqual([])
  })

  it('is slowed down, whoever it is', async () => {
    await advance(3600)
    for (const { email } of [await person('viewer'), { email: 'somebody-else@example.com' }]) {
      const statuses: number[] = []
      for (let n = 0; n < 7; n += 1) statuses.push((await ask('/password-resets', { email })).status)
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429])
      await advance(3600)
    }
  })

  it('and is disabled gets nothing', async () => {
    const { id, email } = await person('viewer')
    await service.purser.people.update(id, { status: 'disabled' })
    expect((await ask('/password-resets', { email })).status).toBe(202)
    await advance(1)
    expect(mailed(email)).toEqual([])
  })
})
