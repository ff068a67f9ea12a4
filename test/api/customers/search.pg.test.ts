import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_ROWS_OF_TEXT_SEARCH } from '../../../src/store/statements/text-search.ts'
import { copyTableRow } from '../../support/postgres/copy-row.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let agentId: string
let last4: string

beforeAll(async () => {
  api = await startApi()
  const customer = async (body: object) => (await api.admin('createCustomer', { body })).body.id
  customerId = await customer({ email: 'Jane@example.com', name: { first: 'Jane', last: 'Doe' } })
  await customer({ email: 'office@example.com', name: { business: 'Doe & Söhne 100%' } })
  await customer({ email: 'nameless@example.com' })
  const agent = async (body: object) => (await api.admin('createAgent', { body: { customerId, ...body } })).body.id
  agentId = await agent({ externalId: 'cloud-buyer', name: 'Cloud bills' })
  await agent({ externalId: 'travel_1', name: 'Travel' })
  const card = async (body: object) => (await api.admin('createCard', { body: { customerId, ...body } })).body
  await card({ label: 'Cloud compute', agentId })
  await card({ label: 'Travel' })
  last4 = (await card({ agentId })).last4 ?? ''
})
afterAll(() => api.stop())

const labels = async (query: Record<string, string>, caller = api.admin) =>
  (await caller('listCards', { query })).body.data.map(({ label }) => label ?? 'none')

describe('GET /customers', () => {
  it.each([
    ['doe', ['office@example.com', 'Jane@example.com']],
    ['jane DOE', ['Jane@example.com']],
    ['doe jan', ['Jane@example.com']],
    ['100%', ['office@example.com']],
    ['söhne', ['office@example.com']],
    ['%', ['office@example.com']],
    ['_', []],
    ['\\', []],
    ['nameless@', ['nameless@example.com']],
    ['nobody', []],
  ])('200: search %j', async (search, expected) => {
    const { body } = await api.admin('listCustomers', { query: { search } })
    expect(body.data.map(({ email }) => email)).toEqual(expected)
  })

  it('200: with the other filters', async () => {
    const emails = async (query: Record<string, string>) =>
      (await api.admin('listCustomers', { query })).body.data.map(({ email }) => email)
    expect(await emails({ search: 'doe', status: 'suspended' })).toEqual([])
    expect(await emails({ search: 'doe', email: 'jane@example.com' })).toEqual(['Jane@example.com'])
  })

  it.each([[''], ['  '], ['x'.repeat(101)]])('400: search %j', async (search) => {
    const { body } = await api.admin('listCustomers', { query: { search } })
    expect(body.error).toMatchObject({ code: 'invalid_request', param: 'search' })
  })
})

describe('GET /agents', () => {
  it.each([
    ['CLOUD', ['Cloud bills']],
    ['buyer bills', ['Cloud bills']],
    ['travel_', ['Travel']],
    ['buyer travel', []],
  ])('200: search %j', async (search, expected) => {
    const { body } = await api.admin('listAgents', { query: { search } })
    expect(body.data.map(({ name }) => name)).toEqual(expected)
  })

  it('200: an agent finds itself alone', async () => {
    const own = await api.as('agent', agentId)
    const names = async (search: string) =>
      (await own('listAgents', { query: { search } })).body.data.map(({ name }) => name)
    expect(await names('Bills buyer')).toEqual(['Cloud bills'])
    expect(await names('travel')).toEqual([])
  })
})

describe('GET /cards', () => {
  it('200: by label and last digits, of all and of an agent', async () => {
    expect(await labels({ search: 'o' })).toEqual(['Cloud compute'])
    expect(await labels({ search: last4 })).toContain('none')
    expect(await labels({ search: 'travel', agentId })).toEqual([])
    expect(await labels({ search: 'travel' }, await api.as('agent', agentId))).toEqual([])
    expect(await labels({ search: 'travel' }, await api.otherAccount())).toEqual([])
  })

  it('200: what lies behind ten thousand others is found by going on', async () => {
    const { database } = api.rig.deps
    const { rows } = await database.pool.query<{ id: string }>(`select id from cards where label = 'Travel'`)
    const id = rows[0]?.id ?? ''
    const copies = Array.from({ length: MOST_ROWS_OF_TEXT_SEARCH }, (_, n) => ({
      id: `${id.slice(0, 5)}7zzzzzzzzz${String(n).padStart(14, '0')}${id.slice(-2)}`,
      label: 'other',
    }))
    await copyTableRow(database.pool, 'cards', id, copies)
    const first = (await api.admin('listCards', { query: { search: 'travel' } })).body
    expect(first).toMatchObject({ data: [], hasMore: true })
    expect(await labels({ search: 'travel', cursor: first.nextCursor ?? '' })).toEqual(['Travel'])
  })
})

describe('GET /people', () => {
  it('200: nobody is found where there is nobody', async () => {
    expect((await api.admin('listPeople', { query: { search: 'jane' } })).body).toMatchObject({ data: [] })
  })
})
