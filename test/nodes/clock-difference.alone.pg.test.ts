import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Purser, PurserError } from '../../clients/typescript/src/client.ts'
import { assertClocksAgree, explainClockError } from '../../src/app/clocks/clocks.ts'
import { OperatorError } from '../../src/app/operator-error.ts'
import { DAY_MS, HOUR_MS, MAX_CLOCK_DIFFERENCE_MS, SECOND_MS } from '../../src/lib/clock.ts'
import { ClockDifferenceError } from '../../src/lib/machine-clock.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { createSweeper } from '../../src/sweeps/sweeper.ts'
import { startNode as startRigNode } from '../api/http-rig.ts'
import { seededRandom } from '../model/random.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { type SetClock, setClock } from './set-clock.ts'

/** Two nodes on one database, of which one is on a machine whose clock is wrong. */
const PER_DAY = 40_000
const OFF = [25 * HOUR_MS, HOUR_MS, 6 * SECOND_MS, -6 * SECOND_MS, -HOUR_MS, -25 * HOUR_MS]
const REFUSED = { status: 503, code: 'unavailable', details: { reason: 'clock_difference' } }

let test: TestDatabase
let right: TestNode
let wrong: TestNode
let machine: SetClock
let wrongDatabase: Database
beforeAll(async () => {
  test = await createTestDatabase()
  right = impatient(await startNode(test.database))
  machine = setClock()
  wrongDatabase = openDatabase({ connection: test.connection, maxConnections: 10, clock: machine.clock })
  wrong = impatient(await startNode(wrongDatabase))
})
beforeEach(() => {
  machine.off = () => 0
})
afterAll(async () => {
  await wrong.stop()
  await wrongDatabase.close()
  await right.stop()
  expect(await verifyDifferencesOf(test.database)).toEqual([])
  expect(await stampedAhead()).toEqual([])
  await test.drop()
})

/** Its client tells what the first answer was. */
const impatient = (node: TestNode): TestNode => ({
  ...node,
  purser: new Purser({ baseUrl: node.baseUrl, apiKey: TEST_API_KEY, maxRetries: 0 }),
})

async function newCard() {
  const { id: customerId } = await right.purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await right.purser.cards.create({ customerId, policy: { limits: { perDay: PER_DAY } } })
  return { customerId, cardId }
}

const buy = ({ purser }: TestNode, cardId: string, amount: number) =>
  purser.network.authorize({ cardId, amount, merchant: { name: 'Shop' } })

/** What somebody is told: the result, or which error. */
const toldOf = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof PurserError)) throw error
    return { status: error.status, code: error.code, details: error.details }
  })

const readyz = async ({ baseUrl }: TestNode) => (await fetch(new URL('/readyz', baseUrl))).status

