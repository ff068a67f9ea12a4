import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiKeyRole } from '../../../src/contract/resources/api-keys.ts'
import type { PersonRole } from '../../../src/contract/resources/people.ts'
import { TEST_API_KEY } from '../../support/processes/start-purser.ts'
import { type Answer, askedIn, type Holder, type PasskeyRig, startPasskeyRig } from './passkey-rig.ts'

let rig: PasskeyRig
let owner: Holder
let agentId: string
beforeAll(async () => {
  rig = await startPasskeyRig()
  owner = await rig.holder('owner')
  const { id: customerId } = await rig.test.purser.customers.create({ email: 'ada@example.com' })
  agentId = (await rig.test.purser.agents.create({ customerId, externalId: 'buyer' })).id
})
afterAll(() => rig.test.stop())

const settings = (above: number | null, numbersNeed: boolean) =>
  rig.test.database.pool.query('update accounts set approval_passkey_above = $1, numbers_need_passkey = $2', [
    above,
    numbersNeed,
  ])
const codeOf = ({ body }: Answer<unknown>) => body.error?.code
/** What came of a request: its status, or why it was refused. */
const outcome = (answer: Answer<unknown>) => codeOf(answer) ?? answer.status
const post = <T = unknown>(path: string, body: object, as: { cookie?: string; key?: string } = owner) =>
  rig.ask<T>('POST', path, { ...as, body })
const patch = (personId: string, body: object, as: { cookie?: string; key?: string } = owner) =>
  rig.ask('PATCH', `/people/${personId}`, { ...as, body })
const keyBody = (role: ApiKeyRole, name = `Of ${role}`) => ({ name, role, ...(role === 'agent' && { agentId }) })
let count = 0
const invited = (role: PersonRole) => ({ email: `new-${(count += 1)}@example.com`, role })
const keyCount = async () => (await rig.test.database.pool.query('select id from api_keys')).rowCount
const every: readonly ApiKeyRole[] = ['admin', 'approver', 'network', 'agent', 'read']

describe('an API key that a person makes', () => {
  it.each([
    { above: 50_000, numbers: false, confirmed: ['admin', 'approver', 'network'] },
    { above: null, numbers: true, confirmed: ['admin', 'agent'] },
    { above: 50_000, numbers: true, confirmed: ['admin', 'approver', 'network', 'agent'] },
    { above: null, numbers: false, confirmed: [] },
  ])('with an amount of $above and numbers $numbers takes a passkey for $confirmed', async (setting) => {
    await settings(setting.above, setting.numbers)
    for (const role of every) {
      const before = await keyCount()
      const isConfirmed = setting.confirmed.includes(role)
      expect([role, outcome(await post('/api-keys', keyBody(role)))]).toEqual([
        role,
        isConfirmed ? 'passkey_required' : 201,
      ])
      expect(await keyCount()).toBe((before ?? 0) + (isConfirmed ? 0 : 1))
      const { id } = await rig.test.purser.apiKeys.create(keyBody(role))
      const rotated = await post(`/api-keys/${id}/rotate`, { overlapMinutes: 5 })
      expect([role, outcome(rotated)]).toEqual([role, isConfirmed ? 'passkey_required' : 200])
    }
  })

  it('is made by a passkey over that very key, once', async () => {
    await settings(50_000, false)
    const refused = await post('/api-keys', keyBody('admin'))
    const { options, statement } = askedIn(refused)
    expect(statement).toMatchObject({ operation: 'createApiKey', resourceId: null, becomes: keyBody('admin') })
    const proof = owner.authenticator.sign(options)
    expect(outcome(await post('/api-keys', { ...keyBody('admin', 'Another'), proof }))).toBe('passkey_refused')
    expect(outcome(await post('/api-keys', { ...keyBody('admin'), proof }))).toBe('passkey_refused')
    const made = await rig.confirmed<{ id: string; secret: string }>('POST', '/api-keys', {
      ...owner,
      body: keyBody('admin'),
    })
    expect(made.status).toBe(201)
    const path = `/api-keys/${made.body.id}/rotate`
    expect(askedIn(await post(path, {})).statement).toMatchObject({
      resourceId: made.body.id,
      becomes: { role: 'admin', overlapMinutes: 1440 },
    })
    expect((await rig.confirmed('POST', path, owner)).status).toBe(200)
    // Ending a key that has leaked waits for nobody.
    expect((await rig.ask('DELETE', `/api-keys/${made.body.id}`, { cookie: owner.cookie })).status).toBe(200)
  })

  it('is made as before where an admin key asks for it', async () => {
    await settings(50_000, true)
    for (const role of every) expect((await post('/api-keys', keyBody(role), { key: TEST_API_KEY })).status).toBe(201)
  })

  it('is refused to a person without a passkey, who is told to make one', async () => {
    await settings(50_000, false)
    const bare = await rig.person('admin')
    const refused = await post('/api-keys', keyBody('approver'), bare)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'passkey_required'])
    expect(refused.body.error?.hint).toMatch(/no passkey .* Make one in the settings .* 24 hours .* `purser keys`/)
    expect(askedIn(refused).options.allowCredentials).toEqual([])
  })
})

