import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { calmDelivery, webhookStorm } from './webhook-storm.ts'

/** `node test/faults/scripts/webhooks.ts` is the same with 20,000 events on a durable database. */
let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

it('nodes lose no event to receivers that fail and nodes that are killed', async () => {
  const result = await webhookStorm(test.connection, { events: 1000, kills: 2, deadlineMs: 60_000 })
  expect(result).toMatchObject({ lost: 0, unverified: 0, strangers: 0, killed: 2, statuses: { succeeded: 1000 } })
  expect(result.duplicates).toBeLessThanOrEqual(result.leasedAtKills)
})

it('two nodes send each event once when both deliver and all is calm', async () => {
  const result = await calmDelivery(test.connection, { events: 1000, deadlineMs: 30_000 })
  expect(result).toEqual({ requests: 1000, lost: 0, duplicates: 0, unverified: 0, strangers: 0 })
})
