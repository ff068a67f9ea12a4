import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBackup } from '../../src/app/backup/create-backup.ts'
import { restoreBackup } from '../../src/app/backup/restore-backup.ts'
import { limitServiceDatabaseRole } from '../../src/app/administration/limit-service.ts'
import { createLogger } from '../../src/app/telemetry/logger.ts'
import { OperatorError } from '../../src/app/operator-error.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { rotateMasterKeys } from '../../src/app/administration/rotate-keys.ts'
import { startService } from '../../src/app/service.ts'
import { verifyDecisionHistory } from '../../src/app/administration/verify-history.ts'
import { withMigratedDatabase } from '../../src/app/administration/borrowed-database.ts'
import { deleteAuditEntries } from '../../src/store/audit/retention.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { playStories } from '../mcp/stories.ts'
import { tour } from '../statements/tour.ts'
import { type CertificateAuthority, createCertificateAuthority } from '../support/receivers/certificates.ts'
import { type ServedPostgres, startServedPostgres } from '../support/postgres/served-postgres.ts'

const API_KEY = `sk_${'test'.repeat(10)}`
const FORBIDDEN = '42501'
const logger = createLogger('silent')

let folder: string
let authority: CertificateAuthority
let stranger: CertificateAuthority
let server: ServedPostgres
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'purser-certificates-'))
  authority = await createCertificateAuthority(folder, 'authority')
  stranger = await createCertificateAuthority(folder, 'stranger')
  server = await startServedPostgres(await authority.issue('localhost'))
  await readTheGuide()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** The statements of the guide, in their order. */
