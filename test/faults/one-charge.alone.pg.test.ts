import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { type ChargeRig, openChargeRig, points } from './one-charge-rounds.ts'

/** `node test/faults/scripts/one-charge.ts` is the same, often, on a durable database. */
let test: TestDatabase
let rig: ChargeRig
beforeAll(async () => {
  test = await createTestDatabase()
  rig = await openChargeRig(test.connection)
})
afterAll(async () => {
  await rig.close()
  await test.drop()
})

it.each(points)('one intent pays once, however often it is asked, with the node killed %s', async (point) => {
  const { charges, broken, dropped, cut } = await rig.round(point)
  expect({ charges, broken }).toEqual({ charges: 1, broken: [] })
  expect(dropped).toBeGreaterThan(20)
  if (point !== 'anywhere') expect(cut).toBeGreaterThan(20)
})
