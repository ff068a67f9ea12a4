import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { webhookStorm } from './webhook-storm.ts'

/** `node test/faults/webhooks.ts` is the same with 20,000 events on a durable database. */
it('loses no event to failing receivers and a killed node', { timeout: 120_000 }, async () => {
  const { connection, drop } = await createTestDatabase()
  try {
    const result = await webhookStorm(connection, 1000, 60_000)
    expect(result).toMatchObject({ lost: 0, statuses: { succeeded: 1000 } })
    expect(result.duplicates).toBeLessThanOrEqual(result.leasedAtKill)
  } finally {
    await drop()
  }
})
