import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { citusTestNeed, testsWithNeeds } from '../support/needs.ts'
import { createBackup } from '../../src/app/backup/create-backup.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { createLogger } from '../../src/app/telemetry/logger.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { databaseUrl } from '../support/processes/node-process.ts'

testsWithNeeds(citusTestNeed).describe('a backup of tables that are distributed', () => {
  let test: TestDatabase
  let folder: string
  beforeAll(async () => {
    test = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'purser-backup-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await test.drop()
  })

  it('is refused in one line, and leaves no file', async () => {
    const settings = readSettings({ DATABASE_URL: databaseUrl(test.connection) })
    const creating = createBackup({
      settings,
      logger: createLogger('silent'),
      path: folder,
      onProgress: () => undefined,
    })
    await expect(creating).rejects.toThrow('docs/guides/citus.md')
    expect(readdirSync(folder)).toEqual([])
  })
})
