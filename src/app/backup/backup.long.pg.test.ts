import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, expect, inject, it, onTestFinished } from 'vitest'
import { testsWithNeeds, singlePostgres } from '../../../test/support/needs.ts'
import { randomBytes } from 'node:crypto'
import type { PostgresSocketConnection } from '../postgres/connection.ts'
import { createDatabase, dropDatabase } from '../../store/connection/create-database.ts'
import { openDatabase } from '../../store/connection/database.ts'
import { withOwnDatabaseConnection } from '../../store/connection/one-connection.ts'
import { listCatalogTables, tablesAfterMigrations } from '../../store/backup/backup-tables.ts'
import { copyToStdout } from '../../store/backup/copy-out.ts'
import { migrationFiles } from '../../store/schema/migration-files.ts'
import { verifyDifferencesOf } from '../../../test/support/differences.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { commandRig } from '../../../test/support/records/command-rig.ts'
import { databaseUrl } from '../../../test/support/processes/node-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { startNode } from '../../../test/support/processes/start-node.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')

// A backup's tables that are distributed are refused: see test/citus/backup.pg.test.ts.
testsWithNeeds(singlePostgres).describe('purser backup', () => {
  const rig = commandRig()
  let source: TestDatabase
  let file: string
  beforeEach(async () => {
    source = await createTestDatabase()
    file = join(rig.folder, 'first.backup')
    return () => source.drop()
  })

  const on = (connection: PostgresSocketConnection, key = MASTER_KEY) => ({
    DATABASE_URL: databaseUrl(connection),
    PURSER_MASTER_KEY: key,
    PURSER_LOG_LEVEL: 'error',
  })
  const backup = (words: string[], env: Record<string, string> = on(source.connection)) =>
    rig.run(['backup', ...words], env)

  async function emptyDatabase(): Promise<PostgresSocketConnection> {
    const name = `test_${randomBytes(8).toString('hex')}`
    const connection = await createDatabase(inject('postgres'), name)
    onTestFinished(() => dropDatabase(inject('postgres'), name))
    return connection
  }

  /** Starts a node that makes a customer with a card, 20 purchases and a webhook, and stops it again. */
  async function live(): Promise<void> {
    const { purser, stop } = await startNode(source.database)
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
    const { id: cardId } = await purser.cards.create({ customerId, policy: { limits: { perAuth: 5000 } } })
    await purser.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['*'] })
    for (let n = 0; n < 20; n += 1) await purser.network.authorize({ cardId, amount: 400 * n + 1 })
    await stop()
  }

  /** Values that PostgreSQL's text format for COPY has to escape, and one that is longer than any block of a backup. */
  const values = ['\t', '\n', '\r\n', '\\', '\\.', '\\N', '', '\u{1f4b3} é', 'x'.repeat(3_000_000), '\\\\.\n\\.\n']
  const writeAwkwardRows = () =>
    source.database.pool.query(
      `insert into settings select 'awkward ' || n, value from unnest($1::text[]) with ordinality as given (value, n)`,
      [values],
    )

  it('restores every row, and the same tables, indexes and functions', async () => {
    await live()
    await writeAwkwardRows()
    await source.database.pool.query('create table notes_of_somebody (text text)')
    const created = await backup(['create', file, '--json'])
    expect(created.code).toBe(0)
    expect(JSON.parse(created.stdout.join(''))).toMatchObject({
      file,
      otherTables: ['notes_of_somebody'],
      isRecorded: true,
      tables: tablesAfterMigrations(migrationFiles()).length,
    })
    const target = await emptyDatabase()
    const restored = await backup(['restore', file], on(target))
    expect(restored.code).toBe(0)
    expect(await contentOf(target)).toEqual(await contentOf(source.connection))
    expect(await definitionsOf(target)).toEqual(await definitionsOf(source.connection))
    const database = openDatabase({ connection: target, maxConnections: 4 })
    expect(await verifyDifferencesOf(database)).toEqual([])
    await database.close()
  })

  it('is checked without a database, and with the key', async () => {
    await live()
    await backup(['create', file])
    const noKey = await backup(['check', file], {})
    expect([noKey.stdout.join('\n'), noKey.code]).toEqual([
      expect.stringMatching(/is whole: \d+ rows of .*\nIt needs the master key [0-9a-f]{8}, which is not in it\.$/),
      0,
    ])
    expect((await backup(['check', file])).stdout.at(-1)).toBe('The master key opens it.')
    for (const words of [
      ['check', file],
      ['restore', file],
    ]) {
      const other = await backup(words, on(await emptyDatabase(), OTHER_KEY))
      expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('The backup needs the master key')])
    }
    expect(readFileSync(file).includes(MASTER_KEY) || gunzipSync(readFileSync(file)).includes(MASTER_KEY)).toBe(false)
  })

  it('refuses a damaged backup, and leaves the database as it was', async () => {
    await live()
    await backup(['create', file])
    const content = gunzipSync(readFileSync(file))
    const at = content.indexOf('ada@example.com')
    content.write('eve', at)
    writeFileSync(file, gzipSync(content))
    const target = await emptyDatabase()
    for (const words of [
      ['check', file],
      ['restore', file],
    ]) {
      const refused = await backup(words, on(target))
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/rows of the table \w+ were changed/)])
    }
    expect(await withOwnDatabaseConnection(target, listCatalogTables)).toEqual([])
    expect((await rig.run(['migrate'], on(target))).code).toBe(0)
  })

  it('refuses what it would destroy or cannot read', async () => {
    const refusal = async (words: string[], env?: Record<string, string>) => {
      const { code, stderr } = await backup(words, env)
      expect([code, stderr.split('\n')]).toEqual([2, [expect.any(String)]])
      return stderr
    }
    expect((await backup(['create', file])).code).toBe(0)
    expect(await refusal(['create', file])).toContain('exists already')
    expect(await refusal(['restore', file])).toContain('The database is not empty')
    expect(await refusal(['create', rig.folder], on(await emptyDatabase()))).toContain('nothing to back up')
    expect(await refusal(['create', rig.folder], {})).toContain('has no database')
    await source.database.pool.query(`insert into kysely_migration values ('9999_later', '', 'ff', '0001_first')`)
    expect(await refusal(['create', rig.folder])).toContain('Back it up with the newer version')
    const later = gunzipSync(readFileSync(file)).toString().replace('"0001_first"', '"9999_later"')
    writeFileSync(file, gzipSync(later))
    expect(await refusal(['restore', file], on(await emptyDatabase()))).toContain('The backup is of a newer version')
  })

  it('is made where the database takes no writes, and says that the metric does not know', async () => {
    const { rows } = await source.database.pool.query<{ name: string }>('select current_database() as name')
    await source.database.pool.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
    const { code, stdout } = await backup(['create', file])
    expect([code, stdout.at(-1)]).toEqual([0, expect.stringContaining('the metric does not know')])
  })

  it('that is being restored when everything is killed leaves a database on which no node starts', async () => {
    await writeAwkwardRows()
    await backup(['create', file])
    const pipe = join(rig.folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const target = await emptyDatabase()
    const restoring = rig.purser(['backup', 'restore', pipe], on(target))
    const half = createWriteStream(pipe)
    const content = readFileSync(file)
    half.on('error', () => undefined) // the restore that reads the half backup is killed
    half.write(content.subarray(0, content.length / 2))
    const isFilling = () =>
      withOwnDatabaseConnection(target, async (client) => {
        const { rowCount } = await client.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'purser backup' and query like 'copy %'`,
        )
        return rowCount === 1
      })
    await eventually('a table is being filled', isFilling)
    restoring.child.kill('SIGKILL')
    await restoring.ended
    half.destroy()
    for (const command of ['start', 'migrate']) {
      const refused = await rig.run([command], on(target))
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining('A restore into this database was interrupted'),
      ])
    }
    expect((await backup(['restore', file], on(target))).code).toBe(0)
    expect(await contentOf(target)).toEqual(await contentOf(source.connection))
    expect((await rig.run(['migrate'], on(target))).code).toBe(0)
  })

  it('has all that there is: nothing of the schema counts upwards by itself', async () => {
    const { rows } = await source.database.pool.query(
      `select c.relname, c.relkind from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind not in ('r', 'i')`,
    )
    expect(rows).toEqual([])
    const tables = await withOwnDatabaseConnection(source.connection, listCatalogTables)
    expect(tables.map(({ name }) => name).toSorted()).toEqual(tablesAfterMigrations(migrationFiles()).toSorted())
  })
})

/**
 * The sorted rows of all tables that migrations make. The time of the last backup is left out, because the restored database does not have
 * it.
 */
const contentOf = (connection: PostgresSocketConnection): Promise<Record<string, string[]>> =>
  withOwnDatabaseConnection(connection, async (client) => {
    const content: Record<string, string[]> = {}
    for (const name of tablesAfterMigrations(migrationFiles())) {
      const blocks = await Array.fromAsync(copyToStdout(client, `copy ${name} to stdout`) as AsyncIterable<Buffer>)
      const rows = Buffer.concat(blocks).toString().split('\n')
      content[name] = rows.filter((row) => !row.startsWith('last_backup\t')).toSorted()
    }
    return content
  })

const definitionsOf = (connection: PostgresSocketConnection): Promise<unknown[]> =>
  withOwnDatabaseConnection(connection, async (client) => {
    const { rows } = await client.query<{ definition: string }>(`
      select pg_get_indexdef(indexrelid) as definition from pg_index
        join pg_class c on c.oid = indrelid where c.relnamespace = current_schema()::regnamespace
      union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = current_schema()::regnamespace
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
      union all select c.relname || ' ' || a.attname || format_type(a.atttypid, a.atttypmod) || a.attgenerated::text || a.attnotnull
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
          and c.relname <> 'notes_of_somebody'
      order by 1`)
    return rows
  })
