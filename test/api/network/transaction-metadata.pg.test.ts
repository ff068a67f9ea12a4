import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
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

const patch = (transactionId: string, body: object, caller = api.admin) =>
  caller('updateTransaction', { params: { transactionId }, body })

it('a memo and coding are set, merged and unset one by one, listed, audited, and in the file', async () => {
  const id = await buy()
  const before = await get(id)
  await patch(id, { memo: 'Train to the fair', coding: { account: '6650', 'tax.code': 'V7' } })
  const { body } = await patch(id, { coding: { account: null, project: 'Messe 2026' } })
  const notes = { memo: 'Train to the fair', coding: { 'tax.code': 'V7', project: 'Messe 2026' } }
  expect(await get(id)).toEqual({ ...before, ...notes })
  expect([body, body]).toEqual([await listed(id), expect.objectContaining(notes)])
  expect((await trail(id)).map(({ changes }) => changes)).toEqual([
    [{ path: 'coding', before: { account: '6650', 'tax.code': 'V7' }, after: notes.coding }],
    [
      { path: 'memo', before: null, after: notes.memo },
      { path: 'coding', before: null, after: { account: '6650', 'tax.code': 'V7' } },
    ],
  ])
  await patch(id, { memo: null, coding: { 'tax.code': null, project: null } })
  expect(await get(id)).toEqual(before)
})

it.each([
  ['memo', '', 'memo'],
  ['memo', 'x'.repeat(501), 'memo'],
  ['memo', 'Ink\u202EpohS', 'memo'],
  ['coding', { 'a b': 'x' }, 'coding'],
  ['coding', { ['x'.repeat(41)]: 'x' }, 'coding'],
  ['coding', { __proto__x: 'x', '': 'x' }, 'coding'],
  ['coding', { a: 1 }, 'coding.a'],
  ['coding', { a: '' }, 'coding.a'],
  ['coding', { a: 'x'.repeat(101) }, 'coding.a'],
  ['coding', { a: 'Ink\u202EpohS' }, 'coding.a'],
  ['coding', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, 'x'])), 'coding'],
  ['coding', ['x'], 'coding'],
])('refuses the note %s: %j', async (field, value, param) => {
  const id = await buy()
  const { status, body } = await patch(id, { [field]: value })
  expect([status, body.error?.param]).toEqual([400, param])
  expect(await get(id)).not.toHaveProperty(field)
})

it('coding has twenty texts, however they come together', async () => {
  const id = await buy()
  const texts = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${from + n}`, 'x']))
  await patch(id, { coding: texts(0, 20) })
  expect((await patch(id, { coding: texts(20, 1) })).body.error).toMatchObject({ param: 'coding' })
  expect((await patch(id, { coding: { n0: null, ...texts(20, 1) } })).status).toBe(200)
  expect(Object.keys((await get(id)).coding ?? {})).toHaveLength(20)
})

it('an agent explains its own purchases alone, and neither it nor an approver changes metadata', async () => {
  const customerId = (await api.admin('createCustomer', { body: { email: 'b@example.com' } })).body.id
  const agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'b' } })).body.id
  const own = (await api.admin('createCard', { body: { customerId, agentId } })).body.id
  const bought = (await api.admin('createAuthorization', { body: { cardId: own, amount: 1 } })).body.transactionId
  const agent = await api.as('agent', agentId)
  expect((await patch(bought, { memo: 'Ink', coding: { account: '1' } }, agent)).status).toBe(200)
  expect((await patch(await buy(), { memo: 'Ink' }, agent)).body).toMatchObject({
    error: { code: 'transaction_not_found' },
  })
  for (const caller of [agent, await api.as('approver')]) {
    const { status, body } = await patch(bought, { memo: 'Other', metadata: { a: 1 } }, caller)
    expect([status, body.error?.code]).toEqual([403, 'insufficient_permissions'])
  }
  expect((await patch(bought, { memo: 'Paper' }, await api.as('approver'))).body.memo).toBe('Paper')
})

it('verify follows the notes, and finds one that was changed by hand', async () => {
  const id = await buy()
  await note(id, { a: 1 })
  expect(await verifyDifferencesOf(api.rig.deps.database)).toEqual([])
  const set = 'update transaction_metadata set metadata = $2 where id = $1'
  await api.rig.deps.database.pool.query(set, [id, '{"a":2}'])
  expect((await verifyDifferencesOf(api.rig.deps.database)).join('\n')).toContain('no audit entry has changed metadata')
  await api.rig.deps.database.pool.query(set, [id, '{"a":1}'])
})
