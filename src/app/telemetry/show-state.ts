import type { NodeDeps } from '../../services/request/context.ts'
import type { Database } from '../../store/connection/database.ts'
import { type StoredStateDeps, storedStateReader } from './stored-state.ts'
import type { Telemetry } from './telemetry.ts'

interface StateReaders extends Pick<StoredStateDeps, 'clock' | 'ownBucketScopes'>, Pick<NodeDeps, 'liveEvents'> {
  readonly dispatcher: { backlog: StoredStateDeps['backlog'] }
}

/** Lets the metrics read the state of a node and of its database each time that they are scraped. */
export function showState(
  { database, telemetry }: { readonly database: Database; readonly telemetry: Telemetry },
  { clock, ownBucketScopes, dispatcher, liveEvents }: StateReaders,
): void {
  telemetry.readsState({
    stored: storedStateReader({ database, clock, ownBucketScopes, backlog: () => dispatcher.backlog() }),
    pools: () => database.poolUses(),
    eventStreams: () => liveEvents.openCount(),
  })
}
