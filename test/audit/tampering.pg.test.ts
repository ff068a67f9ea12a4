import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { seededRandom } from '../model/random.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { openTestVault } from '../support/test-vault.ts'
import { foundByVerify, foundOffline, makeTrail, missed, tamper, tamperings } from './tampering.ts'

const ENTRIES = 400
const TIMES = 100

let test: TestDatabase
let accountId: string
let vault: Vault
beforeAll(async () => {
  test = await createTestDatabase()
  vault = await openTestVault(test.database)
  accountId = await makeTrail(test.database, monotonicIds(systemClock), ENTRIES)
})
afterAll(() => test.drop())

it('a trail that nobody touched is whole, in the database and in an export', async () => {
  expect(await foundByVerify(test.database)).toEqual(new Set())
  expect(await foundOffline(test.database, vault, accountId)).toEqual(new Set())
})

it('every row that was changed, removed or put between is found, by verify and by the public key alone', async () => {
  const done = await tamper(test.database, accountId, { entries: ENTRIES, times: TIMES, random: seededRandom(7) })
  expect(new Set(done.map(({ statement }) => statement)).size).toBe(tamperings.length)
  const found = await foundByVerify(test.database)
  expect(missed(done, found)).toEqual([])
  const offline = await foundOffline(test.database, vault, accountId)
  expect(missed(done, offline)).toEqual([])
})
