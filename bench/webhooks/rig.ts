import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/store/connection/database.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { Dispatcher } from '../../src/webhooks/dispatcher.ts'
import { dispatcherRig } from '../../test/support/dispatcher-rig.ts'
import { openTestVault } from '../../test/support/test-vault.ts'
import { startServerProcess } from '../support/child.ts'

export const BENCH_RECEIVER_COUNT = 10

export interface WebhookRig {
  readonly connection: DatabaseOptions['connection']
  readonly database: Database
  readonly receiver: BenchReceiver
  newDispatcher(): Dispatcher
  /** Makes ten accounts with one webhook each, on empty tables. The receiver of the first one may hang. */
  newAccounts(firstHangs?: boolean): Promise<DispatcherRig[]>
  close(): Promise<void>
}

export type DispatcherRig = ReturnType<typeof dispatcherRig>

/** Opens a PostgreSQL of its own with fsync on, and the receivers in another process. */
export async function openWebhookRig(): Promise<WebhookRig> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-bench-'))
  const server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: () => undefined })
  const connection = await createDatabase(server.connection, 'bench')
  await migrateDatabase(connection)
  const database = openDatabase({ connection, maxConnections: 10 }) // plans statements as a service does
  const vault: Vault = await openTestVault(database)
  const receiver = await startBenchReceiver()
  return {
    connection,
    database,
    receiver,
    newDispatcher: () =>
      new Dispatcher({
        database,
        vault,
        clock: systemClock,
        version: '0.0.0',
        allowPrivateWebhooks: true,
        onError: (error) => console.error(error),
      }),
    newAccounts: async (firstHangs = false) => {
      await database.pool.query('truncate webhooks, events, deliveries, delivery_attempts')
      const accounts = Array.from({ length: BENCH_RECEIVER_COUNT }, () =>
        dispatcherRig({ database, vault, clock: systemClock }),
      )
      for (const [i, account] of accounts.entries()) {
        await account.addWebhook(`${receiver.url}/${i === 0 && firstHangs ? 'hang' : i}`)
      }
      return accounts
    },
    close: async () => {
      await receiver.stop()
      await database.close()
      await server.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

export interface BenchReceiver {
  readonly url: string
  /** The number of arrivals at the receivers since they were last taken. */
  count(): Promise<number>
  /**
   * Takes the times at which the first bytes of each event arrived, by the id of what the event is about, in Unix milliseconds with
   * fractions.
   */
  takeArrivals(): Promise<Map<string, number>>
  stop(): Promise<void>
}

export async function startBenchReceiver(): Promise<BenchReceiver> {
  const { url, ask, stop } = await startServerProcess('bench/webhooks/receiver.ts', [])
  return {
    url,
    count: async () => (await ask<{ count: number }>('count')).count,
    takeArrivals: async () => new Map((await ask<{ arrivals: [string, number][] }>('arrivals')).arrivals),
    stop,
  }
}