describe('a person who may do more', () => {
  beforeAll(() => settings(50_000, false))

  it.each(['owner', 'admin', 'approver'] as const)('is invited as %s by a passkey over it', async (role) => {
    const body = invited(role)
    const refused = await post('/invitations', body)
    expect(codeOf(refused)).toBe('passkey_required')
    expect(askedIn(refused).statement).toMatchObject({ operation: 'createInvitation', becomes: body })
    const { data } = await rig.test.purser.invitations.list()
    expect(data.map(({ email }) => email)).not.toContain(body.email)
    expect((await rig.confirmed('POST', '/invitations', { ...owner, body })).status).toBe(201)
  })

  it('is invited as a viewer, or by an admin key, without', async () => {
    expect((await post('/invitations', invited('viewer'))).status).toBe(201)
    expect((await post('/invitations', invited('approver'), { key: TEST_API_KEY })).status).toBe(201)
  })

  it('becomes it by a passkey: by another role, or by being let in again', async () => {
    const { id } = await rig.person('viewer')
    const refused = await patch(id, { role: 'approver' })
    expect(codeOf(refused)).toBe('passkey_required')
    expect(askedIn(refused).statement).toMatchObject({
      operation: 'updatePerson',
      resourceId: id,
      becomes: [{ path: 'role', before: 'viewer', after: 'approver' }],
    })
    expect((await rig.ask('PATCH', `/people/${id}?dryRun=true`, { ...owner, body: { role: 'owner' } })).status).toBe(
      200,
    )
    expect((await rig.test.purser.people.get(id)).role).toBe('viewer')
    const raise = (role: string) => rig.confirmed('PATCH', `/people/${id}`, { ...owner, body: { role } })
    expect((await raise('approver')).body).toMatchObject({ role: 'approver' })
    expect((await raise('admin')).body).toMatchObject({ role: 'admin' })
    expect((await patch(id, { name: 'Ada', role: 'approver' })).status).toBe(200)
    expect((await patch(id, { status: 'disabled' })).status).toBe(200)
    expect(codeOf(await patch(id, { status: 'active' }))).toBe('passkey_required')
    expect((await patch(id, { role: 'viewer' })).status).toBe(200)
    expect((await patch(id, { status: 'active' })).status).toBe(200)
    expect((await patch(id, { role: 'approver' }, { key: TEST_API_KEY })).status).toBe(200)
  })

  it('gets a link for a new password by a passkey: whoever has it brings a passkey of their own', async () => {
    const approver = await rig.person('approver')
    const path = `/people/${approver.id}/password-reset`
    const refused = await post(path, {})
    expect(codeOf(refused)).toBe('passkey_required')
    expect(askedIn(refused).statement).toMatchObject({ resourceId: approver.id, becomes: { role: 'approver' } })
    expect((await rig.confirmed('POST', path, owner)).status).toBe(201)
    expect((await rig.ask('POST', path, { key: TEST_API_KEY })).status).toBe(201)
    const viewer = await rig.person('viewer')
    expect((await rig.ask('POST', `/people/${viewer.id}/password-reset`, { cookie: owner.cookie })).status).toBe(201)
  })

  it('is nobody that takes a passkey where the account sets no amount', async () => {
    await settings(null, true)
    const { id } = await rig.person('viewer')
    expect((await post('/invitations', invited('admin'))).status).toBe(201)
    expect((await patch(id, { role: 'admin' })).status).toBe(200)
    expect((await rig.ask('POST', `/people/${id}/password-reset`, { cookie: owner.cookie })).status).toBe(201)
  })
})
