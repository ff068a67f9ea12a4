import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { TEST_API_KEY } from './start-node.ts'
import { PURSER_ENTRY_FILE } from './purser-bundle.ts'
import { join } from 'node:path'
import { baseUrlOf } from './base-url-of.ts'
import { startTestCommand, startTestScript, type TestProcess } from './test-process.ts'

export interface NodeProcess {
  readonly process: TestProcess
  readonly baseUrl: string
}

/** Starts a node as `purser start` makes it, in a process of its own that can be killed. `env` has settings beside the defaults. */
export const startNodeProcess = (
  connection: PostgresSocketConnection,
  env: Record<string, string> = {},
): Promise<NodeProcess> => startNodeWith({ ...servedBy(connection), ...env })

/** Starts a node of another checkout, which may be of another version, from its sources. */
export const startNodeOfCheckout = (checkout: string, connection: PostgresSocketConnection): Promise<NodeProcess> =>
  listening(
    startTestCommand(process.execPath, [join(checkout, 'src/cli/main.ts'), 'start'], {
      cwd: checkout,
      env: { ...DEFAULTS, ...servedBy(connection) },
    }),
  )

const servedBy = (connection: PostgresSocketConnection) => ({
  DATABASE_URL: databaseUrl(connection),
  PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
})

/** Starts a node with its own embedded PostgreSQL and key file. */
export const startEmbeddedNode = (dataDirectory: string, env: Record<string, string> = {}): Promise<NodeProcess> =>
  startNodeWith({ PURSER_DATA_DIR: dataDirectory, ...env })

const DEFAULTS = {
  PURSER_ADMIN_API_KEY: TEST_API_KEY,
  PURSER_RATE_LIMIT: 'off',
  PURSER_LOG_LEVEL: 'error',
  PURSER_DRAIN_SECONDS: '0',
  PORT: '0',
}

const startNodeWith = (env: Record<string, string>): Promise<NodeProcess> =>
  listening(startTestScript(PURSER_ENTRY_FILE, ['start'], { env: { ...DEFAULTS, ...env } }))

const listening = async (process: TestProcess): Promise<NodeProcess> => ({ process, baseUrl: await baseUrlOf(process) })

/** The URL of a connection, for another process of the test. */
export const databaseUrl = ({ host, port, user, database }: PostgresSocketConnection): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
