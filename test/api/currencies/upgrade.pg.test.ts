import { afterAll, beforeAll, expect, it } from 'vitest'
import { assertPresent } from '../../../src/lib/assert.ts'
import { migrationFiles } from '../../../src/store/schema/migration-files.ts'
import { migrationStatements } from '../../../src/store/schema/statements.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())

const MIGRATION = migrationFiles().find(({ name }) => name === '0013_currencies')

/** Takes from the database what the migration has added, so that it is as the version before left it: rows and all. */
const BEFORE = [
  'alter table accounts drop column currency',
  'alter table customers drop column currency',
  'alter table cards drop column currency',
  'alter table transactions drop column merchant_amount, drop column merchant_currency',
]

it('a database with rows from before currencies is in USD, and its decisions replay as they were', async () => {
  const { purser, database } = service
  const { id: customerId } = await purser.customers.create({ email: 'old@example.com', limits: { perDay: 5000 } })
  const { id: cardId } = await purser.cards.create({ customerId, policy: { limits: { perAuth: 1000 } } })
  const buy = (amount: number, more: object = {}) => purser.network.authorize({ cardId, amount, ...more })
  const approved = await buy(900)
  const declined = await buy(1001)
  await buy(5, { currency: 'EUR' })
  await purser.network.settle(approved.transactionId, { amount: 800 })
  const before = await purser.stats.spend()
  const versions = async () =>
    (await database.pool.query('select hash from policy_versions order by hash')).rows as unknown
  const named = await versions()

  for (const statement of BEFORE) await database.pool.query(statement)
  for (const statement of migrationStatements(assertPresent(MIGRATION, 'it is there').text))
    await database.pool.query(statement)

  expect((await purser.customers.get(customerId)).currency).toBe('USD')
  expect((await purser.cards.get(cardId)).currency).toBe('USD')
  expect(await purser.transactions.get(declined.transactionId)).toMatchObject({
    currency: 'USD',
    reasons: [{ message: "$10.01 in one authorization is over the limit of $10.00 set by the card's policy." }],
  })
  expect(await purser.stats.spend()).toEqual(before)
  await buy(100)
  expect(await versions()).toEqual(named)
  expect(await verifyDifferencesOf(database)).toEqual([])
})
