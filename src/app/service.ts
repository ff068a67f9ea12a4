import { systemClock } from '../lib/clock.ts'
import { openDatabase } from '../store/database.ts'
import { composePurser, type Parts, type Purser } from './compose.ts'
import { OperatorError } from './operator-error.ts'
import { ensureAdminKey, type FirstAdminKey } from './first-admin-key.ts'
import type { Logger } from './logger.ts'
import { explainKeyError, masterKeySource } from './master-keys.ts'
import { assertMigrated, migrateStore } from './migrate-store.ts'
import { openStore, type Store } from './open-store.ts'
import type { Settings } from './options.ts'
import { assertServable } from './read-settings.ts'
import { startWarnings } from './start-warnings.ts'
import { createTelemetry } from './telemetry.ts'
import type { TestClock } from './test-clock.ts'

export interface RunningService {
  readonly baseUrl: string
  /** For work on the node's own database. */
  readonly deps: Purser['deps']
  /** Where this start made the first admin key. */
  readonly firstAdminKey: FirstAdminKey | null
  /** Finishes what is in flight, then closes the database and stops the embedded PostgreSQL. */
  stop(): Promise<void>
}

/** What is otherwise than where a node starts to serve. */
export interface Beginning {
  /** Instead of the clock of the settings. The first account and key are made by it, too. */
  readonly testClock?: TestClock
  /** Looks at the migrated database before there is anything of a node. Throws where it must not be used. */
  readonly vet?: (store: Store) => Promise<void>
}

/** Starts a node: database, migrations, first key, service. What was opened is closed again where a later step fails. */
export async function startService(
  settings: Settings,
  logger: Logger,
  { testClock, vet }: Beginning = {},
): Promise<RunningService> {
  assertServable(settings)
  for (const warning of startWarnings(settings)) logger.warn(warning)
  const store = await openStore(settings, logger)
  const opened: (() => Promise<void>)[] = [() => store.release()]
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    await migrateStore(store)
    await vet?.(store)
    const database = openDatabase({ connection: store.connection, maxConnections: settings.databaseConnections })
    opened.push(() => database.close())
    await assertMigrated(database)
    const purser = await compose({ settings, database, logger, testClock })
    const firstAdminKey = await ensureAdminKey(database, {
      clock: testClock ?? systemClock,
      vault: purser.deps.vault,
      maxKeyDays: settings.maxKeyDays,
      chosen: settings.adminApiKey,
    })
    opened.push(() => purser.stop())
    const baseUrl = await listen(purser, settings)
    return { baseUrl, deps: purser.deps, firstAdminKey, stop: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function compose(parts: Omit<Parts, 'masterKeys' | 'telemetry'>): Promise<Purser> {
  const masterKeys = await masterKeySource(parts.settings)
  return composePurser({ ...parts, masterKeys, telemetry: createTelemetry() }).catch(explainKeyError)
}

async function listen(purser: Purser, { host, port, metricsPort }: Settings): Promise<string> {
  try {
    return await purser.start()
  } catch (error) {
    const { code = '', port: failed } = error as NodeJS.ErrnoException & { port?: number }
    const explanation = LISTEN_ERRORS[code]
    if (explanation === undefined) throw error
    const isMetrics = metricsPort !== null && failed === metricsPort
    throw new OperatorError(
      explanation(
        isMetrics
          ? { name: 'PURSER_METRICS_PORT', host: '127.0.0.1', port: metricsPort }
          : { name: 'PORT', host, port },
      ),
    )
  }
}

interface Address {
  /** Of the setting. */
  readonly name: string
  readonly host: string
  readonly port: number
}

const LISTEN_ERRORS: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ name, host, port }) =>
    `${name}=${port} is in use on ${host}. Choose another one, for instance ${name}=${port + 1}`,
  EACCES: ({ name, port }) =>
    `${name}=${port} may not be opened by this user. Choose one above 1023, for instance ${name}=8420`,
  EADDRNOTAVAIL: ({ host }) => `HOST=${host} is no address of this machine. For instance HOST=127.0.0.1`,
  ENOTFOUND: ({ host }) => `HOST=${host} is not known. For instance HOST=127.0.0.1`,
}
