import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { PostgresSocketConnection } from '../../app/postgres/connection.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { createDatabase, dropDatabase } from '../connection/create-database.ts'
import { openDatabase } from '../connection/database.ts'
import { isDatabaseMigrated, migrateDatabase, pendingMigrations } from './migrations.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { migrationFile, migrationFiles } from './migration-files.ts'

const FIRST = '0001_first'
/** The migrations of this version. */
const own = migrationFiles().map(({ name }) => name)

describe('migrate', () => {
  it('runs every file exactly once when several nodes start at once', async () => {
    const name = 'test_concurrent_migration'
    const connection = await createDatabase(inject('postgres'), name)
    const database = openDatabase({ connection, maxConnections: 2 })
    try {
      expect(await isDatabaseMigrated(database)).toBe(false)
      expect(await pendingMigrations(connection)).toEqual(own)
      const ran = await Promise.all([
        migrateDatabase(connection),
        migrateDatabase(connection),
        migrateDatabase(connection),
      ])
      expect(ran.flat()).toEqual(own)
      expect(await isDatabaseMigrated(database)).toBe(true)
      expect(await pendingMigrations(connection)).toEqual([])
    } finally {
      await database.close()
      await dropDatabase(inject('postgres'), name)
    }
  })

  it('changes nothing where one of several files fails', async () => {
    const name = 'test_failing_migration'
    const connection = await createDatabase(inject('postgres'), name)
    try {
      const good = migrationFile('0001_good', 'create table good ();')
      await expect(
        migrateDatabase(connection, [good, migrationFile('0002_bad', 'create table good ();')]),
      ).rejects.toThrow('relation "good" already exists')
      expect(await migrateDatabase(connection, [good])).toEqual(['0001_good'])
    } finally {
      await dropDatabase(inject('postgres'), name)
    }
  })
})

describe('the fingerprint of a database', () => {
  let migrated: TestDatabase
  beforeAll(async () => {
    migrated = await createTestDatabase()
  })
  afterAll(() => migrated.drop())

  const run = (text: string) => withOwnDatabaseConnection(migrated.connection, (client) => client.query(text))
  const again = () => migrateDatabase(migrated.connection)
  const history = async () =>
    (await run('select name, hash, compatible_since from kysely_migration order by name')).rows as unknown[]
  const recorded = migrationFiles().map(({ name, hash, compatibleSince }) => ({
    name,
    hash,
    compatible_since: compatibleSince,
  }))

  it('is stored beside the names of the migrations', async () => {
    expect(await history()).toEqual(recorded)
    expect(await again()).toEqual([])
  })

  it('refuses a database that was made by another text of a migration', async () => {
    await run(`update kysely_migration set hash = repeat('0', 64) where name = '${FIRST}'`)
    await expect(again()).rejects.toThrow(
      `The database was made by another text of the migration ${FIRST} (fingerprint 000000000000, here `,
    )
    expect(await isDatabaseMigrated(migrated.database)).toBe(false)
    await expect(pendingMigrations(migrated.connection)).rejects.toThrow('another text')
    await run(`update kysely_migration set hash = '${migrationFiles()[0]?.hash}' where name = '${FIRST}'`)
    expect(await isDatabaseMigrated(migrated.database)).toBe(true)
  })

  it.each([
    { since: `'${FIRST}'`, works: true },
    { since: `'${own.at(-1)}'`, works: true },
    { since: `'0098_between'`, works: false },
    { since: 'null', works: false },
  ])('a newer migration that is compatible since $since: $works', async ({ since, works }) => {
    await run(`insert into kysely_migration values ('0099_later', '', repeat('0', 64), ${since})`)
    try {
      if (works) expect(await again()).toEqual([])
      else await expect(again()).rejects.toThrow('The database was migrated by a newer version (0099_later), and')
      expect(await isDatabaseMigrated(migrated.database)).toBe(works)
    } finally {
      await run(`delete from kysely_migration where name = '0099_later'`)
    }
  })

  it('refuses a database that lacks a migration before its last one', async () => {
    const files = [...migrationFiles(), migrationFile('0098_between', '')]
    await run(`insert into kysely_migration values ('0099_later', '', repeat('0', 64), '${FIRST}')`)
    await expect(migrateDatabase(migrated.connection, files)).rejects.toThrow(
      'The database has the migration 0099_later but not 0098_between, which comes before it.',
    )
    await run(`delete from kysely_migration where name = '0099_later'`)
  })
})

describe('a database from before fingerprints', () => {
  const name = 'test_without_fingerprints'
  const first = migrationFiles().slice(0, 1)
  let connection: PostgresSocketConnection
  beforeEach(async () => {
    connection = await createDatabase(inject('postgres'), name)
    await migrateDatabase(connection, first)
    await run('alter table kysely_migration drop column hash, drop column compatible_since')
    return () => dropDatabase(inject('postgres'), name)
  })
  const run = (text: string) => withOwnDatabaseConnection(connection, (client) => client.query(text))
  const takeOver = () => migrateDatabase(connection, first)

  it('is taken over where it is as the first migration makes it', async () => {
    expect(await takeOver()).toEqual([])
    const { rows } = await run('select hash from kysely_migration')
    expect(rows).toEqual([{ hash: first[0]?.hash }])
    expect(await takeOver()).toEqual([])
  })

  it('may have tables, functions and plain indexes of its operator', async () => {
    await run(`create table reports (id int primary key); create index by_name on agents (name);
      create function twice(n int) returns int language sql return 2 * n`)
    expect(await takeOver()).toEqual([])
  })

  it.each([
    ['alter table access_events drop column passkey_id', 'access_events.passkey_id is missing'],
    ['drop table node_leases', /^.*\(node_leases\.\w+ is missing, and \d+ more\)/],
    ['alter table api_keys alter column name type varchar', 'api_keys.name is different'],
    ['alter table api_keys alter column name drop not null', 'api_keys.name is different'],
    ['alter table agents add column rank int not null', 'agents.rank is unknown'],
    ['create unique index one_name on api_keys (name)', 'one_name is unknown'],
    ['alter table api_keys add constraint short check (length(name) < 3)', 'short is unknown'],
    ['drop index transactions_by_account', 'transactions_by_account is missing'],
    [
      `drop index transactions_by_reference;
       create unique index transactions_by_reference on transactions (card_id, reference_hash, bucket) where reference_hash is not null`,
      'transactions_by_reference is different',
    ],
    [
      `create or replace function decision_of(event_id text) returns text language sql immutable return event_id`,
      'decision_of(text) is different',
    ],
  ])('is refused after %s', async (change, difference) => {
    for (const statement of change.split(';')) await run(statement)
    await expect(takeOver()).rejects.toThrow(difference)
    const { rows } = await run(`select to_jsonb(m) ? 'hash' as has from kysely_migration m`)
    expect(rows).toEqual([{ has: false }]) // the refused migration has changed nothing
  })
})
