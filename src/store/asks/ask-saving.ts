import type { AskChange } from '../../domain/asks/ask.ts'
import type { AuditedAct, ResourceChange } from '../../domain/audit/audited-act.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import type { SaveStatements } from '../changes/saving.ts'
import type { SqlQuery } from '../statements/query.ts'

/** A kind of asks that are saved as rows of one table. */
interface SavedAsks<State> {
  /**
   * The audit trail records the expiry of an ask as this act of the service, even if the service noticed the expiry during somebody's request.
   */
  readonly expiry: AuditedAct
  readonly insert: (asks: readonly State[]) => readonly SqlQuery[]
  readonly update: (asks: readonly State[]) => readonly SqlQuery[]
  readonly consequences: (
    change: AskChange<State>,
    now: number,
  ) => { readonly audited: ResourceChange; readonly events: readonly DomainEvent[] }
}

/** Makes the statements that save new and changed asks, with all consequences of the changes. `now`: Unix milliseconds. */
export function askSaveStatements<State extends { readonly customerId: string }>(
  { expiry, insert, update, consequences }: SavedAsks<State>,
  changes: readonly AskChange<State>[],
  now: number,
): SaveStatements {
  const followed = changes.map((change) => ({ ...change, ...consequences(change, now) }))
  const isNew = ({ before }: AskChange<State>) => before === null
  return {
    customerIds: followed.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: expiry } : {}) })),
    queries: [
      ...insert(followed.filter(isNew).map(({ after }) => after)),
      ...update(followed.filter((change) => !isNew(change)).map(({ after }) => after)),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}