/** What stands in the database with a time that is further ahead of the database's than is allowed, in any table. */
async function stampedAhead(): Promise<string[]> {
  const { rows: columns } = await test.database.pool.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bigint' and column_name in
      ('created_at', 'updated_at', 'at', 'started_at', 'closed_at', 'last_used_at', 'decided_at', 'settled_at', 'first_spend_at')
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`)
  expect(columns.length).toBeGreaterThan(30)
  const ahead: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await test.database.pool.query<{ n: number }>(
      `select count(*) as n from ${table} where ${column} > extract(epoch from clock_timestamp()) * 1000 + $1`,
      [MAX_CLOCK_DIFFERENCE_MS],
    )
    if (rows[0]?.n !== 0) ahead.push(`${table}.${column}`)
  }
  return ahead
}

async function spentByDay(cardId: string): Promise<number[]> {
  const { rows } = await test.database.pool.query<{ spent: number }>(
    `select sum(authorized_amount) as spent from transactions where card_id = $1 group by created_at / ${DAY_MS}`,
    [cardId],
  )
  return rows.map(({ spent }) => spent)
}

describe.each(OFF)('a machine whose clock is %d ms off', (offMs) => {
  it('decides nothing, and lets no day be spent twice', async () => {
    const { cardId } = await newCard()
    expect((await buy(right, cardId, PER_DAY)).decision).toBe('approve')
    await buy(wrong, cardId, 1) // all of it is known to the node
    machine.off = () => offMs
    const told = await Promise.all(Array.from({ length: 20 }, () => toldOf(buy(wrong, cardId, PER_DAY))))
    expect(told).toEqual(told.map(() => REFUSED))
    expect(await spentByDay(cardId)).toEqual([PER_DAY])
  })

  it('stores nothing else: no card, no policy, no webhook, no key', async () => {
    const { customerId, cardId } = await newCard()
    machine.off = () => offMs
    const { purser } = wrong
    const asked = [
      purser.customers.create({ email: 'late@example.com' }),
      purser.cards.create({ customerId }),
      purser.cards.create({ customerId }, { idempotencyKey: `a-${offMs}` }),
      purser.cards.update(cardId, { policy: { limits: { perDay: 1 } } }),
      purser.cards.freeze(cardId),
      purser.intents.declare(cardId, { purpose: 'A book', expectedAmount: 10 }),
      purser.webhooks.create({ url: 'https://example.com/', events: ['*'] }),
      purser.apiKeys.create({ name: 'late', role: 'read' }),
    ]
    const told = await Promise.all(asked.map(toldOf))
    expect(told).toEqual(told.map(() => REFUSED))
    expect((await right.purser.cards.get(cardId)).status).toBe('active')
  })

  it('is not ready, says so in its metric, and goes on when its clock is right again', async () => {
    const { cardId } = await newCard()
    expect([await readyz(right), await readyz(wrong)]).toEqual([200, 200])
    machine.off = () => offMs
    expect([await readyz(right), await readyz(wrong)]).toEqual([200, 503])
    const shown = new RegExp(`^purser_clock_difference_seconds (${offMs / SECOND_MS}|.*\\d)$`, 'm')
    expect(await readNodeMetrics(wrong.baseUrl)).toMatch(shown)
    expect((await buy(right, cardId, 10)).decision).toBe('approve')
    machine.off = () => 0
    expect((await buy(wrong, cardId, 10)).decision).toBe('approve')
    expect(await readyz(wrong)).toBe(200)
  })

  it('starts no node and lets no command store anything, and says why', async () => {
    await assertClocksAgree(wrongDatabase)
    machine.off = () => offMs
    const said = expect.stringMatching(
      /^The clock of this machine is [0-9.]+ seconds (ahead of|behind) the clock/,
    ) as string
    const refused = await assertClocksAgree(wrongDatabase).catch((error: unknown) => error)
    expect(refused).toEqual(expect.objectContaining({ name: 'OperatorError', message: said }))
    const stored = wrongDatabase.transaction(() => Promise.resolve('stored')).catch(explainClockError)
    await expect(stored).rejects.toThrow(OperatorError)
  })

  it('still takes its keys for what they are, and ends nothing that has not come to its end', async () => {
    const { customerId, cardId } = await newCard()
    await right.purser.cards.create({ customerId, policy: { ttlMinutes: 5 } })
    await buy(right, cardId, 10)
    await right.purser.intents.declare(cardId, { purpose: 'A book', expectedAmount: 700, ttlMinutes: 5 })
    machine.off = () => offMs
    expect((await fetch(`${wrong.baseUrl}/cards/${cardId}`, { headers: bearer })).status).toBe(200)
    const node = await startRigNode(wrongDatabase, { clock: machine.clock })
    await createSweeper({
      ...node.deps,
      numberLifeMs: DAY_MS,
      auditLifeMs: null,
      onError: () => undefined,
    })
      .runDue()
      .catch(expectClockDifference)
    await node.close()
    const { data: cards } = await right.purser.cards.list({ customerId })
    const { data: intents } = await right.purser.intents.listForCard(cardId)
    const { data: holds } = await right.purser.transactions.list({ cardId })
    const statuses = [...cards, ...intents, ...holds].map(({ status }) => status)
    expect(statuses).toEqual(['active', 'active', 'pending', 'pending'])
  })
})

const bearer = { authorization: `Bearer ${TEST_API_KEY}` }

function expectClockDifference(error: unknown): void {
  expect(error).toBeInstanceOf(ClockDifferenceError)
}

it.each([4 * SECOND_MS, -4 * SECOND_MS])('a machine whose clock is %d ms off decides', async (offMs) => {
  const { cardId } = await newCard()
  machine.off = () => offMs
  expect((await buy(wrong, cardId, PER_DAY)).decision).toBe('approve')
  expect((await buy(right, cardId, 1)).decision).toBe('decline')
  expect(await readyz(wrong)).toBe(200)
})

/** At each look it is another time: right in the comparison, and wrong right after it. */
it('a clock that is right and wrong by turns stamps nothing ahead', async () => {
  const { cardId } = await newCard()
  const other = await newCard()
  const random = seededRandom(7)
  machine.off = () => (random.chance(0.25) ? random.pick([25 * HOUR_MS, -HOUR_MS]) : 0)
  const told: unknown[] = []
  for (let round = 0; round < 30; round += 1) {
    const asked = [right, wrong, wrong, wrong].map((node) => toldOf(buy(node, cardId, 1000)))
    const made = toldOf(wrong.purser.cards.create({ customerId: other.customerId }))
    told.push(...(await Promise.all([...asked, made])))
  }
  machine.off = () => 0
  const refused = told.filter((each) => (each as { status?: unknown }).status === 503)
  expect(refused).toEqual(refused.map(() => REFUSED))
  expect(refused.length).toBeGreaterThan(10)
  expect(told.length - refused.length).toBeGreaterThan(10)
  expect(Math.max(...(await spentByDay(cardId)))).toBeLessThanOrEqual(PER_DAY)
  expect(await stampedAhead()).toEqual([])
})
