import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationOutputOf } from '../../../src/contract/operations.ts'
import { DAY_MS, HOUR_MS } from '../../../src/lib/clock.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { RANDOM_SEED } from '../../support/random/seed.ts'
import { openTestVault } from '../../support/test-vault.ts'
import { allCasesInThoroughRun } from '../../support/thorough.ts'
import { seededRandom } from '../../model/random.ts'
import { sweepsOf } from '../time/sweeps-rig.ts'
import { type Api, startApi } from '../typed-api.ts'

type Line = OperationOutputOf<'listPostings'>['data'][number]
type Sums = OperationOutputOf<'getPostingSummary'>['data'][number]
type Query = Record<string, string>

const START = Date.parse('2026-01-20T12:00:00Z')
const STEPS = allCasesInThoroughRun(600, 150)
const MERCHANTS = [{ name: 'Ink Shop', mcc: '5734' }, { name: ' Ink Shop ' }, { name: 'Hotel Eins' }, {}]
const random = seededRandom(RANDOM_SEED)

let api: Api
let secret: string
const customers: string[] = []
const agents: string[] = []
const cards: string[] = []

beforeAll(async () => {
  api = await startApi()
  secret = await api.rig.key()
  api.clock.time = START
  for (const currency of ['USD', 'USD', 'JPY', 'BHD']) {
    const { id: customerId } = (await api.admin('createCustomer', { body: { email: 'a@example.com', currency } })).body
    const body = { customerId, externalId: `agent of ${customerId}`, costCenter: 'Research' }
    const { id: agentId } = (await api.admin('createAgent', { body })).body
    customers.push(customerId)
    agents.push(agentId)
    for (const owner of [{ agentId, costCenter: 'Lab' }, { agentId }, {}])
      cards.push((await api.admin('createCard', { body: { customerId, ...owner } })).body.id)
  }
  for (let step = 0; step < STEPS; step += 1) await someStep()
})
afterAll(() => api.stop())

const made: string[] = []

/** Buys something, or takes some step of an earlier purchase. Steps that the service refuses are part of it. */
async function someStep(): Promise<void> {
  api.clock.time += random.between(0, 3 * HOUR_MS)
  const params = { transactionId: made.length === 0 ? '' : random.pick(made) }
  const body = { amount: random.between(1, 5000) }
  const merchant = random.pick(MERCHANTS)
  const cardId = random.pick(cards)
  const act = made.length < 10 ? 0 : random.between(0, 9)
  if (act <= 2)
    made.push((await api.admin('createAuthorization', { body: { ...body, cardId, merchant } })).body.transactionId)
  else if (act === 3) await api.admin('incrementAuthorization', { params, body })
  else if (act <= 5) await api.admin('settleAuthorization', { params, body: { ...body, final: random.chance(0.5) } })
  else if (act === 6) await api.admin('reverseAuthorization', { params, body: random.chance(0.5) ? body : {} })
  else if (act === 7) await api.admin('createRefund', { body: { ...params, ...body } })
  else if (act === 8) await api.admin('createForceCapture', { body: { ...body, cardId, merchant } })
  else await sweepsOf(api).sweeper().runDue()
}

async function linesOf(query: Query): Promise<Line[]> {
  const lines: Line[] = []
  let page: Query = {}
  for (;;) {
    const { body } = await api.admin('listPostings', { query: { limit: '40', ...query, ...page } })
    lines.push(...body.data)
    if (body.nextCursor === null) return lines
    page = { cursor: body.nextCursor }
  }
}
const summaryOf = async (query: Query): Promise<Sums[]> => {
  const { body } = await api.admin('getPostingSummary', { query })
  expect(body.error).toBeUndefined()
  return body.data
}
const fileOf = async (query: Query): Promise<string> =>
  (
    await api.rig.app.inject({
      url: '/v1/postings',
      query,
      headers: { authorization: `Bearer ${secret}`, accept: 'text/csv' },
    })
  ).body

