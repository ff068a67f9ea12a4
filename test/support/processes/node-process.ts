import type { SocketConnection } from '../../../src/app/postgres/connection.ts'
import { API_KEY } from './start-node.ts'
import { PURSER } from './purser-bundle.ts'
import { startProcess, type TestProcess } from './test-process.ts'

export interface NodeProcess {
  readonly process: TestProcess
  readonly baseUrl: string
}

const LISTENS = 'Purser listens on '

/** Starts a node as `purser start` makes it, in a process of its own that can be killed. `env` has settings beside the defaults. */
export async function startNodeProcess(connection: SocketConnection, env: Record<string, string> = {}) {
  return startNodeWith({
    DATABASE_URL: databaseUrl(connection),
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...env,
  })
}

/** Starts a node with its own embedded PostgreSQL and key file. */
export const startEmbeddedNode = (dataDirectory: string, env: Record<string, string> = {}): Promise<NodeProcess> =>
  startNodeWith({ PURSER_DATA_DIR: dataDirectory, ...env })

async function startNodeWith(env: Record<string, string>): Promise<NodeProcess> {
  const process = startProcess(PURSER, ['start'], {
    env: {
      PURSER_ADMIN_API_KEY: API_KEY,
      PURSER_RATE_LIMIT: 'off',
      PURSER_LOG_LEVEL: 'error',
      PURSER_DRAIN_SECONDS: '0',
      PORT: '0',
      ...env,
    },
  })
  const line = await process.line((text) => text.startsWith(LISTENS))
  return { process, baseUrl: line.slice(LISTENS.length) }
}

/** The URL of a connection, for another process of the test. */
export const databaseUrl = ({ host, port, user, database }: SocketConnection): string =>
  `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
