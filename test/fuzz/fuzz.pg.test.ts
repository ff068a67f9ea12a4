import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccountWithKey } from '../../src/app/administration/first-admin-key.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { asTestActor } from '../support/records/acts.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openTestVault } from '../support/test-vault.ts'
import { RANDOM_SEED } from '../support/random/seed.ts'
import { allCasesInThoroughRun } from '../support/thorough.ts'
import { fuzz } from './fuzz.ts'

let test: TestPurser
let foreignKey: string
beforeAll(async () => {
  test = await startPurser({ PURSER_RATE_LIMIT: 'on' })
  const vault = await openTestVault(test.database)
  const making = { name: 'other', clock: systemClock, vault, maxKeyDays: null, chosen: null }
  const made = await asTestActor(test.database, monotonicIds(systemClock), (writing) =>
    createAccountWithKey(writing, making),
  )
  foreignKey = made.secret
})
afterAll(() => test.stop())

const REQUESTS = allCasesInThoroughRun(2500, 500)

it.each([RANDOM_SEED, RANDOM_SEED + 1])(
  `${REQUESTS} requests made from the operations, with seed %i: no 5xx, no reply that is not in the API document`,
  async (seed) => {
    console.log(`fuzz seed ${seed}`)
    const result = await fuzz({ ...test, adminKey: test.apiKey, foreignKey, requests: REQUESTS, seed })
    expect(result.faults).toEqual([])
    expect(result.statuses['200']).toBeGreaterThan(REQUESTS / 20)
    expect(result.statuses['201']).toBeGreaterThan(REQUESTS / 100)
  },
)