const groupOf: Record<string, (line: Line) => string | null> = {
  day: ({ postedAt }) => postedAt.slice(0, 10),
  customer: ({ customerId }) => customerId,
  agent: ({ agentId }) => agentId,
  card: ({ cardId }) => cardId,
  merchant: ({ merchant }) => merchant.name?.trim() || null,
  costCenter: ({ costCenter }) => costCenter ?? null,
}

/** The sums of lines, group by group, in the form of the summary and without an order. */
function summed(lines: readonly Line[], groupBy: string): unknown[] {
  const keyOf = groupOf[groupBy]
  const groups = Map.groupBy(lines, (line) => JSON.stringify([line.currency, keyOf?.(line)]))
  const sums = [...groups.values()].map((own) => {
    const [first] = own as [Line]
    const sum = (of: (line: Line) => number) => own.reduce((all, line) => all + of(line), 0)
    const ofKind = (kind: string) => sum((line) => (line.kind === kind ? line.amount : 0))
    const [authorized, captured, refunded] = [ofKind('hold'), ofKind('capture'), ofKind('refund')]
    const group = keyOf === undefined ? {} : { group: keyOf(first) }
    return {
      ...group,
      currency: first.currency,
      authorized,
      held: sum(({ held }) => held),
      captured,
      refunded,
      net: captured - refunded,
    }
  })
  return sums.filter((of) => [of.authorized, of.held, of.captured, of.refunded].some((cents) => cents !== 0))
}

const withoutName = (sums: readonly Sums[]) => sums.map(({ name: _name, ...rest }) => rest)
const inAnyOrder = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row as object).toSorted())).toSorted()

/** Ranges that begin and end within days, at the ends of days, and in one day. */
const ranges = (): Query[] => {
  const span = api.clock.time - START
  return [
    { from: '2026-01-01', to: '2026-12-31' },
    { from: new Date(START + random.between(0, span)).toISOString() },
    { from: '2026-01-21T23:00:00Z', to: '2026-01-25T07:30:00Z' },
    { from: '2026-01-22T09:00:00Z', to: '2026-01-22T19:00:00Z' },
    { from: '2026-01-22', to: '2026-01-23' },
  ].map((range) => ({ to: '2026-12-31', ...range }))
}

