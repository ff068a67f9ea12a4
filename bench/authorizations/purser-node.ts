import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { composePurserNode } from '../../src/app/compose.ts'
import { ensureFirstAdminKey } from '../../src/app/administration/first-admin-key.ts'
import { createLogger } from '../../src/app/telemetry/logger.ts'
import { masterKeySource } from '../../src/app/master-keys.ts'
import { openDatabaseForService } from '../../src/app/administration/open-store.ts'
import { StartupDatabaseWait } from '../../src/app/database-wait.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { connectionsOfEachProcess } from '../../src/app/settings/several-processes.ts'
import { createTelemetry } from '../../src/app/telemetry/telemetry.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openDatabase } from '../../src/store/connection/database.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'

/** Runs a whole Purser on an embedded PostgreSQL of its own, with fsync on, in a folder that is deleted when the process ends. */
const { values } = parseArgs({
  options: {
    'api-key': { type: 'string' },
    'max-batch': { type: 'string' },
    'max-in-flight': { type: 'string' },
  },
})
const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-bench-'))
const settings = readSettings({
  ...process.env,
  PORT: '0',
  PURSER_DATA_DIR: dataDirectory,
  PURSER_RATE_LIMIT: 'off',
  PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
})
const logger = createLogger('warn')
const store = await openDatabaseForService(settings, logger, new StartupDatabaseWait(settings))
await migrateDatabase(store.connection)
const database = openDatabase({ connection: store.connection, maxConnections: connectionsOfEachProcess(settings) })
const purser = await composePurserNode({
  settings,
  database,
  masterKeys: await masterKeySource(settings),
  logger,
  telemetry: createTelemetry(),
  engine: {
    ...(values['max-batch'] === undefined ? {} : { maxBatch: Number(values['max-batch']) }),
    ...(values['max-in-flight'] === undefined ? {} : { maxInFlight: Number(values['max-in-flight']) }),
  },
})
await ensureFirstAdminKey(database, {
  clock: systemClock,
  vault: purser.deps.vault,
  maxKeyDays: null,
  chosen: values['api-key'] ?? null,
})
const url = (await purser.start()).replace(/\/v1$/, '')
process.send?.({ url })

process.on('disconnect', () => {
  void purser
    .stop()
    .then(() => database.close())
    .then(() => store.release())
    .then(() => rm(dataDirectory, { recursive: true, force: true }))
    .then(() => process.exit(0))
})
