import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { DAY_MS } from '../../../src/lib/clock.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { type Api, startApi } from '../typed-api.ts'

const DAY = '2026-01-31'
const NEXT_DAY = '2026-02-01'

let api: Api
let customerId: string
let agentId: string
let cardOfAgent: string
let ownCard: string

const newCard = async (body: object) => (await api.admin('createCard', { body: { customerId, ...body } })).body.id
const buy = async (cardId: string, amount: number) =>
  (await api.admin('createAuthorization', { body: { cardId, amount } })).body.transaction
const centerOf = async (transactionId: string) =>
  (await api.admin('getTransaction', { params: { transactionId } })).body.costCenter
const verified = async () => {
  const { database } = api.rig.deps
  const found: string[] = []
  await verifyDatabase(database, {
    vault: await openTestVault(database),
    customerId: undefined,
    onDifference: (difference) => found.push(describeReplayDifference(difference)),
  })
  return found
}

beforeAll(async () => {
  api = await startApi()
  api.clock.time = Date.parse(`${DAY}T12:00:00Z`)
  customerId = (await api.admin('createCustomer', { body: { email: 'a@example.com' } })).body.id
  agentId = (await api.admin('createAgent', { body: { customerId, externalId: 'a' } })).body.id
  cardOfAgent = await newCard({ agentId, policy: { limits: { perAuth: 1000 } } })
  ownCard = await newCard({})
})
afterAll(() => api.stop())

const ofCustomer = (costCenter: unknown) =>
  api.admin('updateCustomer', { params: { customerId }, body: { costCenter } })
const ofAgent = (costCenter: unknown) => api.admin('updateAgent', { params: { agentId }, body: { costCenter } })
const ofCard = (costCenter: unknown) =>
  api.admin('updateCard', { params: { cardId: cardOfAgent }, body: { costCenter } })

describe('the cost center of a purchase', () => {
  it('is the nearest of card, agent and customer, as it was at the authorization', async () => {
    const held = await buy(cardOfAgent, 1)
    expect(held.costCenter).toBeUndefined()
    expect((await ofCustomer('Company')).body.costCenter).toBe('Company')
    const byCustomer = await buy(cardOfAgent, 10)
    await ofAgent('Research')
    const byAgent = await buy(cardOfAgent, 20)
    await ofCard('Lab 7')
    const byCard = await buy(cardOfAgent, 40)
    expect([byCustomer, byAgent, byCard].map(({ costCenter }) => costCenter)).toEqual(['Company', 'Research', 'Lab 7'])
    expect((await buy(ownCard, 80)).costCenter).toBe('Company')
    await ofCard(null)
    expect((await buy(cardOfAgent, 160)).costCenter).toBe('Research')
    expect((await buy(cardOfAgent, 5000)).costCenter).toBe('Research') // declined
    await ofAgent(null)
    await ofCustomer('Elsewhere')
    expect(await Promise.all([held, byCustomer, byAgent, byCard].map(({ id }) => centerOf(id)))).toEqual([
      undefined,
      'Company',
      'Research',
      'Lab 7',
    ])
    expect((await buy(cardOfAgent, 320)).costCenter).toBe('Elsewhere')
  })

  it('is in its events, those of later steps too', async () => {
    const { data } = (await api.admin('listTransactions', { query: { costCenter: 'Lab 7' } })).body
    const [{ id } = { id: '' }] = data
    api.clock.time += DAY_MS
    await api.admin('settleAuthorization', { params: { transactionId: id }, body: { amount: 35, final: true } })
    const events = (await api.admin('listEvents', { query: { limit: '100' } })).body.data
    const about = events.flatMap(({ type, data: of }) => {
      const { transaction } = of as { transaction?: { id: string; costCenter?: string } }
      return transaction?.id === id ? [[type, transaction.costCenter]] : []
    })
    expect(about).toEqual([
      ['transaction.settled', 'Lab 7'],
      ['transaction.created', 'Lab 7'],
    ])
  })

  it('also stands on what the network captures and refunds without an authorization', async () => {
    const captured = await api.admin('createForceCapture', { body: { cardId: ownCard, amount: 7 } })
    expect(captured.body.costCenter).toBe('Elsewhere')
    const posted = { cardId: ownCard, factId: 'f1', kind: 'credit', amount: 3 } as const
    expect((await api.admin('createPosting', { body: posted })).body.transaction.costCenter).toBe('Elsewhere')
    const advice = { cardId: ownCard, factId: 'f2', networkReference: 'r2', approved: true, amount: 9 }
    expect((await api.admin('createAdvice', { body: advice })).body.costCenter).toBe('Elsewhere')
  })
})

