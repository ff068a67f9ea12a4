import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { testsWithNeeds, singlePostgres } from '../support/needs.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { postgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { postgresDirectoriesIn } from '../../src/app/postgres/directories.ts'
import { readPostgresLockFile } from '../../src/app/postgres/lock-file.ts'
import { assertPresent } from '../../src/lib/assert.ts'
import { createDatabase, dropDatabase } from '../../src/store/connection/create-database.ts'
import { type Database, openDatabase } from '../../src/store/connection/database.ts'
import { readNodeMetrics } from '../support/metrics-of.ts'
import { commandRig } from '../support/records/command-rig.ts'
import { databaseUrl, startEmbeddedNode, startNodeProcess } from '../support/processes/node-process.ts'
import { killProcessTree } from '../support/processes/process-tree.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { openTill, type Till } from './till.ts'

/** The moment of the last backup, as a node tells it. Unix seconds. */
async function lastBackup(baseUrl: string): Promise<number> {
  const [, value] = /^purser_backup_last_success_timestamp_seconds (\S+)$/m.exec(await readNodeMetrics(baseUrl)) ?? []
  return Number(value)
}

/** The purchases that were answered until now, by their reference: the id of the transaction. */
const answeredAt = ({ sales }: Till): Map<string, string> =>
  new Map([...sales].flatMap(([reference, { answers }]) => [...answers].map((id) => [reference, id] as const)))

async function storedIn({ pool }: Database): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ reference: string; id: string }>(
    'select network_reference as reference, id from transactions where network_reference is not null',
  )
  return new Map(rows.map(({ reference, id }) => [reference, id]))
}

const missingFrom = (stored: Map<string, string>, answered: Map<string, string>): string[] =>
  [...answered].filter(([reference, id]) => stored.get(reference) !== id).map(([reference]) => reference)

async function embeddedDatabase(dataDirectory: string): Promise<Database> {
  const { socket } = assertPresent(await readPostgresLockFile(postgresDirectoriesIn(dataDirectory).cluster), 'it runs')
  return openDatabase({
    connection: postgresSocketConnection(assertPresent(socket, 'it listens'), 'purser'),
    maxConnections: 2,
  })
}

// The drill of docs/guides/backups.md.
testsWithNeeds(singlePostgres).describe('a backup that was made under load', () => {
  const rig = commandRig()

  it('brings back what was answered before it, after everything is lost: elsewhere, and on a served database', async () => {
    const [home, safe, elsewhere] = ['home', 'safe', 'elsewhere'].map((name) => join(rig.folder, name)) as [
      string,
      string,
      string,
    ]
    for (const folder of [home, safe, elsewhere]) mkdirSync(folder, { mode: 0o755 })
    const command = async (words: string[], env: Record<string, string>) => {
      const { code, stdout } = await rig.run([...words, '--json'], env)
      expect(code).toBe(0)
      return JSON.parse(stdout.join('\n')) as Record<string, unknown>
    }

    const node = await startEmbeddedNode(home)
    rig.keep(node.process)
    let baseUrl = node.baseUrl
    const purser = new Purser({ baseUrl, apiKey: TEST_API_KEY })
    const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
    const { id: cardId } = await purser.cards.create({ customerId })
    const number = await purser.cards.details(cardId, { purpose: 'The drill' })
    const till = await openTill(purser, { clients: 8, captures: true, baseUrls: () => [baseUrl] })
    await till.sold(300)
    const answered = answeredAt(till)
    const begun = Date.now()
    expect(await lastBackup(baseUrl)).toBe(0)
    const created = await command(['backup', 'create', safe], { PURSER_DATA_DIR: home })
    const during = answeredAt(till).size - answered.size
    expect(during).toBeGreaterThan(0)
    await till.sold(50)

    const backup = join(safe, 'moved.backup')
    renameSync(created['file'] as string, backup)
    const key = join(safe, 'master.key')
    copyFileSync(join(home, 'master.key'), key)
    // What the metrics show of the database is read again after five seconds.
    const shown = expect.poll(() => lastBackup(baseUrl))
    await shown.toBeGreaterThanOrEqual(Math.floor(begun / 1000))
    killProcessTree(assertPresent(node.process.child.pid, 'it runs'))
    await node.process.ended
    rmSync(home, { recursive: true })

    const there = { PURSER_DATA_DIR: elsewhere, PURSER_MASTER_KEY_FILE: key }
    expect(await command(['backup', 'check', backup], there)).toMatchObject({ masterKey: 'opens' })
    expect(await command(['backup', 'restore', backup], there)).toMatchObject({ rows: created['rows'] })
    const verified = await command(['verify'], there)
    expect(verified).toMatchObject({ differences: 0 })
    expect(verified['entries']).toBeGreaterThanOrEqual(answered.size)

    const second = await startEmbeddedNode(elsewhere, { PURSER_MASTER_KEY_FILE: key })
    rig.keep(second.process)
    baseUrl = second.baseUrl
    const restored = await embeddedDatabase(elsewhere)
    const stored = await storedIn(restored)
    await restored.close()
    expect(missingFrom(stored, answered)).toEqual([])
    const again = await new Purser({ baseUrl, apiKey: TEST_API_KEY }).cards.details(cardId, { purpose: 'The drill' })
    expect(again).toMatchObject({ pan: number.pan, cvv: number.cvv })

    // The clients have gone on asking. Now they are answered again, except about purchases that were made after the backup.
    await till.sold(50)
    const { problems } = await till.close()
    expect(problems.filter((problem) => !problem.includes('/settle: 404'))).toEqual([])
    second.process.child.kill('SIGTERM')
    await second.process.ended

    const name = `test_${randomBytes(8).toString('hex')}`
    const served = await createDatabase(inject('postgres'), name)
    const onServer = { DATABASE_URL: databaseUrl(served), PURSER_MASTER_KEY_FILE: key }
    await command(['backup', 'create', join(safe, 'move.backup')], there)
    await command(['backup', 'restore', join(safe, 'move.backup')], onServer)
    expect(await command(['verify'], onServer)).toMatchObject({ differences: 0 })
    const third = await startNodeProcess(served, { PURSER_MASTER_KEY: '', PURSER_MASTER_KEY_FILE: key })
    rig.keep(third.process)
    const shop = new Purser({ baseUrl: third.baseUrl, apiKey: TEST_API_KEY })
    expect(await shop.network.authorize({ cardId, amount: 100 })).toMatchObject({ decision: 'approve' })
    const database = openDatabase({ connection: served, maxConnections: 2 })
    expect(missingFrom(await storedIn(database), answered)).toEqual([])
    await database.close()
    third.process.child.kill('SIGTERM')
    await third.process.ended
    await dropDatabase(inject('postgres'), name)
  })
})
