import { DAY_MS } from '../../../src/lib/clock.ts'
import { createSweeper, type SweeperDeps } from '../../../src/sweeps/sweeper.ts'
import type { Api } from '../typed-api.ts'

export const NUMBER_LIFE_MS = 90 * DAY_MS

/** Sweepers of a service, which sweep when a test says so, and a look at what they leave. */
export function sweepsOf(api: Api) {
  return {
    sweeper: (more: Partial<SweeperDeps> = {}) =>
      createSweeper({
        ...api.rig.deps,
        numberLifeMs: NUMBER_LIFE_MS,
        auditLifeMs: null,
        onError: () => undefined,
        ...more,
      }),
    count: async (table: string, where = 'true') => {
      const { rows } = await api.rig.test.database.pool.query<{ n: number }>(
        `select count(*) as n from ${table} where ${where}`,
      )
      return rows[0]?.n
    },
  }
}
