import { expect, it } from 'vitest'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'
import { runIssuerModel } from './run.ts'

/** `node test/faults/scripts/issuer-model.ts --events 100000 --seed N` is the same for longer, on a durable database. */
it('whatever Stripe did, told or did not tell, one repair makes both sides the same, and limits are exceeded by facts alone', async () => {
  const { connection, database, drop } = await createTestDatabase()
  try {
    const { events, lost, found, left, exceeded, wrong } = await runIssuerModel({
      connection,
      events: 400,
      rounds: 5,
      seed: 1,
    })
    expect({ left: left.slice(0, 5), wrong: wrong.slice(0, 5) }).toEqual({ left: [], wrong: [] })
    expect(await verifyDifferencesOf(database)).toEqual([])
    const isEnough = { events: events >= 400, lost: lost > 5, found: found > 0, exceeded: exceeded > 0 }
    expect(isEnough).toEqual({ events: true, lost: true, found: true, exceeded: true })
  } finally {
    await drop()
  }
})
