import type { ChangeRequestStatus } from '../../contract/resources/change-requests.ts'
import type { EventType } from '../../contract/events.ts'
import type { ResourceLifecycle } from './moves.ts'

/** The status changes of a change request: it waits for a person, and every other status is final. */
export const changeRequestLifecycle = {
  pending: { from: [], by: ['request'], event: 'change_request.created' },
  approved: { from: ['pending'], by: ['approve'], event: 'change_request.approved' },
  rejected: { from: ['pending'], by: ['reject'], event: 'change_request.rejected' },
  canceled: { from: ['pending'], by: ['cancel'], event: 'change_request.canceled' },
  expired: { from: ['pending'], by: ['time'], event: 'change_request.expired' },
} as const satisfies ResourceLifecycle<
  ChangeRequestStatus,
  'request' | 'approve' | 'reject' | 'cancel' | 'time',
  EventType
>
