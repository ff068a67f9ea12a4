import { isoTimestamp } from '../../lib/clock.ts'
import { changeRequestChange } from './audited.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import type { DomainEvent } from '../events/events.ts'
import { changeRequestLifecycle } from '../lifecycles/change-request.ts'
import type { UnsavedChangeRequestChange, ChangeRequestState } from './change-request.ts'

/** The consequences of a change of a change request, which have to be saved and sent. */
export interface ChangeRequestConsequences {
  readonly audited: ResourceChangesOfAct
  readonly events: readonly DomainEvent[]
}

/** Computes the consequences of a change of a change request. `now`: Unix milliseconds. */
export const changeRequestConsequences = (
  { before, after }: UnsavedChangeRequestChange,
  now: number,
): ChangeRequestConsequences => ({
  audited: changeRequestChange(before, after),
  events: [
    {
      type: changeRequestLifecycle[after.status].event,
      data: { changeRequestId: after.id, ...changeRequestDetails(after) },
      accountId: after.accountId,
      customerId: after.customerId,
      at: before === null ? after.createdAt : (after.decidedAt ?? now),
    },
  ],
})

/** The fields of a change request that are both in answers and in events. */
export const changeRequestDetails = (request: ChangeRequestState) => ({
  level: request.cardId === null ? ('agent' as const) : ('card' as const),
  customerId: request.customerId,
  agentId: request.agentId,
  cardId: request.cardId,
  status: request.status,
  wanted: request.wanted,
  ...(request.once === null ? {} : { once: request.once, ...(request.purchase && { purchase: request.purchase }) }),
  why: request.why,
  ...(request.transactionId === null ? {} : { transactionId: request.transactionId }),
  ...(request.decidedBy === null ? {} : { decidedBy: request.decidedBy }),
  ...(request.note === null ? {} : { note: request.note }),
  expiresAt: isoTimestamp(request.expiresAt),
})
