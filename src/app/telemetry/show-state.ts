import type { NodeDeps } from '../../services/request/context.ts'
import type { Database } from '../../store/connection/database.ts'
import { type DatabaseStateDeps, databaseStateReader } from './stored-state.ts'
import type { Telemetry } from './telemetry.ts'

interface StateReaders extends Pick<DatabaseStateDeps, 'clock' | 'ownBucketScopes'>, Pick<NodeDeps, 'liveEvents'> {
  readonly dispatcher: { backlog: DatabaseStateDeps['backlog'] }
}

/** Lets the metrics read the state of a node and of its database each time that they are scraped. */
export function showNodeStateInMetrics(
  { database, telemetry }: { readonly database: Database; readonly telemetry: Telemetry },
  { clock, ownBucketScopes, dispatcher, liveEvents }: StateReaders,
): void {
  telemetry.readsState({
    stored: databaseStateReader({ database, clock, ownBucketScopes, backlog: () => dispatcher.backlog() }),
    pools: () => database.poolUses(),
    eventStreams: () => liveEvents.openCount(),
  })
}
