import type { AuditedAct, ResourceChangesOfAct } from '../../domain/audit/audited-act.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import type { SqlQuery } from '../statements/query.ts'

/** The statements that save changes of one kind of resource, with their audit entries and events. `saveAuditedChanges` sends them. */
export interface ResourceSaveStatements {
  /** The ids of the customers that own the changed resources. */
  readonly customerIds: readonly string[]
  readonly audited: readonly AuditedResourceChange[]
  readonly queries: readonly SqlQuery[]
  readonly events: readonly DomainEvent[]
}

/**
 * A change as the audit trail records it. `act` says who made the change and by which operation, if that is not the caller of the request.
 */
export interface AuditedResourceChange extends ResourceChangesOfAct {
  readonly act?: AuditedAct
}
