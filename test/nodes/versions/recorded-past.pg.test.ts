import { randomBytes } from 'node:crypto'
import { afterEach, expect, inject, it } from 'vitest'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { openDatabaseVault } from '../../../src/app/administration/database-vault.ts'
import { readSettings } from '../../../src/app/settings/read-settings.ts'
import { createLogger } from '../../../src/app/telemetry/logger.ts'
import { createDatabase, dropDatabase } from '../../../src/store/connection/create-database.ts'
import { type Database, openDatabase } from '../../../src/store/connection/database.ts'
import { migrationFiles } from '../../../src/store/schema/migration-files.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'
import { fillMerchantKeys } from '../../../src/store/transactions/fill-merchant-keys.ts'
import { masterKeysFromValue } from '../../../src/vault/key-provider.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { testsWithNeeds, singlePostgres } from '../../support/needs.ts'
import { everyKind, kindsOfSteps } from './kept-steps.ts'
import { MASTER_KEY } from './past.ts'
import { migrationsOf, recordedVersions, writeRecorded } from './recorded-past.ts'

testsWithNeeds(singlePostgres).describe('what an earlier version has written', () => {
  const server = inject('postgres')
  let connection: PostgresSocketConnection
  let database: Database
  afterEach(async () => {
    await database.close()
    await dropDatabase(server, connection.database)
  })

  async function upgraded(version: string): Promise<void> {
    connection = await createDatabase(server, `recorded_${randomBytes(8).toString('hex')}`)
    const then = migrationsOf(version)
    await migrateDatabase(
      connection,
      migrationFiles().filter(({ name }) => then.has(name)),
    )
    database = openDatabase({ connection, maxConnections: 4 })
    await writeRecorded(database.pool, version)
    await migrateDatabase(connection)
    await openDatabaseVault(database, {
      masterKeys: masterKeysFromValue(MASTER_KEY, 'test key'),
      settings: readSettings({}),
      logger: createLogger('error'),
    })
  }

  it.each(recordedVersions())('%s: verify finds no difference in its decisions, steps and events', async (version) => {
    await upgraded(version)
    expect(await kindsOfSteps(database)).toEqual(everyKind)
    expect(await verifyDifferencesOf(database)).toEqual([])
  })

  it.each(recordedVersions())(
    '%s: verify finds no difference once the keys of its merchants are filled in',
    async (version) => {
      await upgraded(version)
      const withoutKey = async (): Promise<number> => {
        const { rows } = await database.pool.query<{ count: number }>(
          `select count(*)::int from transactions where type = 'authorization' and decision = 'approve' and merchant_key = ''`,
        )
        return rows[0]?.count ?? 0
      }
      expect(await withoutKey()).toBeGreaterThan(0)
      expect(await fillMerchantKeys(database, () => false)).toBe(true)
      expect(await withoutKey()).toBe(0)
      expect(await verifyDifferencesOf(database)).toEqual([])
    },
  )

  it.each(recordedVersions())('%s: verify finds a change of each kind of step, and of its event', async (version) => {
    await upgraded(version)
    const { rows } = await database.pool.query<{ id: string; kind: string }>(
      `select distinct on (kind, decision) transaction_steps.id, kind from transaction_steps
        join events using (customer_id, sequence) order by kind, decision`,
    )
    expect([...new Set(rows.map(({ kind }) => kind))]).toEqual(everyKind)
    for (const { id } of rows) {
      const flagged = (value: string) =>
        database.pool.query(
          `update events set data = jsonb_set(data::jsonb, '{flags,forcedCapture}', $2) from transaction_steps step
            where step.id = $1 and events.customer_id = step.customer_id and events.sequence = step.sequence
              and events.data->'flags' is not null`,
          [id, value],
        )
      await flagged('true')
      expect(await verifyDifferencesOf(database)).not.toEqual([])
      await flagged('false')
    }
    expect(await verifyDifferencesOf(database)).toEqual([])
  })
})
