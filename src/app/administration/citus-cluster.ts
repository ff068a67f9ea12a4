import {
  distributeTables,
  type TableDistributionPlan,
  planTableDistribution,
} from '../../store/distribution/distribute.ts'
import { type ClusterStatus, readClusterStatus } from '../../store/distribution/status.ts'
import { purserConnections } from '../../store/connection/server-check.ts'
import type { Logger } from '../telemetry/logger.ts'
import { migrateServiceDatabase, pendingMigrationNames } from './migrate-store.ts'
import { openDatabaseForService, type DatabaseConnections } from './open-store.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import { StartupDatabaseWait } from '../database-wait.ts'

export interface CitusClusterPlan extends TableDistributionPlan {
  /** The migrations that run before the tables are distributed. The plan does not know the tables that these migrations will make. */
  readonly pending: readonly string[]
}

export interface DistributeDatabaseOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** False: the tables are not distributed; only the plan of the distribution is returned. */
  readonly isApplied: boolean
  readonly shards: number
  readonly onTable: (done: number, all: number) => void
}

/**
 * Plans how Citus distributes the tables of the settings' database over servers. Carries the plan out where `isApplied` is set and no
 * obstacle is found.
 */
export const distributeDatabase = ({
  settings,
  logger,
  isApplied,
  shards,
  onTable,
}: DistributeDatabaseOptions): Promise<CitusClusterPlan> =>
  withServedStore(settings, logger, async (store) => {
    const [plan, pending] = [await planTableDistribution(store.migrations), await pendingMigrationNames(store)]
    const obstacles = [...plan.obstacles, ...(await busyNodes(store))]
    if (!isApplied || obstacles.length > 0) return { ...plan, pending, obstacles }
    await migrateServiceDatabase(store)
    return { ...(await distributeTables(store.migrations, { shards, onTable })), pending }
  })

/** The state of the Citus cluster. Null where the tables of the database are not distributed. */
export const citusClusterStatus = (settings: Settings, logger: Logger): Promise<ClusterStatus | null> =>
  withServedStore(settings, logger, async (store) => {
    await pendingMigrationNames(store) // reading the migrations refuses a database of another version
    return readClusterStatus(store.migrations)
  })

async function withServedStore<T>(
  settings: Settings,
  logger: Logger,
  work: (store: DatabaseConnections) => Promise<T>,
): Promise<T> {
  if (settings.databaseUrl === null) {
    throw new OperatorError(
      'The embedded PostgreSQL is a single server and cannot be distributed. Name the coordinator of a Citus cluster: ' +
        'DATABASE_URL=postgres://purser@coordinator.internal:5432/purser',
    )
  }
  const store = await openDatabaseForService(settings, logger, new StartupDatabaseWait(settings))
  try {
    return await work(store)
  } finally {
    await store.release()
  }
}

/**
 * The reason not to distribute the tables while nodes run; empty where no node runs. Each table is locked while its rows are moved, and a
 * node would read some tables in the old place and others in the new place.
 */
async function busyNodes({ connection }: DatabaseConnections): Promise<string[]> {
  const connections = await purserConnections(connection)
  return connections === 0 ? [] : [`Nodes use this database (${connections} connections). Stop them first.`]
}
