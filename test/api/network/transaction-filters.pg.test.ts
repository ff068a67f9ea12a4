import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_SEARCHED_TRANSACTIONS } from '../../../src/store/transactions/transaction-search.ts'
import { type Api, startApi } from '../typed-api.ts'

let api: Api
let customerId: string
let cardId: string
let agentId: string
const made = new Map<string, string>()

const buy = async (amount: number, name: string, body: object = {}) => {
  const purchase = { cardId, amount, merchant: { name }, ...body }
  const { transactionId } = (await api.admin('createAuthorization', { body: purchase })).body
  made.set(transactionId, `${name} ${amount}`)
  return transactionId
}
const page = async (query: Record<string, string>, caller = api.admin) =>
  (await caller('listTransactions', { query })).body
const found = async (query: Record<string, string>, caller = api.admin) =>
  (await page(query, caller)).data.map(({ id }) => made.get(id))

beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'a' } })).body.id
  const policy = { limits: { perAuth: 1000 }, blockedMerchants: ['Casino'] }
  cardId = (await api.admin('createCard', { body: { customerId, agentId, policy } })).body.id
  await buy(100, 'Ink Shop')
  await buy(200, 'SQ *INK SHOP Berlin')
  await buy(300, 'Caf\u00c9 100% "Ink"')
  await buy(5000, 'Casino')
  await buy(5000, 'Paper Mill')
  await api.admin('createAuthorization', { body: { cardId, amount: 400 } })
})
afterAll(() => api.stop())

describe('GET /transactions', () => {
  it.each<[Record<string, string>, readonly string[]]>([
    [{ merchant: 'ink shop' }, ['SQ *INK SHOP Berlin 200', 'Ink Shop 100']],
    [{ merchant: '100% "' }, ['Caf\u00c9 100% "Ink" 300']],
    [{ merchant: 'caf\u00c9' }, ['Caf\u00c9 100% "Ink" 300']],
    [{ merchant: '%' }, ['Caf\u00c9 100% "Ink" 300']],
    [{ merchant: 'nobody' }, []],
    [{ minAmount: '200', maxAmount: '300' }, ['Caf\u00c9 100% "Ink" 300', 'SQ *INK SHOP Berlin 200']],
    [{ minAmount: '5000' }, ['Paper Mill 5000', 'Casino 5000']],
    [{ minAmount: '9007199254740991' }, []],
    [{ minAmount: '300', maxAmount: '200' }, []],
    [{ reason: 'per_auth_exceeded' }, ['Paper Mill 5000', 'Casino 5000']],
    [{ reason: 'merchant_blocked' }, ['Casino 5000']],
    [{ reason: 'card_frozen' }, []],
    [{ reason: 'per_auth_exceeded', merchant: 'paper', minAmount: '1', status: 'declined' }, ['Paper Mill 5000']],
    [{ reason: 'per_auth_exceeded', status: 'pending' }, []],
  ])('200: %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    for (const owner of [{ cardId }, { agentId }, { customerId }, { customerId, cardId }]) {
      expect(await found({ ...query, ...(owner as Record<string, string>) })).toEqual(expected)
    }
  })

  it('200: amounts are compared in the currency that is asked for, and declines are found in the currency of their sums', async () => {
    const inYen = { email: 'yen@example.com', currency: 'JPY' }
    const customer = (await api.admin('createCustomer', { body: inYen })).body.id
    const card = (await api.admin('createCard', { body: { customerId: customer } })).body.id
    await buy(200, 'Yen Shop', { cardId: card })
    await buy(300, 'Yen Shop', { cardId: card, currency: 'USD' }) // declined: the customer is in yen
    expect(await found({ currency: 'jpy' })).toEqual(['Yen Shop 200'])
    expect(await found({ currency: 'JPY', minAmount: '150', maxAmount: '250' })).toEqual(['Yen Shop 200'])
    const inDollars = { currency: 'USD', minAmount: '200', maxAmount: '300' }
    expect(await found(inDollars)).toEqual(['Yen Shop 300', 'Caf\u00c9 100% "Ink" 300', 'SQ *INK SHOP Berlin 200'])
    expect(await found({ currency: 'JPY', summed: 'approved' })).toEqual(['Yen Shop 200'])
    expect(await found({ currency: 'JPY', summed: 'declined' })).toEqual(['Yen Shop 300'])
    expect(await found({ currency: 'JPY', summed: 'declined', minAmount: '1' })).toEqual([])
    expect(await found({ currency: 'USD', summed: 'declined' })).toEqual(['Paper Mill 5000', 'Casino 5000'])
    expect(await found({ currency: 'JPY', customerId: customer }, await api.otherAccount())).toEqual([])
  })

  it('200: pages of a search go on where the one before ended, and its cursor fits no other search', async () => {
    const first = await page({ merchant: 'ink', limit: '2' })
    expect(first.hasMore).toBe(true)
    const second = await page({ merchant: 'ink', limit: '2', cursor: first.nextCursor ?? '' })
    expect(second.hasMore).toBe(false)
    expect([...first.data, ...second.data].map(({ amount }) => amount)).toEqual([300, 200, 100])
    const other = await api.admin('listTransactions', { query: { merchant: 'x', cursor: first.nextCursor ?? '' } })
    expect(other.body.error?.details).toEqual({ reason: 'cursor_invalid' })
  })

  it('200: a search finds nothing of other agents and accounts', async () => {
    const other = (await api.admin('createAgent', { body: { customerId, externalId: 'b' } })).body.id
    expect(await found({ merchant: 'ink' }, await api.as('agent', agentId))).toHaveLength(3)
    expect(await found({ merchant: 'ink' }, await api.as('agent', other))).toEqual([])
    expect(await found({ merchant: 'ink' }, await api.otherAccount())).toEqual([])
    expect(await found({ merchant: 'ink', cardId }, await api.otherAccount())).toEqual([])
  })

  it.each([
    ['merchant', ''],
    ['merchant', 'x'.repeat(257)],
    ['minAmount', '1.5'],
    ['maxAmount', '-1'],
    ['maxAmount', '9007199254740992'],
    ['reason', 'because'],
    ['currency', 'EUX'],
    ['currency', 'EURO'],
  ])('400: %s=%s', async (name, value) => {
    const { status, body } = await api.admin('listTransactions', { query: { [name]: value } })
    expect([status, body.error?.param]).toEqual([400, name])
  })

  it('200: a page that has looked through enough ends early, and its cursor leads to the rest', async () => {
    api.clock.time += 60_000
    const latest = await buy(10, 'Haystack')
    const { rows } = await api.rig.deps.database.pool.query<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = 'transactions'
        and column_name not in ('id', 'sequence') order by ordinal_position`,
    )
    const columns = rows.map(({ column_name }) => column_name).join(', ')
    await api.rig.deps.database.pool.query(
      `insert into transactions (id, sequence, ${columns})
        select left(id, 14) || lpad(i::text, 14, '0') || right(id, 2), 1000000 + i, ${columns}
        from transactions, generate_series(1, $2::int) i where id = $1`,
      [latest, MOST_SEARCHED_TRANSACTIONS + 10],
    )
    const first = await page({ merchant: 'paper', limit: '5' })
    expect(first).toMatchObject({ data: [], hasMore: true })
    const second = await page({ merchant: 'paper', limit: '5', cursor: first.nextCursor ?? '' })
    expect(second.data.map(({ id }) => made.get(id))).toEqual(['Paper Mill 5000'])
    expect([second.hasMore, second.nextCursor]).toEqual([false, null])
  })
})
