import { expect } from 'vitest'
import { testsWithNeeds, openFilesTestNeed } from '../../support/needs.ts'
import { runEngineModel } from './run.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'

/** `node test/faults/scripts/engine-model.ts --authorizations 200000 --seed N` is the same for longer, on a durable database. */
testsWithNeeds(openFilesTestNeed).it(
  'two nodes and one that joins them, under 64 clients, answer what the model foretells, and all of it can be replayed',
  { timeout: 400_000 },
  async () => {
    const { connection, drop } = await createTestDatabase()
    try {
      const result = await runEngineModel({ connection, authorizations: 5000, seed: 1 })
      expect({ wrong: result.wrong.slice(0, 5), differences: result.differences.slice(0, 5) }).toEqual({
        wrong: [],
        differences: [],
      })
      expect(result.nodes).toBe(3)
      expect(result.backtested.changed).toBe(0)
      expect(result.backtested.decisions).toBeGreaterThan(5000)
      expect(result.approved).toBeGreaterThan(500)
      expect(result.renewals).toBeGreaterThan(30)
      expect(result.replays).toBeGreaterThan(250)
      expect(result.steps).toBeGreaterThan(500)
      expect(Object.keys(result.reasons).length).toBeGreaterThan(15)
    } finally {
      await drop()
    }
  },
)
