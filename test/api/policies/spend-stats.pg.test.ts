import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSpendRollups } from '../../../src/sweeps/spend-rollups.ts'
import { DAY_MS, HOUR_MS } from '../../../src/lib/clock.ts'
import { type Api, type Caller, startApi } from '../typed-api.ts'

const NOON = Date.UTC(2026, 0, 31, 12)
const DAY = '2026-01-31T00:00:00.000Z'
/** The same day as an end, which is included. */
const LAST_DAY = '2026-01-31'

let api: Api
let customerId: string
let agentId: string
let cardId: string
let otherCardId: string

const newCard = async (body: object) => (await api.admin('createCard', { body: { customerId, ...body } })).body.id
const buy = async (amount: number, more: object = {}) =>
  (await api.admin('createAuthorization', { body: { cardId, amount, ...more } })).body.transactionId
const ink = { merchant: { name: 'Ink Shop', mcc: '5943' } }
const paper = { merchant: { name: 'Paper Mill', mcc: '5111' } }

const stats = async (query: Record<string, string> = {}, caller: Caller = api.admin) =>
  (await caller('getSpendStats', { query })).body
/** Each bucket on one line: start or group, then what was approved and declined. */
const lines = async (query: Record<string, string> = {}, caller?: Caller) =>
  (await stats(query, caller)).data.map(({ start, group, others, approved, declined }) =>
    [
      query['groupBy'] === undefined ? start : others === true ? 'others' : group,
      `${approved.count}:${approved.amount}`,
      `${declined.count}:${declined.amount}`,
    ].join(' '),
  )

beforeAll(async () => {
  api = await startApi()
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'a' } })).body.id
  cardId = await newCard({ agentId, policy: { limits: { perAuth: 1000 }, blockedMccs: ['5111'] } })
  otherCardId = await newCard({})
  await buy(100, ink)
  const held = await buy(200, ink)
  await buy(2000, paper)
  await buy(5000, ink)
  await buy(300, { cardId: otherCardId })
  api.clock.time = NOON + HOUR_MS
  await api.admin('incrementAuthorization', { params: { transactionId: held }, body: { amount: 50 } })
  await api.admin('reverseAuthorization', { params: { transactionId: held }, body: { amount: 100 } })
  api.clock.time = NOON + DAY_MS
  const settled = await buy(400, ink)
  await api.admin('settleAuthorization', { params: { transactionId: settled }, body: { amount: 350, final: true } })
  await api.admin('createRefund', { body: { transactionId: settled, amount: 50 } })
})
afterAll(() => api.stop())

