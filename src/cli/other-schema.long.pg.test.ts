import { describe, expect, it } from 'vitest'
import { commandRig } from '../../test/support/records/command-rig.ts'
import { databaseUrl, startNodeProcess } from '../../test/support/processes/node-process.ts'
import { createTestDatabase } from '../../test/support/postgres/test-database.ts'
import { withOwnDatabaseConnection } from '../store/connection/one-connection.ts'

const { keep, run } = commandRig()
const master = { PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }

/** Runs a statement of SQL on a migrated test database, and then `purser` commands on the same database. */
async function runOn(change: string, commands: readonly string[][]) {
  const { connection, drop } = await createTestDatabase()
  try {
    await withOwnDatabaseConnection(connection, (client) => client.query(change))
    const env = { DATABASE_URL: databaseUrl(connection), ...master }
    const ended = []
    for (const words of commands) {
      const { code, stderr } = await run(words, env)
      ended.push({ words, code, lines: stderr.split('\n') })
    }
    return ended
  } finally {
    await drop()
  }
}

/** A command for each way in which commands open a database. */
const OPENING = [
  ['start'],
  ['migrate'],
  ['verify'],
  ['keys', 'list'],
  ['audit', 'export'],
  ['seed'],
  ['cluster', 'status'],
  ['cluster', 'distribute'],
]
const laterMigration = (compatibleSince: string) =>
  `insert into kysely_migration values ('0099_later', '', repeat('0', 64), ${compatibleSince})`

describe('a database of another version', () => {
  it('is refused by every command with exit code 2 and one line', async () => {
    for (const { words, code, lines } of await runOn(laterMigration('null'), OPENING)) {
      expect([words, code, lines]).toEqual([
        words,
        2,
        [
          expect.stringMatching(
            /^purser: The database was migrated by a newer version \(0099_later\), .*upgrading\.md\)\.$/,
          ),
        ],
      ])
    }
  })

  it('is refused where it was made by another text of a migration', async () => {
    const [ended] = await runOn(`update kysely_migration set hash = repeat('0', 64)`, [['migrate']])
    expect(ended).toMatchObject({
      code: 2,
      lines: [expect.stringMatching(/^purser: .*another text of the migration 0001_first/)],
    })
  })

  it('is refused where it is of before fingerprints and has other tables', async () => {
    const change = `alter table kysely_migration drop column hash;
      delete from kysely_migration where name <> '0001_first'; alter table access_events drop column passkey_id`
    const [ended] = await runOn(change, [['migrate']])
    expect(ended?.code).toBe(2)
    expect(ended?.lines).toEqual([expect.stringContaining('access_events.passkey_id is missing')])
  })

  it('is used where a newer migration is compatible with this version', async () => {
    const commands = [['migrate'], ['verify'], ['keys', 'list']]
    const ended = await runOn(laterMigration(`'0001_first'`), commands)
    expect(ended.map(({ code, lines }) => [code, lines])).toEqual([
      [0, ['']],
      [0, expect.anything()],
      [2, [expect.stringMatching(/^purser: There is no account yet/)]],
    ])
  })

  it('is served by nodes that start and restart on it, until an incompatible migration runs', async () => {
    const { connection, drop } = await createTestDatabase()
    const change = (text: string) => withOwnDatabaseConnection(connection, (client) => client.query(text))
    const start = async () => {
      const { process, baseUrl } = await startNodeProcess(connection)
      keep(process)
      return { process, status: async () => (await fetch(new URL('/readyz', baseUrl))).status }
    }
    try {
      const first = await start()
      await change(laterMigration(`'0001_first'`))
      expect(await first.status()).toBe(200)
      first.process.child.kill('SIGTERM')
      expect(await first.process.ended).toBe(0)
      const second = await start()
      expect(await second.status()).toBe(200)
      await change(`update kysely_migration set compatible_since = null where name = '0099_later'`)
      expect(await second.status()).toBe(503)
      second.process.child.kill('SIGTERM')
      await second.process.ended
    } finally {
      await drop()
    }
  })
})
