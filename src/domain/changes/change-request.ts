import type {
  ChangeRequestStatus,
  CreateChangeRequestBody,
  WantedChange,
} from '../../contract/resources/change-requests.ts'
import type { FieldChange } from '../audit/record.ts'
import { changeRequestLife } from '../lifecycles/change-request.ts'
import { canBecome } from '../lifecycles/moves.ts'

/** A request to change a card or an agent. Times are Unix milliseconds. */
export interface ChangeRequestState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  /** The card that a change request is to change. Null: it is to change the agent itself. */
  readonly cardId: string | null
  readonly status: ChangeRequestStatus
  readonly wanted: WantedChange
  /**
   * A text that identifies the wanted change and its card or agent. By this text the service recognizes that a change is requested again.
   */
  readonly fingerprint: string
  readonly why: string
  readonly transactionId: string | null
  readonly purchase: NonNullable<CreateChangeRequestBody['purchase']> | null
  /** The fields that were changed when the change request was approved. */
  readonly changes: readonly FieldChange[]
  readonly requestedBy: string
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
  readonly expiresAt: number
  readonly createdAt: number
}

/** A change request before and after a change that is not saved yet. `changeRequestConsequences` gives its audit entry and events. */
export interface ChangeRequestChange {
  /** The change request before the change. Null: the change request is new. */
  readonly before: ChangeRequestState | null
  readonly after: ChangeRequestState
  /**
   * Whether the change was made because the change request's time is over. Its audit entry then names the expiry, not the caller of that
   * moment.
   */
  readonly isByTime: boolean
}

export const newChangeRequest = (after: ChangeRequestState): ChangeRequestChange => ({
  before: null,
  after,
  isByTime: false,
})

/** The fields that are set on a change request when somebody decides about it. */
export interface RequestEnd extends Pick<ChangeRequestState, 'note' | 'changes'> {
  readonly status: 'approved' | 'rejected' | 'canceled'
  readonly decidedBy: string
  readonly decidedAt: number
}

/** Whether a change request is pending although its time is over. `now`: Unix milliseconds. */
export const isRequestOverdue = ({ status, expiresAt }: ChangeRequestState, now: number): boolean =>
  canBecome(changeRequestLife, status, 'expired') && expiresAt <= now

/** Whether a change request can still be approved, rejected or canceled. `now`: Unix milliseconds. */
export const canEnd = (request: ChangeRequestState, to: RequestEnd['status'], now: number): boolean =>
  canBecome(changeRequestLife, request.status, to) && !isRequestOverdue(request, now)

/** Makes the change that ends a change request by somebody's decision. Null: the change request has ended or expired already. */
export const endedRequest = (before: ChangeRequestState, end: RequestEnd): ChangeRequestChange | null =>
  canEnd(before, end.status, end.decidedAt) ? { before, after: { ...before, ...end }, isByTime: false } : null

/** Makes the change that expires a change request. Null: its time is not over, or it has ended already. `now`: Unix milliseconds. */
export const expiredRequest = (before: ChangeRequestState, now: number): ChangeRequestChange | null =>
  isRequestOverdue(before, now) ? { before, after: { ...before, status: 'expired' }, isByTime: true } : null
