import type {
  ChangeRequestStatus,
  CreateChangeRequestBody,
  WantedChange,
} from '../../contract/resources/change-requests.ts'
import type { RequestedException } from '../../contract/resources/intents/exception.ts'
import { type ApprovalAskChange, approvalAskDecisionChange } from '../asks/ask.ts'
import type { ResourceFieldChange } from '../audit/audited-act.ts'
import { changeRequestLifecycle } from '../lifecycles/change-request.ts'

/** A request to change a card or an agent. Times are Unix milliseconds. */
export interface ChangeRequestState {
  readonly id: string
  readonly accountId: string
  readonly customerId: string
  readonly agentId: string | null
  /** The card that a change request is to change. Null: it is to change the agent itself. */
  readonly cardId: string | null
  readonly status: ChangeRequestStatus
  /** Empty if the request asks for an exception. */
  readonly wanted: WantedChange
  /** The intent and the rules of an exception that the request asks for. Null: it asks for a change. */
  readonly once: RequestedException | null
  /**
   * A text that identifies the wanted change and its card or agent. By this text the service recognizes that a change is requested again.
   */
  readonly fingerprint: string
  readonly why: string
  readonly transactionId: string | null
  readonly purchase: NonNullable<CreateChangeRequestBody['purchase']> | null
  /** The fields that were changed when the change request was approved. */
  readonly changes: readonly ResourceFieldChange[]
  readonly requestedBy: string
  readonly decidedBy: string | null
  readonly decidedAt: number | null
  readonly note: string | null
  readonly expiresAt: number
  readonly createdAt: number
}

/** A change of a change request. `changeRequestConsequences` gives its audit entry and events. */
export type UnsavedChangeRequestChange = ApprovalAskChange<ChangeRequestState>

/** The fields that are set on a change request when somebody decides about it. */
export interface ChangeRequestOutcomeFields extends Pick<ChangeRequestState, 'note' | 'changes'> {
  readonly status: 'approved' | 'rejected' | 'canceled'
  readonly decidedBy: string
  readonly decidedAt: number
}

/** Makes the change that ends a change request by somebody's decision. Null: the change request has ended or expired already. */
export const endedChangeRequest = (
  before: ChangeRequestState,
  end: ChangeRequestOutcomeFields,
): UnsavedChangeRequestChange | null =>
  approvalAskDecisionChange(changeRequestLifecycle, before, { set: end, now: end.decidedAt })
