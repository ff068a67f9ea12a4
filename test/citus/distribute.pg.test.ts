import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { citusTestNeed, testsWithNeeds, singlePostgres } from '../support/needs.ts'
import { citusClusterStatus, distributeDatabase } from '../../src/app/administration/citus-cluster.ts'
import { testLogger } from '../support/test-logger.ts'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { CUSTOMER_BUCKETS } from '../../src/lib/buckets.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { planTableDistribution } from '../../src/store/distribution/distribute.ts'
import { readClusterStatus } from '../../src/store/distribution/status.ts'
import { openDatabase } from '../../src/store/connection/database.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import { migrationFiles } from '../../src/store/schema/migration-files.ts'
import { withOwnDatabaseConnection } from '../../src/store/connection/one-connection.ts'
import {
  type CitusServers,
  createCitusDatabase,
  dropDatabaseOnAllServers,
  TEST_SHARDS,
} from '../support/postgres/citus.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'

const urlOf = ({ host, port, user, database }: PostgresSocketConnection) =>
  `postgres://${user}@${host}:${port}/${database}`
const apply = (connection: PostgresSocketConnection, isApplied: boolean) =>
  distributeDatabase({
    settings: readSettings({ DATABASE_URL: urlOf(connection) }),
    logger: testLogger,
    isApplied,
    shards: TEST_SHARDS,
    onTable: () => undefined,
  })

testsWithNeeds(singlePostgres).describe('one PostgreSQL', () => {
  it('is told apart from a cluster, and nothing is missing for it', async () => {
    const test = await createTestDatabase()
    const plan = await planTableDistribution(test.connection)
    expect(plan).toEqual({
      obstacles: ['This is a PostgreSQL without Citus: all tables are on this one server, which needs nothing else.'],
      distributed: [],
      reference: [],
      functions: [],
      placed: 0,
    })
    expect(await readClusterStatus(test.connection)).toBeNull()
    await test.drop()
  })

  it('that is embedded is not started for it', async () => {
    await expect(citusClusterStatus(readSettings({}), testLogger)).rejects.toThrow(
      /DATABASE_URL=postgres:.*coordinator/,
    )
  })
})

// PURSER_TEST_CITUS_URL leads to the coordinator of one: without, these are skipped.
testsWithNeeds(citusTestNeed).describe('a Citus', () => {
  const servers = inject('citus') as CitusServers
  const name = `test_${randomBytes(8).toString('hex')}`
  let connection: PostgresSocketConnection
  const ask = <T extends object>(text: string): Promise<T[]> =>
    withOwnDatabaseConnection(connection, async (client) => (await client.query<T>(text)).rows)

  beforeAll(async () => {
    connection = await createCitusDatabase(servers, name)
  })
  afterAll(() => dropDatabaseOnAllServers(servers, name))

  it('that is empty would be migrated first: so far nothing is changed', async () => {
    const plan = await apply(connection, false)
    expect(plan).toMatchObject({
      obstacles: [],
      pending: migrationFiles().map((file) => file.name),
      distributed: [],
      placed: 0,
    })
    expect(await ask(`select from pg_class where relname = 'customers'`)).toEqual([])
  })

  it('is not distributed under a node that uses it', async () => {
    const database = openDatabase({ connection, maxConnections: 1 })
    await database.pool.query('select 1')
    expect((await apply(connection, true)).obstacles).toEqual([expect.stringMatching(/Nodes use this database/)])
    await database.close()
  })

  it('gets each table where it belongs, with the rows that it has', async () => {
    await migrateDatabase(connection)
    const values = CUSTOMER_BUCKETS.map(
      (bucket) => `(${bucket}, 'card_${bucket}', 'cust', 'agt', 0, 'entry', 0, 0, 0, 0, 0, '', '')`,
    )
    await ask(`insert into spend_checkpoints (bucket, subject_id, account_id, customer_id, sequence, entry_id, at, entries, total,
      month, month_total, older, recent) values ${values.join(', ')}`)
    const plan = await apply(connection, true)
    expect(plan.obstacles).toEqual([])
    expect(plan.distributed).toEqual(expect.arrayContaining(['customers', 'transactions', 'idempotency_keys']))
    expect(plan.reference).toEqual(expect.arrayContaining(['accounts', 'webhooks', 'settings']))
    expect(await ask('select count(*)::int as rows from spend_checkpoints')).toEqual([
      { rows: CUSTOMER_BUCKETS.length },
    ])
    const [colocated] = await ask<{ groups: number }>(
      `select count(distinct colocationid)::int as groups from pg_dist_partition where partmethod = 'h'`,
    )
    expect(colocated).toEqual({ groups: 1 })
  })

  it('that is distributed has nothing left to do, and tells where everything is', async () => {
    expect(await apply(connection, true)).toMatchObject({
      obstacles: [],
      distributed: [],
      reference: [],
      functions: [],
    })
    const status = assertPresent(await readClusterStatus(connection), 'it is distributed')
    expect(status.tables.local).toEqual([])
    expect(status.servers.filter(({ isCoordinator }) => isCoordinator)).toHaveLength(1)
    expect(status.servers.reduce((sum, { shards }) => sum + shards, 0)).toBe(TEST_SHARDS)
    const served = status.servers.flatMap(({ buckets }) => buckets)
    expect([served.length, new Set(served)]).toEqual([CUSTOMER_BUCKETS.length, new Set(CUSTOMER_BUCKETS)])
  })

  it('gets the tables of later migrations as well, and new columns', async () => {
    await ask('create table later (bucket smallint not null, id text not null, primary key (id, bucket))')
    await ask('alter table customers add column later text')
    await migrateDatabase(connection)
    expect(
      await ask(`select citus_table_type::text as type from citus_tables where table_name = 'later'::regclass`),
    ).toEqual([{ type: 'distributed' }])
    expect(await ask('select later from customers')).toEqual([])
  })

  it('whose table somebody has placed otherwise is left alone, and told', async () => {
    await ask(`select undistribute_table('later')`)
    await ask(`select create_reference_table('later')`)
    const { obstacles } = await planTableDistribution(connection)
    expect(obstacles).toEqual([
      `later is a reference table and has to be distributed by bucket: select undistribute_table('later').`,
    ])
  })

  it('that came after the tables is told what it does not know: its servers, and our functions', async () => {
    const alone = [servers[0]] as const
    const lonely = await createDatabase(servers[0], `${name}_lonely`)
    await migrateDatabase(lonely)
    expect((await planTableDistribution(lonely)).obstacles).toEqual([expect.stringMatching(/create extension citus/)])
    await createCitusDatabase(alone, lonely.database)
    const plan = await planTableDistribution(lonely)
    expect(plan.obstacles).toEqual([expect.stringMatching(/no worker yet/)])
    expect(plan.functions).toEqual(['decision_event_id(text)', 'decision_of(text)'])
    await dropDatabaseOnAllServers(alone, lonely.database)
  })
})