function examples(): string[] {
  const guide = readFileSync(new URL('../../docs/guides/database.md', import.meta.url), 'utf8')
  return [...guide.matchAll(/```sql\n([^`]*)```/g)].map(([, text = '']) => text)
}

const inDatabase = (): string => String(examples()[1])

/** What the service's role may do with each table, and with columns of some. */
async function rights(where: Where = {}): Promise<string[]> {
  const { rows } = await as(urlOf('purser_owner', where), (client) =>
    client.query<{ may: string }>(
      `select table_name || ' ' || privilege_type as may from information_schema.role_table_grants where grantee = 'purser_service'
        union select table_name || ' ' || privilege_type || ' ' || column_name
        from information_schema.role_column_grants where grantee = 'purser_service' and privilege_type = 'UPDATE' order by 1`,
    ),
  )
  return rows.map(({ may }) => may)
}

/** What `purser migrate` does, by the role that owns the tables. */
function migrateAsOwner(env: Record<string, string> = {}, where: Where = {}) {
  const urls = {
    DATABASE_URL: urlOf('purser_service', where),
    PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner', where),
  }
  const settings = settingsOf({ ...urls, ...env })
  return withMigratedDatabase(settings, logger, (_database, { store }) =>
    limitServiceDatabaseRole(store, settings, logger),
  )
}

/** Makes roles and database as the guide says. */
async function readTheGuide(): Promise<void> {
  const [atServer] = examples()
  await asSuperuser('postgres', async (client) => {
    for (const statement of String(atServer).split(';')) await client.query(statement)
  })
  await as(urlOf('purser_owner'), (client) => client.query(inDatabase()))
}

const passwords = { purser_owner: 'choose-one', purser_service: 'choose-another' }
type Role = keyof typeof passwords

interface Where {
  readonly host?: string
  readonly database?: string
  readonly rootCertificate?: string
}

const urlOf = (
  role: Role,
  { host = 'localhost', database = 'purser', rootCertificate = authority.path }: Where = {},
): string =>
  `postgres://${role}:${passwords[role]}@${host}:${server.port}/${database}?sslmode=verify-full&sslrootcert=${rootCertificate}`

async function as<T>(connection: string | pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const asSuperuser = <T>(database: string, work: (client: pg.Client) => Promise<T>) =>
  as({ ...server.superuser, database }, work)

const settingsOf = (env: Record<string, string>) =>
  readSettings({
    PORT: '0',
    PURSER_ADMIN_API_KEY: API_KEY,
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PURSER_RATE_LIMIT: 'off',
    PURSER_TEST_CLOCK: 'true',
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    ...env,
  })
const refusal = async (env: Record<string, string>): Promise<string> => {
  const error: unknown = await startService(settingsOf(env), logger).then(
    (service) => service.stop(),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(OperatorError)
  return (error as Error).message
}

describe('a role without rights to change structure', () => {
  it('is told what is missing where nothing is migrated yet', async () => {
    expect(await refusal({ DATABASE_URL: urlOf('purser_service') })).toContain('PURSER_MIGRATION_DATABASE_URL=')
  })

  it('is enough for all that the service does, once the other role has migrated and is gone', async () => {
    const env = { DATABASE_URL: urlOf('purser_service'), PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner') }
    const faults: string[] = []
    const service = await startService(
      settingsOf(env),
      createLogger('error', { write: (line) => void faults.push(line) }),
    )
    await tour(service.baseUrl)
    const connected = await asSuperuser('purser', async (client) => {
      const { rows } = await client.query<{ usename: string; tls: boolean }>(
        `select distinct usename, ssl as tls from pg_stat_activity join pg_stat_ssl using (pid)
          where datname = 'purser' and usename <> current_user`,
      )
      return rows
    })
    expect(connected).toEqual([{ usename: 'purser_service', tls: true }])
    await service.stop()
    expect(faults).toEqual([])
  })

  it('has lost by the migration what the guide says, and has it back where the other role grants it: until the next one', async () => {
    const lost = await rights()
    await as(urlOf('purser_owner'), (client) => client.query(inDatabase()))
    expect(await rights()).not.toEqual(lost)
    expect(await migrateAsOwner()).toEqual({
      role: 'purser_service',
      kept: [],
      taken: expect.arrayContaining([
        'delete on audit_entries',
        'update on audit_entries',
        'update on signed_heads',
        'delete on audit_heads',
        'update on audit_heads',
        'delete on transactions',
        'update on transactions',
        'update on transaction_steps',
        'delete on policy_versions',
      ]),
    })
    expect(await rights()).toEqual(lost)
    expect(await migrateAsOwner()).toEqual({ role: 'purser_service', kept: [], taken: [] })
    await as(urlOf('purser_owner'), (client) => client.query(String(examples().at(-1))))
    expect(await rights()).toEqual(lost)
  })

  it('is enough for the same, to verify and to rotate without what it never does, where the database is up to date and the other role is not known', async () => {
    const settings = settingsOf({ DATABASE_URL: urlOf('purser_service') })
    const faults: string[] = []
    const service = await startService(settings, createLogger('error', { write: (line) => void faults.push(line) }))
    await tour(service.baseUrl)
    await service.stop()
    expect(faults).toEqual([])
    const differences: string[] = []
    await verifyDecisionHistory({
      settings,
      logger,
      onDifference: (line) => differences.push(line),
      onProgress: () => undefined,
    })
    expect(differences).toEqual([])
    const report = await rotateMasterKeys({
      settings,
      logger,
      hashKey: true,
      reencrypt: true,
      retire: true,
      onProgress: () => undefined,
    })
    expect(report.remainingCards).toBe(0)
  })

  it.each([
    'create table more ()',
    'truncate customers',
    'alter table customers add more text',
    'drop table customers',
    'create temporary table more ()',
    `update audit_entries set actor_name = 'Nobody'`,
    'delete from audit_entries',
    'truncate audit_entries',
    `update audit_entries set mac = ''`,
    `update signed_heads set signature = ''`,
    'delete from signed_heads',
    'delete from audit_heads',
    `update audit_heads set account_id = 'acct_x'`,
    'delete from transactions',
    `update transactions set decision = 'approve'`,
    'update transactions set sequence = 0',
    'delete from transaction_steps',
    'delete from policy_versions',
    'update transaction_steps set amount = 0',
    `update policy_versions set body = ''`,
    'delete from kysely_migration',
  ])('may not %s', async (statement) => {
    await as(urlOf('purser_service'), async (client) => {
      await expect(client.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(FORBIDDEN) })
    })
  })

  it('keeps delete on the trail where the oldest entries of it are deleted, and says so where it has lost it', async () => {
    const where = { database: 'retained' }
    await asSuperuser('postgres', (client) => client.query('create database retained owner purser_owner'))
    await as(urlOf('purser_owner', where), (client) => client.query(inDatabase()))
    const mayDelete = async () =>
      (await rights(where)).filter((right) => /^(audit_entries|signed_heads) DELETE/.test(right)).length
    const oldest = async () => {
      const { rows } = await as(urlOf('purser_owner', where), (client) =>
        client.query<{ first: string }>('select min(sequence) as first from audit_entries'),
      )
      return Number(rows[0]?.first)
    }
    const retaining = { PURSER_AUDIT_DAYS: '400' }
    await migrateAsOwner({}, where)
    expect(await mayDelete()).toBe(0)
    const settings = settingsOf({ DATABASE_URL: urlOf('purser_service', where), ...retaining })
    const service = await startService(settings, logger)
    const advance = (days: number) =>
      fetch(`${service.baseUrl}/test-clock/advance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ seconds: days * 86_400 }),
      })
    const status = [await advance(201), await advance(201)].map((reply) => reply.status)
    expect(status).toEqual([200, 200])
    const { database, clock, ids, vault } = service.deps
    const deleting = deleteAuditEntries(database, { until: clock.now() - 400 * 86_400_000, ids, vault })
    await expect(deleting).rejects.toThrow('run purser migrate with that setting')
    expect(await oldest()).toBe(1)
    await migrateAsOwner(retaining, where)
    expect(await mayDelete()).toBe(2)
    await advance(1)
    expect(await oldest()).toBeGreaterThan(1)
    const differences: string[] = []
    await verifyDecisionHistory({
      settings,
      logger,
      onDifference: (line) => differences.push(line),
      onProgress: () => undefined,
    })
    expect(differences).toEqual([])
    await service.stop()
    await migrateAsOwner({}, where)
    expect(await mayDelete()).toBe(0)
  })

  it('is refused where the two URLs lead to different databases', async () => {
    await asSuperuser('postgres', (client) => client.query('create database elsewhere owner purser_owner'))
    await as(urlOf('purser_owner', { database: 'elsewhere' }), (client) =>
      client.query('grant usage, create on schema public to purser_service'),
    )
    const message = await refusal({
      DATABASE_URL: urlOf('purser_service', { database: 'elsewhere' }),
      PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner'),
    })
    expect(message).toContain('different databases')
  })

  it('is enough to back the database up, which the other role restores', async () => {
    const onProgress = () => undefined
    const service = settingsOf({ DATABASE_URL: urlOf('purser_service') })
    const { file, rows } = await createBackup({ settings: service, logger, path: folder, onProgress })
    const restored = { database: 'restored' }
    await asSuperuser('postgres', (client) => client.query('create database restored owner purser_owner'))
    await as(urlOf('purser_owner', restored), (client) => client.query(inDatabase()))
    const restoring = (env: Record<string, string>) =>
      restoreBackup({ settings: settingsOf(env), logger, path: file, onProgress })
    const env = { DATABASE_URL: urlOf('purser_service', restored) }
    await expect(restoring(env)).rejects.toThrow('PURSER_MIGRATION_DATABASE_URL=')
    const owner = { PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner', restored) }
    expect(await restoring({ ...env, ...owner })).toMatchObject({ rows, masterKey: 'opens' })
    expect(await migrateAsOwner({}, restored)).toMatchObject({ kept: [] })
    const differences: string[] = []
    const onDifference = (line: string) => void differences.push(line)
    await verifyDecisionHistory({ settings: settingsOf(env), logger, onDifference, onProgress })
    expect(differences).toEqual([])
  })

  it('is told of grants that are missing', async () => {
    const elsewhere = { database: 'elsewhere' }
    const message = await refusal({
      DATABASE_URL: urlOf('purser_service', elsewhere),
      PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner', elsewhere),
    })
    expect(message).toContain('Grant it SELECT')
  })

  it('purser migrate runs as the other role, and answers what it has run', async () => {
    await asSuperuser('postgres', (client) => client.query('create database later owner purser_owner'))
    const later = { database: 'later' }
    await as(urlOf('purser_owner', later), (client) =>
      client.query(
        'alter default privileges in schema public grant select on tables to purser_service; grant usage on schema public to purser_service',
      ),
    )
    const env = {
      DATABASE_URL: urlOf('purser_service', later),
      PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner', later),
    }
    const migrated = await withMigratedDatabase(settingsOf(env), logger, (_database, { names }) =>
      Promise.resolve(names),
    )
    expect(migrated).toContain('0001_first')
    const { rows } = await as(urlOf('purser_owner', later), (client) =>
      client.query(`select distinct tableowner from pg_tables where schemaname = 'public'`),
    )
    expect(rows).toEqual([{ tableowner: 'purser_owner' }])
  })
})

describe('agents on a served database', () => {
  playStories(async () => {
    const { baseUrl, stop } = await startService(settingsOf({ DATABASE_URL: urlOf('purser_service') }), logger)
    return { baseUrl, purser: new Purser({ baseUrl, apiKey: API_KEY }), stop }
  })
})

describe('sslmode=verify-full', () => {
  it('takes the server by its name, with a certificate of the authority', async () => {
    const service = await startService(settingsOf({ DATABASE_URL: urlOf('purser_service') }), logger)
    expect((await fetch(service.baseUrl.replace('/v1', '/readyz'))).status).toBe(200)
    await service.stop()
  })

  it('refuses at once a server by another name than its certificate has', async () => {
    const message = await refusal({ DATABASE_URL: urlOf('purser_service', { host: '127.0.0.1' }) })
    expect(message).toMatch(/^DATABASE_URL: .*does not match certificate/)
  })

  it('refuses at once a server whose certificate another authority has signed', async () => {
    const message = await refusal({ DATABASE_URL: urlOf('purser_service', { rootCertificate: stranger.path }) })
    expect(message).toMatch(/^DATABASE_URL: .*(certificate|issuer)/)
    const migrating = await refusal({
      DATABASE_URL: urlOf('purser_service'),
      PURSER_MIGRATION_DATABASE_URL: urlOf('purser_owner', { rootCertificate: stranger.path }),
    })
    expect(migrating).toMatch(/^PURSER_MIGRATION_DATABASE_URL: .*(certificate|issuer)/)
  })
})