describe('GET /stats/spend', () => {
  it('sums by day what was approved, with what was added to it and given back, and what was declined', async () => {
    expect(await lines()).toEqual([`${DAY} 3:550 2:7000`, '2026-02-01T00:00:00.000Z 1:350 0:0'])
  })

  it('sums by hour, each change in the hour in which it happened', async () => {
    expect(await lines({ bucket: 'hour' })).toEqual([
      '2026-01-31T12:00:00.000Z 3:600 2:7000',
      '2026-01-31T13:00:00.000Z 0:-50 0:0',
      '2026-02-01T12:00:00.000Z 1:350 0:0',
    ])
  })

  it.each([
    ['customer', () => [`${customerId} 3:550 2:7000`]],
    ['agent', () => [' 1:300 0:0', `${agentId} 2:250 2:7000`]],
    ['card', () => [`${otherCardId} 1:300 0:0`, `${cardId} 2:250 2:7000`]],
    ['merchant', () => [' 1:300 0:0', 'Ink Shop 2:250 1:5000', 'Paper Mill 0:0 1:2000']],
    ['category', () => [' 1:300 0:0', '5943 2:250 1:5000', '5111 0:0 1:2000']],
    ['reason', () => ['per_auth_exceeded 0:0 2:7000', 'mcc_blocked 0:0 1:2000']],
  ])('tells it apart by %s, the largest first', async (groupBy, expected) => {
    expect(await lines({ groupBy, to: LAST_DAY })).toEqual(expected())
  })

  it('tells of a customer, an agent and a card alone, also by what is above them', async () => {
    expect(await lines({ customerId, to: LAST_DAY })).toEqual([`${DAY} 3:550 2:7000`])
    expect(await lines({ agentId, to: LAST_DAY })).toEqual([`${DAY} 2:250 2:7000`])
    expect(await lines({ cardId: otherCardId, customerId, to: LAST_DAY })).toEqual([`${DAY} 1:300 0:0`])
    expect(await lines({ cardId, groupBy: 'agent', to: LAST_DAY })).toEqual([`${agentId} 2:250 2:7000`])
    expect(await lines({ agentId, groupBy: 'reason', to: LAST_DAY })).toHaveLength(2)
  })

  it('shows nobody what is not theirs', async () => {
    const agent = await api.as('agent', agentId)
    expect(await lines({ to: LAST_DAY }, agent)).toEqual([`${DAY} 2:250 2:7000`])
    expect(await lines({ cardId: otherCardId }, agent)).toEqual([])
    expect(await lines({ cardId: otherCardId, agentId })).toEqual([])
    const stranger = await api.otherAccount()
    for (const query of [{}, { customerId }, { agentId }, { cardId }] as Record<string, string>[])
      expect(await lines(query, stranger)).toEqual([])
  })

  it.each([
    [() => ({ agentId, groupBy: 'merchant' }), 'groupBy'],
    [() => ({ cardId, bucket: 'hour' }), 'bucket'],
  ])('refuses what is not kept of an agent or a card (%#)', async (query, param) => {
    expect((await stats(query())).error).toMatchObject({ code: 'invalid_request', param })
  })

  it.each<[Record<string, string>, string]>([
    [{ from: '2026-01-31T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    [{ from: '2025-01-01T00:00:00Z' }, 'from'],
    [{ bucket: 'hour', groupBy: 'agent' }, 'groupBy'],
    [{ bucket: 'range', from: '2025-01-01T00:00:00Z' }, 'from'],
    [{ bucket: 'range', compareFrom: '2026-01-01T00:00:00Z' }, 'compareFrom'],
    [{ compareFrom: '2026-01-01T00:00:00Z', compareTo: '2026-01-01T00:00:00Z' }, 'compareFrom'],
    [{ bucket: 'range', compareFrom: '2024-01-01T00:00:00Z', compareTo: '2026-01-01T00:00:00Z' }, 'compareFrom'],
    [{ merchantName: 'Ink Shop', groupBy: 'agent' }, 'merchantName'],
    [{ merchantName: 'Ink Shop', mcc: '5943' }, 'mcc'],
  ])('refuses %j by name', async (query, param) => {
    expect((await stats(query)).error).toMatchObject({ code: 'invalid_request', param })
  })

  it.each([
    ['a day to a day', { from: '2026-01-31', to: LAST_DAY }, [3, 550]],
    ['a time to the first of the next month, which is excluded', { from: DAY, to: '2026-02-01T00:00:00Z' }, [3, 550]],
    ['the month after it, which begins there', { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' }, [1, 350]],
    ['both months at once', { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' }, [4, 900]],
    ['a time within a day, all of which is summed', { from: DAY, to: '2026-02-01T00:00:00.001Z' }, [4, 900]],
  ])('sums from %s', async (_, query, [purchases, amount]) => {
    const { data, from, to } = await stats({ bucket: 'range', customerId, ...query })
    expect(data[0]?.approved).toEqual({ count: purchases, amount })
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(0)
  })

  it('says what was summed: whole days, the end excluded', async () => {
    const within = { from: '2026-01-31T13:00:00Z', to: '2026-02-01T00:00:01Z' }
    expect(await stats(within)).toMatchObject({ from: DAY, to: '2026-02-02T00:00:00.000Z' })
    expect(await stats({ ...within, bucket: 'hour' })).toMatchObject({
      from: '2026-01-31T13:00:00.000Z',
      to: '2026-02-01T01:00:00.000Z',
    })
    expect(await stats({ from: DAY, to: LAST_DAY })).toMatchObject({ from: DAY, to: '2026-02-01T00:00:00.000Z' })
  })

  it.each<[Record<string, string>, string]>([
    [{ from: DAY, to: DAY }, 'from'],
    [{ from: '2026-02-01', to: LAST_DAY }, 'from'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ bucket: 'range', compareFrom: DAY, compareTo: DAY }, 'compareFrom'],
  ])('refuses %j, which is no range, by name', async (query, param) => {
    expect((await stats(query)).error).toMatchObject({ code: 'invalid_request', param })
  })

  it('puts all but the twenty largest together', async () => {
    for (let n = 1; n <= 23; n += 1) await buy(n, { cardId: otherCardId, merchant: { name: `Stall ${n}` } })
    const found = await lines({ customerId, groupBy: 'merchant', from: '2026-02-01T00:00:00Z' })
    expect(found).toHaveLength(21)
    expect(found[0]).toBe('Ink Shop 1:350 0:0')
    expect(found.at(-1)).toBe('others 4:10 0:0')
    expect(await lines({ groupBy: 'merchant', from: '2026-02-01T00:00:00Z' })).toEqual(found) // of the account, by periods
  })

  it('finds the largest of many thousands, and what the others leave of all', async () => {
    const { database } = api.rig.deps
    const kept = await lines({ customerId, groupBy: 'merchant' })
    const add = (count: number) =>
      database.pool.query(
        `insert into spend_sums select bucket, scope_id, account_id, grouped_by, length, start, kind || n, 1, n, 0, 0 from spend_sums,
          unnest(array['Stand ', 'Booth ']) as kind, generate_series(1, $1::int) as n where group_key = 'Ink Shop' and length = 'day'
          and start = $2`,
        [count, Date.parse(DAY)],
      )
    const sum = (2 * 3000 * 3001) / 2
    await add(3000)
    await database.pool.query(
      `update spend_sums set approved_count = approved_count + 6000, approved_amount = approved_amount + $1
        where grouped_by = 'none' and length = 'day' and start = $2`,
      [sum, Date.parse(DAY)],
    )
    for (const query of [{ customerId }, {}] as Record<string, string>[]) {
      const found = await lines({ ...query, groupBy: 'merchant', from: DAY, to: LAST_DAY })
      const largest = [3000, 2999, 2998, 2997, 2996, 2995, 2994, 2993, 2992, 2991]
      const told = largest.flatMap((n) => [`Booth ${n} 1:${n} 0:0`, `Stand ${n} 1:${n} 0:0`])
      const rest = sum - 2 * largest.reduce((all, n) => all + n, 0)
      expect(found).toEqual([...told, `others ${6000 - 20 + 3}:${rest + 550} 2:7000`])
    }
    await database.pool.query(`delete from spend_sums where group_key ~ '^(Stand|Booth) '`)
    await database.pool.query(
      `update spend_sums set approved_count = approved_count - 6000, approved_amount = approved_amount - $1
        where grouped_by = 'none' and length = 'day' and start = $2`,
      [sum, Date.parse(DAY)],
    )
    expect(await lines({ customerId, groupBy: 'merchant' })).toEqual(kept)
  })

  it('sums a range as one, beside the range that it is compared with', async () => {
    const days = { from: DAY, to: LAST_DAY, compareFrom: '2026-02-01T00:00:00Z', compareTo: '2026-02-01' }
    const rows = async (query: Record<string, string>) =>
      (await stats({ bucket: 'range', ...days, ...query })).data.map(
        ({ group, others, approved, declined, compared }) => [
          others === true ? 'others' : (group ?? null),
          approved.count,
          approved.amount,
          declined.amount,
          compared?.approved.amount,
        ],
      )
    expect(await rows({})).toEqual([[null, 3, 550, 7000, 626]])
    expect(await rows({ groupBy: 'card' })).toEqual([
      [otherCardId, 1, 300, 0, 276],
      [cardId, 2, 250, 7000, 350],
    ])
    const merchants = await rows({ groupBy: 'merchant' })
    expect(merchants.slice(0, 4)).toEqual([
      [null, 1, 300, 0, 0],
      ['Ink Shop', 2, 250, 5000, 350],
      ['Paper Mill', 0, 0, 2000, 0],
      ['Stall 23', 0, 0, 0, 23],
    ])
    expect(merchants).toHaveLength(21)
    expect(merchants.at(-1)).toEqual(['others', 0, 0, 0, 21])
    expect(await rows({ groupBy: 'reason' })).toEqual([
      ['per_auth_exceeded', 0, 0, 7000, 0],
      ['mcc_blocked', 0, 0, 2000, 0],
    ])
    expect((await stats({ bucket: 'range', from: '2025-03-01T00:00:00Z' })).data[0]).toMatchObject({
      start: '2025-03-01T00:00:00.000Z',
      approved: { count: 27, amount: 1176 },
    })
  })

  it('says what customers, agents, cards and categories are called', async () => {
    const names = async (groupBy: string, caller?: Caller) =>
      (await stats({ bucket: 'range', groupBy }, caller)).data.map(({ group, name }) => [group, name])
    expect(await names('customer')).toEqual([[customerId, 'a@example.com']])
    expect(await names('category')).toEqual([
      ['5943', 'Stationery, office and school supplies'],
      [null, undefined],
      ['5111', 'Stationery, office and printing supplies'],
    ])
    expect(await names('agent')).toEqual([
      [agentId, 'a'],
      [null, undefined],
    ])
    expect((await names('card')).map(([, name]) => name)).toEqual([
      expect.stringMatching(/^Card •••• \d{4}$/),
      expect.stringMatching(/^Card •••• \d{4}$/),
    ])
    const agent = await api.as('agent', agentId)
    expect(await names('customer', agent)).toEqual([[customerId, undefined]])
  })

  it('sums one merchant or one category, of the account and of a customer', async () => {
    expect(await lines({ merchantName: 'Ink Shop', to: LAST_DAY })).toEqual([`${DAY} 2:250 1:5000`])
    expect(await lines({ mcc: '5111', customerId })).toEqual([`${DAY} 0:0 1:2000`])
    expect((await stats({ mcc: '5943', bucket: 'range' })).data).toMatchObject([{ approved: { amount: 600 } }])
    expect((await stats({ mcc: '5943', agentId })).error).toMatchObject({ param: 'mcc' })
  })

  it('counts what the list of transactions finds with the same filters', async () => {
    const listed = async (query: Record<string, string>) =>
      (await api.admin('listTransactions', { query: { limit: '100', ...query } })).body.data.length
    const [row] = (await stats({ bucket: 'range' })).data
    expect([await listed({ summed: 'approved' }), await listed({ summed: 'declined' })]).toEqual([
      row?.approved.count,
      row?.declined.count,
    ])
    expect(await listed({ summed: 'approved', merchantName: 'Ink Shop' })).toBe(3)
    expect(await listed({ merchantName: 'Ink' })).toBe(0)
    expect(await listed({ summed: 'approved', mcc: '5943' })).toBe(3)
    expect(await listed({ without: 'merchant' })).toBe(1)
    expect(await listed({ without: 'category' })).toBe(24)
    expect(await listed({ without: 'agent', summed: 'approved' })).toBe(24)
  })

  it('finds what no node has noted, and counts nothing twice', async () => {
    const before = await stats()
    const { database } = api.rig.deps
    await database.transaction((tx) => tx.deleteFrom('spend_sums').execute())
    await database.transaction((tx) => tx.deleteFrom('spend_folds').execute())
    expect((await stats()).data).toEqual([])
    const nodes = [createSpendRollups(database), createSpendRollups(database), createSpendRollups(database)]
    const { bucketScopes } = await database.groups()
    for (let looks = 0; looks < 2 * bucketScopes.length; looks += 1)
      await Promise.all(nodes.map((node) => node.look({ mayRest: false })))
    expect(await stats()).toEqual(before)
  })
})