describe('transactions by cost center', () => {
  const amounts = async (query: Record<string, string>) =>
    (await api.admin('listTransactions', { query })).body.data.map(({ amount }) => amount)

  it('are filtered by it, and by having none', async () => {
    expect(await amounts({ costCenter: 'Research' })).toEqual([5000, 160, 20])
    expect(await amounts({ costCenter: 'Research', summed: 'approved' })).toEqual([160, 20])
    expect(await amounts({ costCenter: 'research' })).toEqual([])
    expect(await amounts({ without: 'costCenter' })).toEqual([1])
  })

  const lines = async (query: Record<string, string>) =>
    (await api.admin('getSpendStats', { query: { groupBy: 'costCenter', ...query } })).body.data.map(
      ({ start, group, others, approved, declined }) =>
        `${start.slice(0, 10)} ${others === true ? '*' : (group ?? '-')} ${approved.count}:${approved.amount} ${declined.count}:${declined.amount}`,
    )
  const ofDay = [
    `${DAY} Elsewhere 1:320 0:0`,
    `${DAY} Research 2:180 1:5000`,
    `${DAY} Company 2:90 0:0`,
    `${DAY} Lab 7 1:40 0:0`,
    `${DAY} - 1:1 0:0`,
  ]

  it('are summed by it, steps included, with those that have none', async () => {
    expect(await lines({})).toEqual([...ofDay, `${NEXT_DAY} Elsewhere 2:16 0:0`, `${NEXT_DAY} Lab 7 0:-5 0:0`])
    expect(await lines({ customerId, to: DAY })).toEqual(ofDay)
    expect(await lines({ agentId, to: DAY })).toEqual([
      `${DAY} Elsewhere 1:320 0:0`,
      `${DAY} Research 2:180 1:5000`,
      `${DAY} Lab 7 1:40 0:0`,
      `${DAY} Company 1:10 0:0`,
      `${DAY} - 1:1 0:0`,
    ])
    const answer = await api.admin('getSpendStats', { query: { groupBy: 'costCenter', cardId: ownCard } })
    expect(answer.body.error?.param).toBe('groupBy')
  })

  it('are summed over a range, beside another one', async () => {
    const query = { bucket: 'range', from: DAY, to: DAY, compareFrom: NEXT_DAY, compareTo: NEXT_DAY }
    const { data } = (await api.admin('getSpendStats', { query: { ...query, groupBy: 'costCenter' } })).body
    expect(data.map(({ group, approved, compared }) => [group, approved.amount, compared?.approved.amount])).toEqual([
      ['Elsewhere', 320, 16],
      ['Research', 180, 0],
      ['Company', 90, 0],
      ['Lab 7', 40, -5],
      [null, 1, 0],
    ])
  })

  it('are what their sums were made of: verify finds nothing', async () => {
    expect(await verified()).toEqual([])
    const { pool } = api.rig.deps.database
    await pool.query(
      `update spend_sums set approved_amount = approved_amount + 1 where grouped_by = 'costCenter'
      and group_key = 'Lab 7' and scope_id = $1 and approved_amount > 0`,
      [agentId],
    )
    expect(await verified()).toEqual([expect.stringContaining('costCenter "Lab 7"')])
    await pool.query(
      `update spend_sums set approved_amount = approved_amount - 1 where grouped_by = 'costCenter'
      and group_key = 'Lab 7' and scope_id = $1 and approved_amount > 0`,
      [agentId],
    )
  })

  it('of many cost centers name the largest, those without one, and what the others leave of all', async () => {
    const { pool } = api.rig.deps.database
    const sum = (6000 * 6001) / 2
    await pool.query(
      `insert into spend_sums select bucket, scope_id, account_id, grouped_by, length, start, 'C ' || n, 1, n, 0, 0 from spend_sums,
        generate_series(1, 6000) as n where grouped_by = 'costCenter' and group_key = 'Company' and length = 'day'`,
    )
    const change = (sign: string) =>
      pool.query(
        `update spend_sums set approved_count = approved_count ${sign} 6000, approved_amount = approved_amount ${sign} $1
          where grouped_by in ('none', 'assigned') and length = 'day' and start = $2`,
        [sum, Date.parse(DAY)],
      )
    await change('+')
    const named = Array.from({ length: 20 }, (_, n) => 6000 - n)
    const rest = sum - named.reduce((all, n) => all + n, 0) + 631 - 1
    const expected = [
      ...named.map((n) => `${DAY} C ${n} 1:${n} 0:0`),
      `${DAY} - 1:1 0:0`,
      `${DAY} * 5986:${rest} 1:5000`,
    ]
    expect(await lines({ customerId, to: DAY })).toEqual(expected)
    await pool.query(`delete from spend_sums where group_key ~ '^C '`)
    await change('-')
    expect(await lines({ customerId, to: DAY })).toEqual(ofDay)
  })
})

it.each([
  ['', 400],
  ['x'.repeat(65), 400],
  [7, 400],
  ['a\u202eb', 400],
  ['a\u0000b', 400],
  ['x'.repeat(64), 200],
  [null, 200],
])('a cost center may be %j: %i, on every level', async (costCenter, status) => {
  for (const set of [ofCustomer, ofAgent, ofCard]) {
    const answer = await set(costCenter)
    expect([answer.status, answer.body.error?.param]).toEqual([status, status === 400 ? 'costCenter' : undefined])
  }
})
