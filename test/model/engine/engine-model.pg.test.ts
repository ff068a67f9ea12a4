import { expect } from 'vitest'
import { testsWithNeeds, openFilesTestNeed } from '../../support/needs.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'
import { allCasesInThoroughRun } from '../../support/thorough.ts'
import { runEngineModel } from './run.ts'

/** `engine-model.release.pg.test.ts` is the same for longer, and counts what has come up meanwhile. */
const AUTHORIZATIONS = allCasesInThoroughRun(1000, 300)

testsWithNeeds(openFilesTestNeed).it(
  'nodes under 64 clients answer what the model foretells, and all of it can be replayed',
  async () => {
    const { connection, drop } = await createTestDatabase()
    try {
      const result = await runEngineModel({ connection, authorizations: AUTHORIZATIONS, seed: 1 })
      const { wrong, differences, nodes, backtested, approved, renewals } = result
      expect({ wrong, differences, nodes, changed: backtested.changed }).toEqual({
        wrong: [],
        differences: [],
        nodes: 3,
        changed: 0,
      })
      expect(approved).toBeGreaterThan(30)
      expect(renewals).toBeGreaterThan(0)
    } finally {
      await drop()
    }
  },
)
