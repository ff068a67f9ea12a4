import type {
  ChangeRequestStatus,
  CreateChangeRequestBody,
  WantedChange,
} from '../../contract/resources/change-requests.ts'
import type { FieldChange } from '../audit/record.ts'
import { changeRequestLife } from '../lifecycles/change-request.ts'
import { canBecome } from '../lifecycles/moves.ts'

/** What somebody asks to have changed of a card or of an agent. Times are Unix milliseconds. */
export interface ChangeRequestState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  /** Null: the change is one of the agent itself. */
  readonly cardId: string | null
  readonly status: ChangeRequestStatus
  readonly wanted: WantedChange
  /** Names what is wanted, and of what. */
  readonly fingerprint: string
  readonly why: string
  readonly transactionId: string | null
  readonly purchase: NonNullable<CreateChangeRequestBody['purchase']> | null
  /** What approving it has changed. */
  readonly changes: readonly FieldChange[]
  readonly requestedBy: string
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
  readonly expiresAt: number
  readonly createdAt: number
}

/** What becomes of a change request. Nothing is saved yet: see `changeRequestConsequences` for what follows from it. */
export interface ChangeRequestChange {
  /** Null: it is new. */
  readonly before: ChangeRequestState | null
  readonly after: ChangeRequestState
  /** Whether time has ended it, and not whoever asks for something meanwhile. */
  readonly isByTime: boolean
}

export const newChangeRequest = (after: ChangeRequestState): ChangeRequestChange => ({
  before: null,
  after,
  isByTime: false,
})

/** How somebody ends a change request. */
export interface RequestEnd extends Pick<ChangeRequestState, 'note' | 'changes'> {
  readonly status: 'approved' | 'rejected' | 'canceled'
  readonly decidedBy: string
  readonly decidedAt: number
}

/** Whether its time is over before anybody has decided about it. `now`: Unix milliseconds. */
export const isRequestOverdue = ({ status, expiresAt }: ChangeRequestState, now: number): boolean =>
  canBecome(changeRequestLife, status, 'expired') && expiresAt <= now

/** Whether somebody can still end it so. */
export const canEnd = (request: ChangeRequestState, to: RequestEnd['status'], now: number): boolean =>
  canBecome(changeRequestLife, request.status, to) && !isRequestOverdue(request, now)

/** Ends a change request by somebody's decision. Null: it has ended already, or its time is over. */
export const endedRequest = (before: ChangeRequestState, end: RequestEnd): ChangeRequestChange | null =>
  canEnd(before, end.status, end.decidedAt) ? { before, after: { ...before, ...end }, isByTime: false } : null

/** Ends a change request whose time is over. Null: it is not, or the request has ended. */
export const expiredRequest = (before: ChangeRequestState, now: number): ChangeRequestChange | null =>
  isRequestOverdue(before, now) ? { before, after: { ...before, status: 'expired' }, isByTime: true } : null