describe('postings', () => {
  it('sum up to the summary of their range, however it is grouped', async () => {
    for (const range of ranges()) {
      const lines = await linesOf(range)
      expect(lines.length).toBeGreaterThan(0)
      for (const groupBy of ['none', 'day', 'customer', 'agent', 'card', 'merchant', 'costCenter']) {
        const sums = await summaryOf({ ...range, groupBy })
        expect(inAnyOrder(withoutName(sums)), JSON.stringify({ ...range, groupBy })).toEqual(
          inAnyOrder(summed(lines, groupBy)),
        )
      }
    }
  })

  it('sum up beneath customers, agents and cards', async () => {
    const [range] = ranges() as [Query]
    const all = await linesOf(range)
    const levels: [string, string[], string[]][] = [
      ['customerId', customers, ['none', 'day', 'agent', 'card', 'merchant', 'costCenter']],
      ['agentId', agents, ['none', 'day', 'card', 'costCenter']],
      ['cardId', cards, ['none', 'day']],
    ]
    for (const [param, ids, groups] of levels)
      for (const id of ids.slice(0, 3)) {
        const lines = await linesOf({ ...range, [param]: id })
        expect(lines).toEqual(all.filter((line) => line[param as 'cardId'] === id))
        for (const groupBy of groups)
          expect(inAnyOrder(withoutName(await summaryOf({ ...range, [param]: id, groupBy })))).toEqual(
            inAnyOrder(summed(lines, groupBy)),
          )
      }
  })

  it('are listed newest first, each once, and by cost center', async () => {
    const [range] = ranges() as [Query]
    const lines = await linesOf({ ...range, limit: '3' })
    expect(lines.map(({ id }) => id)).toEqual([...new Set(lines.map(({ id }) => id))].toSorted().toReversed())
    expect(await linesOf({ ...range, costCenter: 'Lab' })).toEqual(
      lines.filter(({ costCenter }) => costCenter === 'Lab'),
    )
  })

  it('agree with what the transactions have at the end', async () => {
    const lines = await linesOf({ from: '2026-01-01' })
    const byTransaction = Map.groupBy(lines, ({ transactionId }) => transactionId)
    for (const transactionId of made) {
      const { body } = await api.admin('getTransaction', { params: { transactionId } })
      const own = byTransaction.get(transactionId) ?? []
      const sum = (kind: string) => own.reduce((all, line) => all + (line.kind === kind ? line.amount : 0), 0)
      expect([sum('capture'), sum('refund')]).toEqual([body.settledAmount, body.refundedAmount])
      const held = body.status === 'pending' ? Math.max(0, body.authorizedAmount - body.settledAmount) : 0
      expect(own.reduce((all, line) => all + line.held, 0)).toBe(held)
    }
  })

  it('are summed again by verify, which finds a sum that was changed', async () => {
    const { database } = api.rig.deps
    const found: string[] = []
    const vault = await openTestVault(database)
    const verify = () =>
      verifyDatabase(database, {
        vault,
        customerId: undefined,
        onDifference: (difference) => found.push(describeReplayDifference(difference)),
      })
    await verify()
    expect(found).toEqual([])
    const where = `where length = 'day' and grouped_by = 'none' and captured_amount > 0 and scope_id = '${customers[0]}'`
    await database.pool.query(`update spend_sums set captured_amount = captured_amount + 1 ${where}`)
    await verify()
    expect(found).not.toEqual([])
    await database.pool.query(`update spend_sums set captured_amount = captured_amount - 1 ${where}`)
  })

  it('of before they were summed are counted at once, and summed by the sweeps', async () => {
    const { database } = api.rig.deps
    const range = { from: '2026-01-01', to: '2026-12-31' }
    const query = { ...range, groupBy: 'merchant' }
    const before = await summaryOf(query)
    await database.pool.query(
      'update spend_sums set authorized_amount = 0, held_amount = 0, captured_amount = 0, refunded_amount = 0',
    )
    await database.pool.query('update spend_folds set posted_sequence = 0')
    expect(await summaryOf(query)).toEqual(before)
    for (const cardId of cards) await api.admin('createAuthorization', { body: { cardId, amount: 100 } })
    await summaryOf(query)
    const { rows } = await database.pool.query('select from spend_folds where posted_sequence < sequence')
    expect(rows).toEqual([])
    expect(inAnyOrder(withoutName(await summaryOf(query)))).toEqual(
      inAnyOrder(summed(await linesOf(range), 'merchant')),
    )
  })

  it('of a range that is over have one file, whatever is refunded, renamed or noted later', async () => {
    const over = { from: '2026-01-20', to: '2026-01-24' }
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
    const file = await fileOf(over)
    expect(file.split('\r\n').length).toBe((await linesOf(over)).length + 2)
    for (const transactionId of made) await api.admin('createRefund', { body: { transactionId } })
    await api.admin('updateAgent', {
      params: { agentId: agents[0] ?? '' },
      body: { name: 'Other', costCenter: 'Other' },
    })
    api.clock.time += 40 * DAY_MS
    expect(hashOf(await fileOf(over))).toBe(hashOf(file))
  })

  it.each([
    [{ from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' }, 'from'],
    [{ from: '2024-01-01', to: '2026-01-01' }, 'from'],
    [{ groupBy: 'reason' }, 'groupBy'],
  ])('refuse %j', async (query: Query, param) => {
    const { status, body } = await api.admin('getPostingSummary', { query })
    expect([status, body.error?.param]).toEqual([400, param])
  })

  it('are not summed by what a level does not keep, and are not seen by other accounts', async () => {
    const cardId = cards[0] ?? ''
    const { body } = await api.admin('getPostingSummary', { query: { cardId, groupBy: 'merchant' } })
    expect(body.error?.param).toBe('groupBy')
    const other = await api.otherAccount()
    expect((await other('listPostings', { query: { cardId } })).body.data).toEqual([])
    expect((await other('getPostingSummary', { query: { cardId } })).body.data).toEqual([])
    expect((await other('getPostingSummary')).body.data).toEqual([])
  })
})
