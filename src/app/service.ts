import { openDatabase } from '../store/connection/database.ts'
import { assertClocksAgree, machineClockOf } from './clocks/clocks.ts'
import { composePurser, type NodeSettings, type Purser } from './compose.ts'
import { OperatorError } from './operator-error.ts'
import { type FirstAdminKey, FirstKey } from './administration/first-admin-key.ts'
import { limitServiceRole } from './administration/limit-service.ts'
import type { Logger } from './telemetry/logger.ts'
import { explainKeyError, masterKeySource } from './master-keys.ts'
import { assertMigrated, migrateStore } from './administration/migrate-store.ts'
import { openStore, type Store } from './administration/open-store.ts'
import type { Settings } from './settings/options.ts'
import { Patience } from './patience.ts'
import { assertServable } from './settings/read-settings.ts'
import { startWarnings } from './settings/start-warnings.ts'
import { createTelemetry } from './telemetry/telemetry.ts'
import type { TestClock } from './clocks/test-clock.ts'

export interface RunningService {
  readonly baseUrl: string
  /** For work on the node's own database. */
  readonly deps: Purser['deps']
  /** Where this start made the first admin key. */
  readonly firstAdminKey: FirstAdminKey | null
  /** Serves on until `stop`, but tells load balancers that it goes. */
  drain(): void
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

/**
 * Starts a node: database, migrations, first key, service. A database that is away at any moment of it is waited for. What was opened is
 * closed again where a later step fails.
 */
export async function startService(
  settings: Settings,
  logger: Logger,
  { testClock, vet }: Beginning = {},
): Promise<RunningService> {
  assertServable(settings)
  for (const warning of startWarnings(settings)) logger.warn(warning)
  const patience = new Patience(settings)
  const store = await openStore(settings, logger, patience)
  const firstKey = new FirstKey({ chosen: settings.adminApiKey, maxKeyDays: settings.maxKeyDays })
  try {
    await patience.whileAway(() => migrateStore(store))
    if (vet !== undefined) await patience.whileAway(() => vet(store))
    const { purser, firstAdminKey, stop } = await patience.whileAway(() =>
      makeNode({ settings, logger, testClock, store, firstKey }),
    )
    const baseUrl = await listen(purser, settings).catch((error: unknown) => closeAfter(stop, error))
    return {
      baseUrl,
      deps: purser.deps,
      firstAdminKey,
      drain: () => purser.drain(),
      stop: () => closeAll([() => store.release(), stop]),
    }
  } catch (error) {
    return closeAfter(() => store.release(), error)
  }
}

type NewNode = Pick<NodeSettings, 'settings' | 'logger' | 'testClock'> & {
  readonly store: Store
  readonly firstKey: FirstKey
}

/** A node that does not listen yet, on a database that has an account. `stop` closes the database as well. */
async function makeNode({ store, firstKey, ...node }: NewNode) {
  const { settings, testClock } = node
  const database = openDatabase({
    connection: store.connection,
    maxConnections: settings.databaseConnections,
    clock: machineClockOf(settings),
  })
  const opened = [() => database.close()]
  const stop = () => closeAll(opened)
  try {
    await assertMigrated(database)
    await limitServiceRole(store, settings, node.logger)
    await assertClocksAgree(database)
    const purser = await compose({ ...node, database })
    opened.push(() => purser.stop())
    const firstAdminKey = await firstKey.ensure(database, {
      clock: testClock ?? database.clock,
      vault: purser.deps.vault,
    })
    return { purser, firstAdminKey, stop }
  } catch (error) {
    return closeAfter(stop, error)
  }
}

/** Closes the last one first, and all of them, whatever becomes of the others. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closers.toReversed()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Throws what has failed, and not what closing after it says. */
async function closeAfter(close: () => Promise<void>, error: unknown): Promise<never> {
  await close().catch(() => undefined)
  throw error
}

async function compose(node: Omit<NodeSettings, 'masterKeys' | 'telemetry'>): Promise<Purser> {
  const masterKeys = await masterKeySource(node.settings)
  return composePurser({ ...node, masterKeys, telemetry: createTelemetry() }).catch(explainKeyError)
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
