import { afterAll, beforeAll, expect, it } from 'vitest'
import { OperatorError } from '../../src/app/operator-error.ts'
import { startService } from '../../src/app/service.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { createLogger } from '../../src/app/telemetry/logger.ts'
import { answerStepDeadlinesMs } from '../../src/lib/traffic/deadlines.ts'
import { openDatabase } from '../../src/store/connection/database.ts'
import { Purser } from '../../clients/typescript/src/client.ts'
import { testsWithNeeds } from '../support/needs.ts'
import { PGBOUNCER_PATH, type ConnectionPooler, startConnectionPooler } from '../support/postgres/pooler.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

const API_KEY = `sk_${'test'.repeat(10)}`
const PURCHASES = 200

const pgbouncer = { tested: 'poolers', takes: 'pgbouncer', isMet: PGBOUNCER_PATH !== undefined }

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const startBehind = ({ url }: ConnectionPooler) =>
  startService(
    readSettings({
      PORT: '0',
      DATABASE_URL: url,
      PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      PURSER_ADMIN_API_KEY: API_KEY,
      PURSER_RATE_LIMIT: 'off',
    }),
    createLogger('silent'),
  )

async function behind(
  mode: 'session' | 'transaction',
  work: (pooler: ConnectionPooler) => Promise<void>,
): Promise<void> {
  const pooler = await startConnectionPooler(PGBOUNCER_PATH ?? '', test.connection, mode)
  try {
    await work(pooler)
  } finally {
    await pooler.stop()
  }
}

testsWithNeeds(pgbouncer).describe('behind pgbouncer as Debian ships it', () => {
  it('in session mode, the service starts and decides', () =>
    behind('session', async (pooler) => {
      const service = await startBehind(pooler)
      try {
        const purser = new Purser({ baseUrl: service.baseUrl, apiKey: API_KEY })
        const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
        const { id: cardId } = await purser.cards.create({ customerId })
        const merchant = { name: 'GitHub', mcc: '5734' }
        const made = await Promise.all(
          Array.from({ length: PURCHASES }, () => purser.network.authorize({ cardId, amount: 1, merchant })),
        )
        expect(made.filter(({ decision }) => decision === 'approve')).toHaveLength(PURCHASES)
      } finally {
        await service.stop()
      }
    }))

  it('in session mode, every connection has its deadlines and the settings of the planner', () =>
    behind('session', async ({ url }) => {
      for (const attempt of ['on a new session', 'on a session that another connection has had']) {
        const database = openDatabase({ connection: url, maxConnections: 2 })
        const { rows } = await database.pool.query(
          `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'enable_seqscan', 'plan_cache_mode') order by name`,
        )
        await database.close()
        expect(rows, attempt).toEqual([
          { name: 'enable_seqscan', setting: 'off' },
          { name: 'lock_timeout', setting: String(answerStepDeadlinesMs.lock) },
          { name: 'plan_cache_mode', setting: 'force_generic_plan' },
          { name: 'statement_timeout', setting: String(answerStepDeadlinesMs.statement) },
        ])
      }
    }))

  it('in transaction mode, the service does not start, and says which mode it needs', () =>
    behind('transaction', async (pooler) => {
      const refused = await startBehind(pooler).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(OperatorError)
      expect((refused as OperatorError).message).toMatch(/^DATABASE_URL: A pooler lends .* pool_mode = session/)
    }))
})
