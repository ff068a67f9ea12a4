import { closeServiceAfterFailedStart, closeServiceInReverse } from './closing.ts'
import { composePurserNode, type ComposeNodeOptions, type PurserNode } from './compose.ts'
import { OperatorError } from './operator-error.ts'
import { type FirstAdminKey, FirstAdminKeyMaker } from './administration/first-admin-key.ts'
import type { Logger } from './telemetry/logger.ts'
import { explainMasterKeyError, masterKeySource } from './master-keys.ts'
import type { DatabaseConnections } from './administration/open-store.ts'
import { openMigratedDatabase, openNodeDatabase } from './administration/served-database.ts'
import type { Settings } from './settings/options.ts'
import { connectionsOfEachProcess } from './settings/several-processes.ts'
import { StartupDatabaseWait } from './database-wait.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import type { NodeTestClock } from './clocks/test-clock.ts'

export interface RunningPurserService {
  readonly baseUrl: string
  /** The dependencies of the node's services, for work on its own database. */
  readonly deps: PurserNode['deps']
  /** The first admin key, where this start made one. Null otherwise. */
  readonly firstAdminKey: FirstAdminKey | null
  /** Tells load balancers that the node is about to stop. Until `stop` the node still serves requests. */
  drain(): void
  /** Finishes the requests in flight, then closes the database and stops the embedded PostgreSQL. */
  stop(): Promise<void>
}

/** Options of `startService` that `purser start` does not use. */
export interface StartServiceOptions {
  /** A test clock, instead of the clock of the settings. The first account and key get their times from it, too. */
  readonly testClock?: NodeTestClock
  /** Checks the migrated database before the node is made. Throws where the database must not be used. */
  readonly vet?: (store: DatabaseConnections) => Promise<void>
  /** A database that another process has opened and migrated, and closes. */
  readonly store?: DatabaseConnections
  /** Metrics to use instead of the metrics of this node alone. */
  readonly telemetry?: Telemetry
}

/**
 * Starts a node: opens the database, migrates it, makes the first key, and starts the service. Where the database does not answer at a
 * step, the start waits for it (see `StartupDatabaseWait`). The parts that were opened are closed again where a later step fails. Rejects with an
 * OperatorError where a setting or the machine is at fault.
 */
export async function startService(
  settings: Settings,
  logger: Logger,
  { testClock, vet, store: given, telemetry = createTelemetry() }: StartServiceOptions = {},
): Promise<RunningPurserService> {
  const databaseWait = new StartupDatabaseWait(settings)
  const store = given ?? (await openMigratedDatabase(settings, logger, databaseWait))
  const firstKey = new FirstAdminKeyMaker({ chosen: settings.adminApiKey, maxKeyDays: settings.maxKeyDays })
  try {
    if (vet !== undefined) await databaseWait.whileAway(() => vet(store))
    const { purser, firstAdminKey, stop } = await databaseWait.whileAway(() =>
      makeNode({ settings, logger, testClock, telemetry, store, firstKey }),
    )
    const baseUrl = await listen(purser, settings).catch((error: unknown) => closeServiceAfterFailedStart(stop, error))
    return {
      baseUrl,
      deps: purser.deps,
      firstAdminKey,
      drain: () => purser.drain(),
      stop: () => closeServiceInReverse([() => store.release(), stop]),
    }
  } catch (error) {
    return closeServiceAfterFailedStart(() => store.release(), error)
  }
}

type NewNode = Pick<ComposeNodeOptions, 'settings' | 'logger' | 'testClock' | 'telemetry'> & {
  readonly store: DatabaseConnections
  readonly firstKey: FirstAdminKeyMaker
}

/** Makes a node that does not listen yet, on a database that has an account. The node's `stop` closes the database, too. */
async function makeNode({ store, firstKey, ...node }: NewNode) {
  const { settings, logger, testClock } = node
  const database = await openNodeDatabase(store, {
    settings,
    logger,
    maxConnections: connectionsOfEachProcess(settings),
  })
  const opened = [() => database.close()]
  const stop = () => closeServiceInReverse(opened)
  try {
    const purser = await compose({ ...node, database })
    opened.push(() => purser.stop())
    const firstAdminKey = await firstKey.ensure(database, {
      clock: testClock ?? database.clock,
      vault: purser.deps.vault,
    })
    return { purser, firstAdminKey, stop }
  } catch (error) {
    return closeServiceAfterFailedStart(stop, error)
  }
}

async function compose(node: Omit<ComposeNodeOptions, 'masterKeys'>): Promise<PurserNode> {
  const masterKeys = await masterKeySource(node.settings)
  return composePurserNode({ ...node, masterKeys }).catch(explainMasterKeyError)
}

async function listen(purser: PurserNode, { host, port, metricsPort }: Settings): Promise<string> {
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
  /** The name of the setting that gives the port to listen on. */
  readonly name: string
  readonly host: string
  readonly port: number
}

const LISTEN_ERRORS: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ name, host, port }) =>
    `${name}=${port} is in use on ${host}. Choose another one, for instance ${name}=${port + 1}`,
  EACCES: ({ name, port }) =>
    `${name}=${port} may not be opened by this user. Choose one above 1023, for instance ${name}=8420`,
  EADDRNOTAVAIL: ({ host }) => `HOST=${host} is not an address of this machine. For instance HOST=127.0.0.1`,
  ENOTFOUND: ({ host }) => `HOST=${host} is not known. For instance HOST=127.0.0.1`,
}
