import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, type SignedInPerson } from '../../support/records/some-person.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let test: TestPurser
let person: SignedInPerson
let cardId: string
let agentId: string
beforeAll(async () => {
  test = await startPurser()
  person = await newPerson(test, 'admin', 'ada@example.com')
  const { id: customerId } = await test.purser.customers.create({ email: 'ink@example.com' })
  agentId = (await test.purser.agents.create({ customerId, externalId: 'buyer' })).id
  const policy = { requireIntent: true, requireApproval: true, requireSeparateApprover: true }
  cardId = (await test.purser.cards.create({ customerId, agentId, policy })).id
})
afterAll(() => test.stop())

/** By a key, or in the session of the person. */
async function ask<T>(path: string, body: object, key?: string): Promise<T & { error?: { code: string } }> {
  const who = key === undefined ? { cookie: person.cookie, origin: new URL(test.baseUrl).origin } : bearer(key)
  const headers = { ...who, 'content-type': 'application/json' }
  const reply = await fetch(`${test.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await reply.json()) as T & { error?: { code: string } }
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

interface Key {
  readonly id: string
  readonly secret: string
}
const newKey = (by?: string, more: object = { role: 'admin' }) =>
  ask<Key>('/api-keys', { name: 'Key', tier: 'pro', ...more }, by)
const declare = async (by?: string) =>
  (await ask<{ id: string }>(`/cards/${cardId}/intents`, { purpose: 'Ink', expectedAmount: 100 }, by)).id
const approve = async (intentId: string, by?: string) => {
  const { subjectHash: shown } = await test.purser.intents.get(intentId)
  const { error, status } = await ask<{ status?: string }>(`/intents/${intentId}/approve`, { shown }, by)
  return error?.code ?? status
}

describe('where four eyes are asked for, a key does not approve', () => {
  it('what the person declared who has made it, or what a key in between has', async () => {
    const first = await newKey()
    const second = await newKey(first.secret)
    const approver = await newKey(second.secret, { role: 'approver' })
    expect(await approve(await declare(), first.secret)).toBe('self_approval')
    expect(await approve(await declare(), approver.secret)).toBe('self_approval')
    expect(await approve(await declare(first.secret), approver.secret)).toBe('self_approval')
    expect(await approve(await declare(), TEST_API_KEY)).toBe('pending')
  })

  it('what the person asked for who has made it', async () => {
    const approver = await newKey(undefined, { role: 'approver' })
    const wanted = { limits: { perDay: 9000 } }
    const { id } = await ask<{ id: string }>('/change-requests', { cardId, wanted, why: 'Ink' })
    const path = `/change-requests/${id}/approve`
    expect((await ask(path, {}, approver.secret)).error?.code).toBe('self_approval')
    expect((await ask<{ status: string }>(path, {}, TEST_API_KEY)).status).toBe('approved')
  })

  it('what the person declared who has rotated it', async () => {
    const { id } = await newKey(TEST_API_KEY, { role: 'approver' })
    const { secret } = await ask<Key>(`/api-keys/${id}/rotate`, {})
    expect(await approve(await declare(), secret)).toBe('self_approval')
  })

  it('what was declared by the maker of a key of before, as the audit trail tells', async () => {
    const { id, secret } = await newKey()
    await test.database.pool.query('update api_keys set made_by = null where id = $1', [id])
    expect(await approve(await declare(), secret)).toBe('self_approval')
  })

  it("but whoever has made an agent's key approves what the agent declares", async () => {
    const agent = await newKey(undefined, { role: 'agent', agentId })
    expect(await approve(await declare(agent.secret))).toBe('pending')
    const byKey = await newKey(TEST_API_KEY, { role: 'agent', agentId })
    expect(await approve(await declare(byKey.secret), TEST_API_KEY)).toBe('pending')
  })
})
