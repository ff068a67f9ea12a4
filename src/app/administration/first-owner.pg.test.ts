import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPurser, type TestPurser } from '../../../test/support/processes/start-purser.ts'
import { TEST_PASSWORD } from '../../../test/support/records/some-person.ts'
import { openTestVault } from '../../../test/support/test-vault.ts'
import { monotonicIds } from '../../lib/ids.ts'
import type { ErrorReplyBody } from '../../contract/errors.ts'
import type { InvitationState, Person } from '../../contract/resources/people.ts'
import { makeInvitation } from '../../services/people/invitations.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { inviteFirstOwner, ownerlessAccount } from './first-owner.ts'
import { auditedActOfShell } from './shell-act.ts'

let test: TestPurser
let accountId: string
beforeEach(async () => {
  test = await startPurser()
  accountId = (await test.purser.self.get()).accountId
})
afterEach(() => test.stop())

const deps = async () => {
  const { database } = test
  return { database, clock: database.clock, vault: await openTestVault(database) }
}
const linkOfStart = async () => inviteFirstOwner(await deps(), accountId)

/**
 * Makes the link of an invitation for an owner, and leaves earlier links valid, as older versions of Purser did. `email`: of the invited
 * person; null: the link is for the first owner.
 */
async function linkBeside(email: string | null = null): Promise<string> {
  const { database, clock, vault } = await deps()
  const owner = { accountId, email, role: 'owner', lifeMs: 60_000, atShell: true } as const
  const by = { ids: monotonicIds(clock), vault, act: auditedActOfShell('createInvitation') }
  return inAuditedTransaction(database, by, async (writing) => (await makeInvitation(writing, vault, owner)).secret)
}

/** Sends a request about an invitation, again while the answer is 503, as a person would where the machine has much to do. */
async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(`${test.baseUrl}/invitations/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (reply.status !== 503 || tries === 5) return { status: reply.status, body: await reply.json() }
    await reply.text()
  }
}
const join = async (secret: string, name: string, email: string | null = `${name}@example.com`) => {
  const { status, body } = await post('accept', {
    secret,
    name,
    password: TEST_PASSWORD,
    ...(email === null ? {} : { email }),
  })
  return { status, body: body as Person & Partial<ErrorReplyBody> }
}
const read = async (secret: string) => {
  const { status, body } = await post('read', { secret })
  return { status, body: body as InvitationState & Partial<ErrorReplyBody> }
}
const statuses = async () => (await test.purser.invitations.list({ limit: 100 })).data.map(({ status }) => status)

describe('the link of a first owner', () => {
  it('is made while the account has no owner, and says so', async () => {
    expect(await ownerlessAccount(test)).toBe(accountId)
    const secret = await linkOfStart()
    expect((await read(secret)).body).toMatchObject({ status: 'pending', firstOwner: true, owners: [] })
    const { body } = await join(secret, 'ada')
    expect(body).toMatchObject({ role: 'owner', email: 'ada@example.com' })
    expect(await ownerlessAccount(test)).toBeNull()
    const [made] = (await test.purser.invitations.list({ limit: 1 })).data
    expect(made).toMatchObject({ madeBy: 'start', status: 'accepted', acceptedBy: body.id })
  })

  it('is ended by the next start', async () => {
    const [first, second] = [await linkOfStart(), await linkOfStart()]
    expect((await read(first)).body).toMatchObject({ status: 'revoked', firstOwner: true })
    expect((await join(first, 'mallory')).body.error?.code).toBe('invitation_not_found')
    expect((await join(second, 'ada')).status).toBe(201)
  })

  it('is one, however many nodes start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, linkOfStart))
    const open = await Promise.all(secrets.map(async (secret) => (await read(secret)).body.status === 'pending'))
    expect(open.filter(Boolean)).toHaveLength(1)
    expect((await statuses()).filter((status) => status === 'pending')).toHaveLength(1)
  })

  it('ends when somebody has joined as owner, also one of a version before', async () => {
    const [first, second] = [await linkBeside(), await linkBeside()]
    expect((await join(second, 'ada')).status).toBe(201)
    const refused = await join(first, 'mallory')
    expect([refused.status, refused.body.error?.message]).toEqual([
      404,
      'Somebody else has become the first owner, so this link has ended.',
    ])
    expect((await read(first)).body).toMatchObject({ status: 'revoked', firstOwner: true })
    const late = await linkBeside()
    expect((await read(late)).body.error?.message).toContain('the first owner')
    expect((await join(late, 'eve')).status).toBe(404)
    expect((await test.purser.people.list()).data.map(({ name }) => name)).toEqual(['ada'])
  })

  it('makes one owner of two people who join at once by different links, and tells the other', async () => {
    const secrets = await Promise.all(Array.from({ length: 2 }, () => linkBeside()))
    const answers = await Promise.all(secrets.map((secret, index) => join(secret, `person-${index}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
    for (const { status, body } of answers) {
      if (status === 404) expect(body.error?.message).toContain('Somebody else has become the first owner')
    }
    expect((await test.purser.people.list()).data).toHaveLength(1)
  })
})

describe('a further owner', () => {
  it('is told beside whom, and is an event', async () => {
    await join(await linkOfStart(), 'ada')
    const secret = await linkBeside('grace@example.com')
    expect((await read(secret)).body).toMatchObject({ role: 'owner', owners: ['ada'] })
    expect((await read(secret)).body).not.toHaveProperty('firstOwner')
    const { body: grace } = await join(secret, 'grace', null)
    const { data } = await test.purser.events.list({ type: 'person.role_changed', limit: 1 })
    expect(data[0]?.data).toEqual({ personId: grace.id, role: 'owner', changedBy: grace.id })
  })
})
