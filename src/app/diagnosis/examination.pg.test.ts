import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertPresent } from '../../lib/assert.ts'
import { MachineClock } from '../../lib/machine-clock.ts'
import { openDatabase } from '../../store/connection/database.ts'
import { withOwnDatabaseConnection } from '../../store/connection/one-connection.ts'
import { migrationFiles } from '../../store/schema/migration-files.ts'
import { restrictServiceRole } from '../../store/schema/service-rights.ts'
import { databaseUrl } from '../../../test/support/processes/node-process.ts'
import { startNode, type TestNode } from '../../../test/support/processes/start-node.ts'
import { startCompanyProvider } from '../../../test/support/receivers/company-provider.ts'
import { startTestTokenIssuer } from '../../../test/support/receivers/token-issuer.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { readSettings } from '../settings/read-settings.ts'
import { examinePurser } from './examination.ts'
import { doctorFindings } from './findings.ts'

const suffix = randomBytes(6).toString('hex')
const [service, owner] = [`service_${suffix}`, `owner_${suffix}`]
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

let test: TestDatabase
let node: TestNode
let isNodeStopped = false
let cardId: string
let name: string
const run = (text: string, database = name) =>
  withOwnDatabaseConnection({ ...test.connection, database }, (client) => client.query(text))
/** The URL of the test's database, with the rights of a role. */
const as = (role: string, database = name) =>
  `${databaseUrl({ ...test.connection, database })}?options=-c%20role%3D${role}`

beforeAll(async () => {
  test = await createTestDatabase()
  name = test.connection.database
  node = await startNode(test.database, { PURSER_ALLOW_PRIVATE_WEBHOOKS: 'false', PURSER_RATE_LIMIT: 'on' })
  await run(`create role ${service}; create role ${owner};
    grant create on schema public to ${owner};
    grant select, insert, update, delete on all tables in schema public to ${service}`)
  const { rows } = await run(`select tablename from pg_tables where schemaname = 'public'`)
  for (const { tablename } of rows as { tablename: string }[]) await run(`alter table ${tablename} owner to ${owner}`)
  await restrictServiceRole({ service: as(service), owner: as(owner) }, { deletesEntries: false })
  const { id: customerId } = await node.purser.customers.create({ email: 'ada@example.com' })
  ;({ id: cardId } = await node.purser.cards.create({ customerId }))
  await node.purser.network.authorize({ cardId, amount: 100 })
  await node.purser.intents.declare(cardId, { purpose: 'Ink' })
})
afterAll(async () => {
  if (!isNodeStopped) await node.stop()
  await test.drop()
  await run(`drop role ${service}; drop role ${owner}`, 'postgres')
})

const urls = () => ({ DATABASE_URL: as(service), PURSER_MIGRATION_DATABASE_URL: as(owner) })

/** The findings of a doctor with these settings: severity and code, without notes. */
async function findings(env: Record<string, string> = {}, clock = new MachineClock()): Promise<string[]> {
  const settings = readSettings({ ...urls(), PURSER_MASTER_KEY: MASTER_KEY, ...env })
  const connection = settings.databaseUrl ?? ''
  const database = openDatabase({ connection, maxConnections: 3, clock })
  try {
    const store = {
      connection,
      migrations: settings.migrationDatabaseUrl ?? connection,
      release: () => Promise.resolve(),
    }
    const examined = await examinePurser(database, store, settings)
    return doctorFindings(examined)
      .filter(({ severity }) => severity !== 'note')
      .map(({ severity, code }) => `${severity} ${code}`)
  } finally {
    await database.close()
  }
}

