import { expect, inject } from 'vitest'
import { citusTestNeed, testsWithNeeds } from '../support/needs.ts'
import { examinePurser } from '../../src/app/diagnosis/examination.ts'
import { doctorFindings } from '../../src/app/diagnosis/findings.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { MINUTE_MS } from '../../src/lib/clock.ts'
import { readDatabaseServerState } from '../../src/store/connection/server-state.ts'
import { withOwnDatabaseConnection } from '../../src/store/connection/one-connection.ts'
import { databaseUrl } from '../support/processes/node-process.ts'
import { startPurser } from '../support/processes/start-purser.ts'

// PURSER_TEST_CITUS_URL leads to the coordinator of one: without, this is skipped.
testsWithNeeds(citusTestNeed).it('purser doctor reads all servers of a Citus', async () => {
  const [, worker] = inject('citus') ?? []
  if (worker === undefined) throw new Error('The Citus has no worker.')
  const service = await startPurser({ PURSER_ALLOW_PRIVATE_WEBHOOKS: 'false', PURSER_RATE_LIMIT: 'on' })
  const { connection, database } = service
  const onWorker = (text: string) =>
    withOwnDatabaseConnection({ ...worker, database: connection.database }, (client) => client.query(text))
  try {
    const settings = readSettings({
      DATABASE_URL: databaseUrl(connection),
      PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const store = { connection, migrations: connection, release: () => Promise.resolve() }
    const examined = await examinePurser(database, store, settings)
    expect(examined.unread).toEqual([])
    expect(doctorFindings(examined).map(({ code }) => code)).toEqual(['role_superuser'])

    await onWorker(`begin; create table left_behind (); prepare transaction 'left_behind'`)
    const { prepared } = await readDatabaseServerState(database, Date.now() + 10 * MINUTE_MS)
    const left = prepared.find(({ name }) => name === 'left_behind')
    expect(left?.ageMs).toBeGreaterThan(9 * MINUTE_MS)
  } finally {
    await onWorker(`rollback prepared 'left_behind'`)
    await service.stop()
  }
})
