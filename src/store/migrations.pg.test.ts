import { inject } from 'vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { createDatabase, dropDatabase } from './create-database.ts'
import { openDatabase } from './database.ts'
import { isMigrated, migrate } from './migrations.ts'

describe('migrate', () => {
  let migrated: TestDatabase
  beforeAll(async () => {
    migrated = await createTestDatabase()
  })
  afterAll(() => migrated.drop())

  it('does nothing on a database that is up to date', async () => {
    expect(await migrate(migrated.connection)).toEqual([])
    expect(await isMigrated(migrated.database)).toBe(true)
  })

  it('runs every file exactly once when several nodes start at once', async () => {
    const name = 'test_concurrent_migration'
    const connection = await createDatabase(inject('postgres'), name)
    const database = openDatabase({ connection, maxConnections: 2 })
    try {
      expect(await isMigrated(database)).toBe(false)
      const ran = await Promise.all([migrate(connection), migrate(connection), migrate(connection)])
      expect(ran.flat().toSorted()).toEqual([...new Set(ran.flat())].toSorted())
      expect(ran.flat()).toContain('0001_first')
      expect(await isMigrated(database)).toBe(true)
    } finally {
      await database.close()
      await dropDatabase(inject('postgres'), name)
    }
  })
})
