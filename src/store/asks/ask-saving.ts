import type { ApprovalAskChange } from '../../domain/asks/ask.ts'
import type { AuditedAct, ResourceChangesOfAct } from '../../domain/audit/audited-act.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import type { SqlQuery } from '../statements/query.ts'

/** How changes are saved of one kind of asks: intents, subscriptions, change requests or challenges. */
interface SavedAsks<Change> {
  /**
   * The act of the service as which the audit trail records that an intent, a subscription, a change request or a challenge expires, even
   * if the service noticed the expiry during somebody's request.
   */
  readonly expiry: AuditedAct
  readonly queries: (changes: readonly Change[]) => readonly SqlQuery[]
  readonly consequences: (
    change: Change,
    now: number,
  ) => { readonly audited: ResourceChangesOfAct; readonly events: readonly DomainEvent[] }
}

/** Makes the statements that save new and changed asks, with all consequences of the changes. `now`: Unix milliseconds. */
export function approvalAskSaveStatements<Change extends ApprovalAskChange<{ readonly customerId: string }>>(
  { expiry, queries, consequences }: SavedAsks<Change>,
  changes: readonly Change[],
  now: number,
): ResourceSaveStatements {
  const followed = changes.map((change) => ({ ...consequences(change, now), isByTime: change.isByTime }))
  return {
    customerIds: changes.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: expiry } : {}) })),
    queries: queries(changes),
    events: followed.flatMap(({ events }) => events),
  }
}

type SaveRows<State> = (asks: readonly State[]) => readonly SqlQuery[]

/**
 * Makes the statements for asks (such as change requests) that are rows of one table: a row is inserted with a new ask, and updated by each
 * later change.
 */
export const approvalAskRowQueries =
  <State>({ insert, update }: { readonly insert: SaveRows<State>; readonly update: SaveRows<State> }) =>
  (changes: readonly ApprovalAskChange<State>[]): SqlQuery[] => [
    ...insert(changes.filter(({ before }) => before === null).map(({ after }) => after)),
    ...update(changes.filter(({ before }) => before !== null).map(({ after }) => after)),
  ]