const ago = (minutes: number) => `(extract(epoch from now()) * 1000)::bigint - ${minutes * 60_000}`
/** SQL that adds a node beside the real one. */
const otherNode = (more: Record<string, string>): string => {
  const row = {
    node: `'node_other'`,
    version: `(select version from nodes limit 1)`,
    host: `'b'`,
    process_id: '1',
    issuers: `'{}'`,
    unsafe_settings: `'{}'`,
    connections: '1',
    clock_difference_ms: '0',
    started_at: ago(60),
    seen_at: ago(0),
    ...more,
  }
  return `insert into nodes (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
}
const noOtherNode = `delete from nodes where node = 'node_other'`
const [first] = migrationFiles()
const newest = assertPresent(migrationFiles().at(-1), 'there are migrations')
const issuerCall = `insert into issuer_calls (bucket, card_id, account_id, customer_id, issuer, first_status, version, asked_count, failed, attempt,
    failing_since, last_error, next_at)
  select bucket, id, account_id, customer_id, 'stripe', 'active', 0, 0, false, 3, ${ago(60)}, 'No such key', ${ago(-60)} from cards limit 1`
const verifyRun = (differences: number) =>
  `insert into command_runs values ('verify', 'x', '{"customers":1,"entries":1,"differences":${differences}}', ${ago(1)})`

/** Faults of a database: the SQL that causes each fault, the SQL that removes it, and the findings of `purser doctor` between the two. */
const illnesses: readonly (readonly [ill: () => string, cured: () => string, expected: readonly string[]])[] = [
  [
    () =>
      `update kysely_migration set name = '0000_away', compatible_since = '0001_first' where name = '${newest.name}'`,
    () =>
      `update kysely_migration set name = '${newest.name}', compatible_since = '${newest.compatibleSince}' where name = '0000_away'`,
    ['error migrations_pending'],
  ],
  [
    () => `update kysely_migration set hash = repeat('0', 64) where name = '0001_first'`,
    () => `update kysely_migration set hash = '${first?.hash}' where name = '0001_first'`,
    ['error schema_refused'],
  ],
  [
    () => `update kysely_migration set hash = null where name = '0001_first'`,
    () => `update kysely_migration set hash = '${first?.hash}' where name = '0001_first'`,
    ['warning fingerprint_missing'],
  ],
  [
    () => `alter database ${name} set default_transaction_read_only = on`,
    () => `alter database ${name} reset default_transaction_read_only`,
    ['error database_read_only'],
  ],
  [
    () => `revoke insert on cards from ${service}`,
    () => `grant insert on cards to ${service}`,
    ['error rights_missing'],
  ],
  [
    () => `revoke select on nodes from ${service}`,
    () => `grant select on nodes to ${service}`,
    ['error not_read', 'error rights_missing'],
  ],
  [
    () => `grant delete on transactions to ${service}`,
    () => `revoke delete on transactions from ${service}`,
    ['warning rights_unused'],
  ],
  [
    () => `alter table cards owner to ${service}`,
    () => `alter table cards owner to ${owner}; grant select, insert, update, delete on cards to ${service}`,
    ['error migrating_role', 'warning role_owner'],
  ],
  [
    () => `alter role ${service} connection limit 1`,
    () => `alter role ${service} connection limit -1`,
    ['error connections_used'],
  ],
  [() => otherNode({ connections: '9999' }), () => noOtherNode, ['warning connections_few']],
  [() => otherNode({ clock_difference_ms: '-4000' }), () => noOtherNode, ['warning node_clock_difference']],
  [() => otherNode({ seen_at: ago(1) }), () => noOtherNode, ['warning node_silent']],
  [() => otherNode({ seen_at: ago(61) }), () => noOtherNode, []],
  [() => otherNode({ version: `'0.0.9'` }), () => noOtherNode, ['warning versions_differ']],
  [
    () => otherNode({ unsafe_settings: `'{"PURSER_RATE_LIMIT=off: no limit"}'` }),
    () => noOtherNode,
    ['warning setting_unsafe'],
  ],
  [
    () => `insert into settings values ('test_clock', (${ago(-60)})::text)`,
    () => `delete from settings where name = 'test_clock'`,
    ['warning test_clock_ahead'],
  ],
  [
    () => `insert into webhook_failures select 'wh_dead', id, ${ago(20)}, null from accounts`,
    () => `delete from webhook_failures`,
    ['warning webhook_failing'],
  ],
  [() => issuerCall, () => `delete from issuer_calls`, ['error issuer_not_called']],
  [
    () => `${otherNode({ issuers: `'{stripe}'` })}; ${issuerCall}`,
    () => `${noOtherNode}; delete from issuer_calls`,
    ['error issuer_calls_failing', 'warning holds_short'],
  ],
  [() => verifyRun(3), () => 'delete from command_runs', ['error verify_differences']],
  [
    () => `update accounts set created_at = created_at - 36 * 86400000::bigint`,
    () => `update accounts set created_at = created_at + 36 * 86400000::bigint`,
    ['warning verify_old'],
  ],
  [
    () => `${verifyRun(0)}; update accounts set created_at = created_at - 36 * 86400000::bigint`,
    () => `delete from command_runs; update accounts set created_at = created_at + 36 * 86400000::bigint`,
    [],
  ],
]

describe('a database beside a node that serves', () => {
  it('has no finding while it is well', async () => {
    expect(await findings()).toEqual([])
  })

  it.each(illnesses.map(([ill, cured, expected]) => ({ expected, ill, cured })))(
    'has $expected',
    async ({ ill, cured, expected }) => {
      await run(ill())
      try {
        expect(await findings()).toEqual(expected)
      } finally {
        await run(cured(), cured().startsWith('alter database') ? 'postgres' : name)
      }
    },
  )

  it('is well again after all that', async () => {
    expect(await findings()).toEqual([])
  })

  it.each<[Record<string, string>, () => Record<string, string>, string[]]>([
    [{ PURSER_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') }, () => ({}), ['error master_key']],
    [{ PURSER_MASTER_KEY: '' }, () => ({}), ['error settings_refused']],
    [{ HOST: '0.0.0.0' }, () => ({}), ['warning setting_unsafe']],
    [{}, () => ({ DATABASE_URL: databaseUrl(test.connection) }), ['warning role_superuser']],
    [{}, () => ({ PURSER_MIGRATION_DATABASE_URL: as(service) }), ['error migrating_role']],
    [
      {},
      () => ({ PURSER_MIGRATION_DATABASE_URL: databaseUrl({ ...test.connection, database: 'postgres' }) }),
      ['error other_database'],
    ],
  ])('has with the settings %o: %3$o', async (env, more, expected) => {
    expect(await findings({ ...env, ...more() })).toEqual(expected)
  })

  it('has a finding where the provider or the issuer of access tokens cannot be used', async () => {
    const publicUrl = 'https://purser.example.com'
    const issuer = await startTestTokenIssuer(`${publicUrl}/mcp`)
    const provider = await startCompanyProvider({ redirectUris: [`${publicUrl}/sign-in/return`] })
    const signIn = {
      PURSER_PUBLIC_URL: publicUrl,
      ...provider.settings(publicUrl),
      PURSER_MCP_ISSUER: issuer.issuer,
      PURSER_ALLOW_LOCAL_OIDC: 'true',
    }
    const unusable = async () => (await findings(signIn)).filter((each) => each.endsWith('_unusable'))
    expect(await unusable()).toEqual([])
    issuer.setAway(true)
    provider.answerWith((path) => (path.endsWith('jwks') ? { status: 200, body: '{"keys":[]}' } : undefined))
    expect(await unusable()).toEqual(['error provider_unusable', 'error token_issuer_unusable'])
    await Promise.all([issuer.stop(), provider.stop()])
    expect(await unusable()).toEqual(['error provider_unusable', 'error token_issuer_unusable'])
  })

  it.each([
    { aheadMs: 3000, expected: ['warning clock_difference'] },
    { aheadMs: -20_000, expected: ['error clock_difference'] },
  ])('has $expected where the clock is $aheadMs ms ahead', async ({ aheadMs, expected }) => {
    expect(await findings({}, new MachineClock({ machine: { now: () => Date.now() + aheadMs } }))).toEqual(expected)
  })

  it('has a finding where an issuer approved by itself', async () => {
    await node.purser.network.advise({
      cardId,
      factId: randomUUID(),
      networkReference: randomUUID(),
      amount: 500,
      approved: true,
    })
    expect(await findings()).toEqual(['warning issuer_stood_in'])
    await run('delete from facts')
  })
})

describe('a database that no node works on', () => {
  beforeAll(async () => {
    isNodeStopped = true
    await node.stop()
  })

  it('has that as its only finding at first', async () => {
    expect(await findings()).toEqual(['warning no_node'])
  })

  it.each<[string, string]>([
    [`update transactions set expires_at = ${ago(10)} where status = 'pending'`, 'error sweeps_late'],
    [`update intents set expires_at = ${ago(10)} where status = 'pending'`, 'error sweeps_late'],
    [`update audit_heads set sign_due_at = ${ago(70)}`, 'error trail_unsigned'],
    [
      `insert into deliveries (bucket, id, account_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
        select 0, 'dlv_late', id, 'wh_late', 'evt_late', 'card.frozen', 'pending', ${ago(2)}, 0, 0 from accounts`,
      'warning deliveries_late',
    ],
  ])('has a finding about work that nobody does: %s', async (change, expected) => {
    const before = await findings()
    await run(change)
    expect((await findings()).toSorted()).toEqual([...before, expected].toSorted())
  })
})
