import { expect, it } from 'vitest'
import { eventually, TEST_CONDITION_WAIT_MS } from '../support/eventually.ts'
import { connectionsWaitingForLocks } from '../support/postgres/locks.ts'
import { TEST_API_KEY, startPurser } from '../support/processes/start-purser.ts'

/**
 * An Idempotency-Key whose reply another transaction stores while a batch is under way that has not found it: two nodes
 * that are sent one key for two customers.
 */
const KEY = 'one-key'

it.each([
  ['the same body', 100, 200],
  ['another body', 200, 422],
])('with %s', async (_, amount, status) => {
  const node = await startPurser()
  const { pool } = node.database
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await node.purser.cards.create({ customerId })
  const buy = (cents: number) =>
    fetch(`${node.baseUrl}/network/authorizations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json', 'idempotency-key': KEY },
      body: JSON.stringify({ cardId, amount: cents }),
      signal: AbortSignal.timeout(TEST_CONDITION_WAIT_MS),
    })
  const asked = await buy(100)
  expect(asked.status).toBe(200)
  const first = await asked.text()
  await pool.query('create table taken as table idempotency_keys')
  await pool.query('delete from idempotency_keys')
  const other = await pool.connect()
  await other.query('begin; insert into idempotency_keys table taken')
  const answered = buy(amount)
  await eventually('the batch waits for the key', async () => (await connectionsWaitingForLocks(pool)) > 0)
  await other.query('commit')
  other.release()
  const reply = await answered
  const text = await reply.text()
  expect(reply.status).toBe(status)
  if (status === 200) expect(text).toBe(first)
  expect((await pool.query('select count(*)::int as holds from transactions')).rows).toEqual([{ holds: 1 }])
  await node.stop()
})
