import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { lockCustomer, connectionsWaitingForLocks } from '../../../test/support/postgres/locks.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { openTestVault } from '../../../test/support/test-vault.ts'
import { startNode } from '../../../test/support/processes/start-node.ts'
import { systemClock } from '../../lib/clock.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { underCustomerLocks } from './under-customer-locks.ts'
import { testAuditedAct } from '../../../test/support/records/acts.ts'

const ids = monotonicIds(systemClock)
let test: TestDatabase
let customers: string[]
beforeAll(async () => {
  test = await createTestDatabase()
  const { purser, stop } = await startNode(test.database)
  const made = ['a', 'b', 'c'].map(() => purser.customers.create({ email: 'ada@example.com' }))
  customers = (await Promise.all(made)).map(({ id }) => id).toSorted()
  await stop()
})
afterAll(() => test.drop())

/** The customers that can be locked at this moment. */
async function free(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ id: string }>(
    'select id from customers order by id for update skip locked',
  )
  return rows.map(({ id }) => id)
}

async function workOnAll() {
  const worked: string[][] = []
  const changed = await underCustomerLocks(
    test.database,
    { ids, vault: await openTestVault(test.database), act: testAuditedAct },
    {
      rows: customers,
      customerOf: (id) => id,
      run: async (locked, rows) => {
        expect(rows.every((id) => locked.has(id))).toBe(true)
        worked.push([...rows])
        expect((await free()).filter((id) => rows.includes(id))).toEqual([])
        return rows.length
      },
    },
  )
  return { worked, changed }
}

it('the work runs on all rows at once, under the locks of their customers', async () => {
  expect(await workOnAll()).toEqual({ worked: [customers], changed: 3 })
})

it('a customer that stays locked is left for another time, and the work runs on the others', async () => {
  const [first = '', ...others] = customers
  const letGo = await lockCustomer(test.database.pool, first)
  expect(await workOnAll()).toEqual({ worked: [others], changed: 2 })
  await letGo()
  expect(await workOnAll()).toEqual({ worked: [customers], changed: 3 })
})

it('the work waits for a customer that is locked for a moment, without any other lock', async () => {
  const [first = '', ...others] = customers
  const letGo = await lockCustomer(test.database.pool, first)
  const done = workOnAll()
  await eventually('it waits for the lock', async () => (await connectionsWaitingForLocks(test.database.pool)) > 0)
  expect(await free()).toEqual(others)
  await letGo()
  expect(await done).toEqual({ worked: [others, [first]], changed: 3 })
})
