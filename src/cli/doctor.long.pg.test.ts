import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandRig, type EndedShellCommand } from '../../test/support/records/command-rig.ts'
import { databaseUrl, startEmbeddedNode, startNodeProcess } from '../../test/support/processes/node-process.ts'
import { createTestDatabase } from '../../test/support/postgres/test-database.ts'
import { postgresSocketConnection } from '../app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../app/postgres/directories.ts'
import { readPostgresLockFile } from '../app/postgres/lock-file.ts'
import { packageVersion } from '../app/version.ts'
import { withOwnDatabaseConnection } from '../store/connection/one-connection.ts'

const rig = commandRig()
const { run, keep } = rig

/** A node on the embedded database of the rig's folder, with safe settings. */
async function startHealthy() {
  const { process } = await startEmbeddedNode(rig.folder, { PURSER_RATE_LIMIT: 'on' })
  return keep(process)
}

async function inDatabase(text: string): Promise<void> {
  const socket = (await readPostgresLockFile(postgresDirectoriesIn(rig.folder).cluster))?.socket ?? ''
  await withOwnDatabaseConnection(postgresSocketConnection(socket, 'purser'), (client) => client.query(text))
}

/** The newest migration, as the files of this checkout name it. */
const newest = basename(
  readdirSync(new URL('../../migrations', import.meta.url))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1) ?? '',
  '.sql',
)

const codes = ({ stdout }: EndedShellCommand): string[] =>
  (JSON.parse(stdout.join('\n')) as { findings: { code: string }[] }).findings.map(({ code }) => code)

// The commands in these tests of `purser status` and `purser doctor` are those of docs/guides/operating.md.
describe('purser status and purser doctor', () => {
  it('say beside a node that all is well, and what is not', async () => {
    const node = await startHealthy()
    const well = await run(['doctor'])
    expect([well.code, well.stdout]).toEqual([0, ['Nothing is wrong.']])
    const shown = (await run(['status'])).stdout.join('\n')
    expect(shown).toMatch(new RegExp(`^Purser +${packageVersion}\\n`))
    expect(shown).toMatch(/\nDatabase +PostgreSQL \d+\.\d+, \d+ MB, \d+ MB of the disk free\n/)
    expect(shown).toMatch(
      new RegExp(`\\nConnections +\\d+ open, \\d+ permitted\\nMigrations +${newest}, up to date\\n`),
    )
    expect(shown).toMatch(/\nOldest hold +none\n/)
    expect(shown).toMatch(/\nLast verify +has not run on this database\n/)
    expect(shown).toMatch(new RegExp(`\\nnode_\\w+ +${packageVersion.replaceAll('.', '\\.')} +\\S+:${node.child.pid} `))
    expect((await run(['verify'])).code).toBe(0)
    const now = JSON.parse((await run(['status', '--json'])).stdout.join('\n')) as object
    expect(now).toMatchObject({
      version: packageVersion,
      migrations: { pending: [], problem: null },
      nodes: [{ version: packageVersion, isSilent: false, processId: node.child.pid, issuers: [], unsafeSettings: [] }],
      deliveries: { due: 0, oldestDueAt: null },
      lastVerify: { differences: 0, version: packageVersion },
      notRead: [],
    })

    await inDatabase(
      `insert into webhook_failures values ('wh_dead', 'acct_a', (extract(epoch from now()) * 1000)::bigint - 1200000, null)`,
    )
    const ill = await run(['doctor'], { PURSER_RATE_LIMIT: 'off' })
    expect(ill.code).toBe(4)
    expect(ill.stdout.slice(0, 3)).toEqual([
      'warning  webhook_failing',
      expect.stringMatching(/^ {9}The webhook wh_dead of acct_a has failed since .*, for 20 minutes\.$/),
      expect.stringMatching(/^ {9}To do: .*purser webhooks replay wh_dead --since /),
    ])
    expect(ill.stdout.at(-1)).toBe('0 errors, 2 warnings, 0 notes.')
    const json = await run(['doctor', '--json'], { PURSER_RATE_LIMIT: 'off' })
    expect([json.code, codes(json)]).toEqual([4, ['webhook_failing', 'setting_unsafe']])
    const ignoring = await run(['doctor', '--ignore', 'webhook_failing,setting_unsafe'], { PURSER_RATE_LIMIT: 'off' })
    expect([ignoring.code, ignoring.stdout]).toEqual([0, ['Nothing is wrong.']])
  })

  it('look at a database that nobody serves, and make nothing that is missing', async () => {
    const node = await startHealthy()
    node.child.kill('SIGTERM')
    expect(await node.ended).toBe(0)
    const idle = await run(['doctor', '--json'])
    expect([idle.code, codes(idle)]).toEqual([4, ['no_node']])
    rmSync(join(rig.folder, 'master.key'))
    const keyless = await run(['doctor', '--json'])
    expect([keyless.code, codes(keyless)]).toEqual([4, ['master_key', 'no_node']])
    expect(existsSync(join(rig.folder, 'master.key'))).toBe(false)
  })

  it('say that there is no database, and make none', async () => {
    const missing = await run(['doctor', '--json'])
    expect([missing.code, codes(missing)]).toEqual([4, ['database_unusable']])
    const status = await run(['status'])
    expect([status.code, status.stderr]).toEqual([2, expect.stringContaining('There is no Purser in')])
    expect(readdirSync(rig.folder)).toEqual([])
  })

  it('migrate nothing, and name the migrations that have not run', async () => {
    const { connection, drop } = await createTestDatabase()
    try {
      await withOwnDatabaseConnection(connection, (client) =>
        client.query(`delete from kysely_migration where name = '${newest}'`),
      )
      const env = { DATABASE_URL: databaseUrl(connection), PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
      const pending = await run(['doctor', '--json', '--ignore', 'role_superuser,no_node'], env)
      expect([pending.code, codes(pending)]).toEqual([4, ['migrations_pending']])
      const status = await run(['status'], env)
      expect([status.code, status.stdout.join('\n')]).toEqual([0, expect.stringContaining(`not run yet: ${newest}`)])
    } finally {
      await drop()
    }
  })

  it('end where the database does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://purser@127.0.0.1:1/purser', PURSER_MASTER_KEY: 'A'.repeat(43) }
    const away = await run(['doctor', '--json'], env)
    expect([away.code, codes(away)]).toEqual([4, ['database_unusable']])
  })

  it('show each node of a served database, until it stops', async () => {
    const { connection, drop } = await createTestDatabase()
    const env = { DATABASE_URL: databaseUrl(connection), PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
    const nodesOf = async () =>
      (JSON.parse((await run(['status', '--json'], env)).stdout.join('\n')) as { nodes: { processId: number }[] }).nodes
    try {
      const nodes = [await startNodeProcess(connection), await startNodeProcess(connection)]
      for (const { process } of nodes) keep(process)
      const pids = nodes.map(({ process }) => process.child.pid)
      expect((await nodesOf()).map(({ processId }) => processId)).toEqual(pids)
      nodes[0]?.process.child.kill('SIGTERM')
      await nodes[0]?.process.ended
      expect((await nodesOf()).map(({ processId }) => processId)).toEqual(pids.slice(1))
      nodes[1]?.process.child.kill('SIGTERM')
      await nodes[1]?.process.ended
    } finally {
      await drop()
    }
  })
})
