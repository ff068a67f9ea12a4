import type { Act, ResourceChange } from '../../domain/audit/record.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import type { Query } from '../journal/transaction.ts'

/** What saves changes of one kind of resource, and what is told of them. Nothing is sent yet. */
export interface Saving {
  /** Whose resources they are. */
  readonly customerIds: readonly string[]
  readonly audited: readonly Audited[]
  readonly queries: readonly Query[]
  readonly events: readonly DomainEvent[]
}

/** What the audit trail keeps of a change. `act`: where it is not the caller's. */
export interface Audited extends ResourceChange {
  readonly act?: Act
}
