import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ErrorReplyBody } from '../../src/contract/errors.ts'
import { eventually } from '../support/eventually.ts'
import { lockCustomer, connectionsWaitingForLocks } from '../support/postgres/locks.ts'
import { TEST_API_KEY, startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'

/** Somebody keeps the row of one customer locked for long: nobody else waits for it. */
let node: TestPurser
let locked: Bought
let others: Bought[]
beforeAll(async () => {
  node = await startPurser()
  locked = await customer()
  others = [await customer(), await customer(), await customer()]
})
afterAll(() => node.stop())

interface Bought {
  readonly customerId: string
  readonly cardId: string
  readonly transactionId: string
}

/** One who has bought before. */
async function customer(): Promise<Bought> {
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await node.purser.cards.create({ customerId })
  return {
    customerId,
    cardId,
    transactionId: (await node.purser.network.authorize({ cardId, amount: 1 })).transactionId,
  }
}

async function ask(method: string, path: string, body?: object) {
  const reply = await fetch(`${node.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${TEST_API_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { error } = (await reply.json()) as Partial<ErrorReplyBody>
  return [reply.status, reply.headers.get('retry-after'), error?.details?.['reason']] as const
}
const buy = ({ cardId }: Bought) => ask('POST', '/network/authorizations', { cardId, amount: 1 })
const increment = ({ transactionId }: Bought) =>
  ask('POST', `/network/authorizations/${transactionId}/increment`, { amount: 1 })
const freeze = ({ cardId }: Bought) => ask('POST', `/cards/${cardId}/freeze`)

async function metric(name: string): Promise<number> {
  const text = await readNodeMetrics(node.baseUrl)
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
}

/** Connections for writes, of the ten that a test's node has. */
const WRITES = 6
const DONE = [200, null, undefined]
const REFUSED = [503, '1', 'customer_locked']

it('services that wait for it, as many as there are connections, keep no purchase of others from being decided', async () => {
  const letGo = await lockCustomer(node.database.pool, locked.customerId)
  const frozen = Promise.all(Array.from({ length: 20 }, () => freeze(locked)))
  await eventually(
    'all that there are wait',
    async () => (await connectionsWaitingForLocks(node.database.pool)) >= WRITES,
  )
  for (const other of others) {
    expect(await buy(other)).toEqual(DONE)
    expect(await ask('GET', `/cards/${other.cardId}`)).toEqual(DONE)
  }
  const refused = await frozen
  expect(new Set(refused.map(([status, after]) => `${status} ${after}`))).toEqual(new Set(['503 1']))
  // Those that still wait for a connection when their caller is answered go on, and nobody knows yet what comes of them.
  const reasons = new Set(refused.map(([, , reason]) => reason))
  expect(reasons).toContain('customer_locked')
  expect([...reasons].filter((reason) => reason !== 'customer_locked' && reason !== 'fate_unknown')).toEqual([])
  await letGo()
})

it('what comes for it is refused, all else is served, and it is served again when the lock is gone', async () => {
  const letGo = await lockCustomer(node.database.pool, locked.customerId)
  for (let round = 0; round < 10; round += 1) {
    for (const request of [buy, increment]) {
      const replies = await Promise.all([locked, ...others].map((who) => request(who)))
      expect(replies).toEqual([REFUSED, DONE, DONE, DONE])
    }
  }
  expect(await metric('purser_authorization_customers_blocked')).toBeGreaterThan(0)
  const refusals = String.raw`purser_http_refusals_total\{operation="createAuthorization",reason="customer_locked"\}`
  expect(await metric(refusals)).toBeGreaterThan(0)
  await letGo()
  for (const request of [buy, increment]) {
    await eventually('the customer is served again', async () => (await request(locked))[0] === 200)
  }
  const holds = 'select count(*)::int as holds from transactions where customer_id = $1'
  expect((await node.database.pool.query(holds, [locked.customerId])).rows).toEqual([{ holds: 2 }])
})
