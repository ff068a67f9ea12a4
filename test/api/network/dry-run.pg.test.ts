import { rowByIdSql } from '../../../src/store/sharding/by-id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

type Patch = 'updateCustomer' | 'updateAgent' | 'updateCard' | 'updateTransaction' | 'updateWebhook' | 'updateAccount'

it('of every PATCH answers what it would leave, and changes nothing', async () => {
  const { admin } = api
  const { id: customerId } = (await admin('createCustomer', { body: { email: 'a@example.com' } })).body
  const { id: agentId } = (await admin('createAgent', { body: { customerId, externalId: 'a' } })).body
  const { id: cardId } = (await admin('createCard', { body: { customerId, agentId } })).body
  const { transactionId } = (await admin('createAuthorization', { body: { cardId, amount: 1 } })).body
  const hook = { url: 'https://example.com/', events: ['*'] }
  const { id: webhookId } = (await admin('createWebhook', { body: hook })).body
  const policy = { requireIntent: true, limits: { perAuth: 500 } }
  const patches: [Patch, Record<string, string>, object, object][] = [
    ['updateCustomer', { customerId }, { policy }, { policy, warnings: expect.arrayContaining([strict]) }],
    ['updateAgent', { agentId }, { policy, status: 'paused' }, { policy, status: 'paused' }],
    ['updateCard', { cardId }, { policy, status: 'frozen' }, { policy, status: 'frozen' }],
    ['updateTransaction', { transactionId }, { metadata: { a: 1 } }, { metadata: { a: 1 } }],
    ['updateWebhook', { webhookId }, { description: 'New' }, { description: 'New' }],
    ['updateAccount', {}, { name: 'New' }, { name: 'New' }],
  ]
  const before = await seen(admin, { customerId, agentId, cardId, transactionId, webhookId })
  for (const [name, params, body, left] of patches) {
    const answer = await admin(name, { params, query: { dryRun: 'true' }, body })
    expect([name, answer.status, answer.body]).toMatchObject([name, 200, left])
  }
  expect(await seen(admin, { customerId, agentId, cardId, transactionId, webhookId })).toEqual(before)
  for (const [name, params, body, left] of patches) {
    const answer = await admin(name, { params, query: { dryRun: 'false' }, body })
    expect([name, answer.status, answer.body]).toMatchObject([name, 200, left])
  }
  expect(await seen(admin, { customerId, agentId, cardId, transactionId, webhookId })).not.toEqual(before)
})

it('is refused as the change would be', async () => {
  const answer = await api.admin('updateCard', { params: { cardId: 'x' }, query: { dryRun: 'true' }, body: {} })
  expect(answer.body.error?.code).toBe('card_not_found')
  const wrong = await api.admin('updateCard', { params: { cardId: 'x' }, query: { dryRun: 'yes' }, body: {} })
  expect(wrong.body.error).toMatchObject({ code: 'invalid_request', param: 'dryRun' })
})

it('of what stands beneath a customer locks nobody, and waits for nobody', async () => {
  const { admin, rig } = api
  const { id: customerId } = (await admin('createCustomer', { body: { email: 'c@example.com' } })).body
  const { id: agentId } = (await admin('createAgent', { body: { customerId, externalId: 'c' } })).body
  const { id: cardId } = (await admin('createCard', { body: { customerId, agentId } })).body
  const patches = [
    ['updateCustomer', { customerId }],
    ['updateAgent', { agentId }],
    ['updateCard', { cardId }],
  ] as const
  await rig.deps.database.transaction(async (tx) => {
    await tx.selectFrom('customers').select('id').where(rowByIdSql(customerId)).forUpdate().execute()
    for (const [name, params] of patches) {
      const policy = { ttlMinutes: 5 }
      const answer = await admin(name, { params, query: { dryRun: 'true' }, body: { policy } })
      expect([name, answer.status, answer.body]).toMatchObject([name, 200, { policy }])
    }
    await tx.selectFrom('customers').select('id').where(rowByIdSql(customerId)).forUpdate().noWait().execute()
  })
})

it('leaves an Idempotency-Key free for the change', async () => {
  const { id } = (await api.admin('createCustomer', { body: { email: 'b@example.com' } })).body
  const key = await api.rig.key()
  const patch = (query: object) =>
    api.rig.app.inject({
      method: 'PATCH',
      url: `/v1/customers/${id}`,
      query: { ...query },
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'once' },
      payload: { phone: '+49 30 1' },
    })
  for (const query of [{ dryRun: 'true' }, { dryRun: 'true' }, {}]) {
    const reply = await patch(query)
    expect([reply.statusCode, reply.headers['idempotent-replayed']]).toEqual([200, undefined])
  }
  expect((await patch({})).headers['idempotent-replayed']).toBe('true')
})

it('is there on every PATCH', () => {
  const patches = Object.entries(operations).filter(([, { method }]) => method === 'PATCH')
  expect(patches.filter(([, operation]) => !('query' in operation && 'dryRun' in operation.query.properties))).toEqual(
    [],
  )
})

const strict = expect.objectContaining({ code: 'intent_not_enforced' })

/** Everything that a change leaves behind. */
async function seen(admin: Caller, params: Record<string, string>): Promise<string[]> {
  const reads = ['getCustomer', 'getAgent', 'getCard', 'getTransaction', 'getWebhook', 'getAccount'] as const
  const texts: string[] = []
  for (const name of reads) texts.push((await admin(name, { params })).text)
  for (const name of ['listEvents', 'listAudit'] as const) texts.push((await admin(name)).text)
  return texts
}
