import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createDatabase, dropDatabase } from '../../src/store/connection/create-database.ts'
import { withOwnDatabaseConnection } from '../../src/store/connection/one-connection.ts'
import { baseUrlOf } from '../support/processes/base-url-of.ts'
import { databaseUrl } from '../support/processes/node-process.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { PURSER_ENTRY_FILE } from '../support/processes/purser-bundle.ts'
import { startTestScript, type TestProcess } from '../support/processes/test-process.ts'

/** Starts on an empty database that is away at some moment of the start: docs/guides/operating.md promises ten seconds of patience. */
let name: string
let proxy: PostgresProxy
let started: TestProcess[]
beforeEach(async () => {
  name = `test_start_${randomBytes(6).toString('hex')}`
  proxy = await openPostgresProxy(await createDatabase(inject('postgres'), name))
  started = []
  return async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await proxy.close()
    await dropDatabase(inject('postgres'), name)
  }
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') for (const { stderr } of started) console.error(stderr.join('\n'))
})

const purser = (...words: string[]): TestProcess => purserOn(databaseUrl(proxy.connection), ...words)

function purserOn(url: string, ...words: string[]): TestProcess {
  const env = {
    DATABASE_URL: url,
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PURSER_LOG_LEVEL: 'error',
    PORT: '0',
  }
  const process = startTestScript(PURSER_ENTRY_FILE, words, { env })
  started.push(process)
  return process
}

/** The key that the start prints is one of the database, the only one. */
async function servesItsFirstKey(process: TestProcess): Promise<void> {
  const baseUrl = await baseUrlOf(process)
  const secret = (await process.line((text) => text.startsWith('  sk_'))).trim()
  const reply = await fetch(`${baseUrl}/api-keys`, { headers: { authorization: `Bearer ${secret}` } })
  expect(reply.status).toBe(200)
  expect(((await reply.json()) as { data: unknown[] }).data).toHaveLength(1)
  expect(process.stderr).toEqual([])
}

describe('a database that is cut off in the middle of a start', () => {
  it.each([
    { connection: 1, answer: 1, refusals: 3 },
    { connection: 2, answer: 5, refusals: 3 },
    { connection: 4, answer: 1, refusals: 3 },
    { connection: 5, answer: 3, refusals: 0 },
  ])('is waited for: $connection connections, $answer answers of the last, $refusals refused', async (moment) => {
    let isCut = false
    void proxy.cutAt(moment).then(() => (isCut = true))
    await servesItsFirstKey(purser('start'))
    expect(isCut).toBe(true)
  })

  it('is waited for by purser migrate', async () => {
    void proxy.cutAt({ connection: 2, answer: 5, refusals: 2 })
    const { ended, stdout, stderr } = purser('migrate')
    expect([await ended, stderr]).toEqual([0, []])
    expect(stdout[0]).toMatch(/^Migrated: 0001_first/)
  })

  it('has stored the first key: it is printed though its commit was not heard of', async () => {
    const committed = proxy.silentAfterCommitOf('insert into "api_keys"')
    const process = purser('start')
    await committed
    await servesItsFirstKey(process)
  })
})

describe('a database that is away when a start begins', () => {
  it('is waited for', async () => {
    proxy.refuse(5)
    await servesItsFirstKey(purser('start'))
  })

  it('is given up after ten seconds, in one line', async () => {
    proxy.cut()
    const nowhere = 'postgres://purser:hunter2@127.0.0.1:1/purser'
    for (const { ended, stderr } of [
      purser('start'),
      purser('migrate'),
      purser('verify'),
      purserOn(nowhere, 'start'),
    ]) {
      expect([await ended, stderr]).toEqual([
        2,
        [
          expect.stringMatching(
            /^purser: DATABASE_URL: the database does not answer \(.+\)\. Purser waited for it for 10 s\.$/,
          ),
        ],
      ])
      expect(stderr.join('\n')).not.toContain('hunter2')
    }
  })

  it('is given up where it takes no writes', async () => {
    await withOwnDatabaseConnection(proxy.connection, (client) =>
      client.query(`alter database ${name} set default_transaction_read_only = on`),
    )
    const { ended, stderr } = purser('start')
    expect([await ended, stderr]).toEqual([
      2,
      [expect.stringMatching(/^purser: DATABASE_URL: the database takes no writes \(cannot execute CREATE TABLE/)],
    ])
  })
})
