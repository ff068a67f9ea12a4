import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDifferencesIn } from '../../support/differences.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let cardId: string
beforeAll(async () => {
  api = await startApi()
  const customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  cardId = (await api.admin('createCard', { body: { customerId } })).body.id
})
afterAll(() => api.stop())

const buy = async (amount = 100) =>
  (await api.admin('createAuthorization', { body: { cardId, amount } })).body.transactionId
const note = (transactionId: string, metadata: unknown, caller = api.admin) =>
  caller('updateTransaction', { params: { transactionId }, body: { metadata } })
const get = async (transactionId: string) => (await api.admin('getTransaction', { params: { transactionId } })).body
const listed = async (transactionId: string) =>
  (await api.admin('listTransactions', { query: { cardId } })).body.data.find(({ id }) => id === transactionId)
const trail = async (resourceId: string) => (await api.admin('listAudit', { query: { resourceId } })).body.data

it('what is noted is merged, shown by reads and lists, told by the audit trail, and changes nothing else', async () => {
  const id = await buy()
  const before = await get(id)
  expect((await note(id, { invoice: 'A-1', tags: { team: 'growth' } })).status).toBe(200)
  const { body } = await note(id, { invoice: 'A-2', tags: { team: null } })
  const metadata = { invoice: 'A-2', tags: {} }
  expect(await get(id)).toEqual({ ...before, metadata })
  expect(body).toEqual(await listed(id))
  expect(body.metadata).toEqual(metadata)
  expect(await trail(id)).toMatchObject([
    {
      operation: 'updateTransaction',
      resource: { type: 'transaction', id },
      changes: [{ path: 'metadata', before: { invoice: 'A-1', tags: { team: 'growth' } }, after: metadata }],
    },
    { changes: [{ path: 'metadata', before: null }] },
  ])
})

it('nothing is left of notes that are unset, and `{}` leaves no entry', async () => {
  const id = await buy()
  await note(id, null)
  await api.admin('updateTransaction', { params: { transactionId: id }, body: {} })
  expect(await trail(id)).toEqual([])
  await note(id, { a: 1 })
  await note(id, null)
  expect(await get(id)).not.toHaveProperty('metadata')
  expect(await trail(id)).toHaveLength(2)
})

it('merges that meet are all kept', async () => {
  const id = await buy()
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => note(id, { [name]: 1 })))
  expect((await get(id)).metadata).toEqual({ a: 1, b: 1, c: 1, d: 1 })
  expect(await trail(id)).toHaveLength(4)
})

it('the network door neither takes nor tells it', async () => {
  const id = await buy()
  await note(id, { a: 1 })
  const settled = await api.admin('settleAuthorization', { params: { transactionId: id } })
  expect(settled.body).not.toHaveProperty('metadata')
  expect((await get(id)).metadata).toEqual({ a: 1 })
  const given = await api.admin('createAuthorization', { body: { cardId, amount: 1, metadata: {} } })
  expect([given.status, given.body.error?.param]).toEqual([400, 'metadata'])
})

it('404 for another account; 403 for whoever may only read; 400 for what is no object or too large', async () => {
  const id = await buy()
  expect((await note(id, { a: 1 }, await api.otherAccount())).body.error?.code).toBe('transaction_not_found')
  expect((await note(id, { a: 1 }, await api.as('read'))).status).toBe(403)
  for (const wrong of ['x', [], { text: 'x'.repeat(17_000) }]) {
    expect((await note(id, wrong)).body.error?.param).toBe('metadata')
  }
  expect(await get(id)).not.toHaveProperty('metadata')
})

it('verify follows the notes, and finds one that was changed by hand', async () => {
  const id = await buy()
  await note(id, { a: 1 })
  expect(await verifyDifferencesIn(api.rig.deps.database)).toEqual([])
  const set = 'update transaction_metadata set metadata = $2 where id = $1'
  await api.rig.deps.database.pool.query(set, [id, '{"a":2}'])
  expect((await verifyDifferencesIn(api.rig.deps.database)).join('\n')).toContain('no audit entry has changed metadata')
  await api.rig.deps.database.pool.query(set, [id, '{"a":1}'])
})
