import type { TransactionFlags } from '../../contract/decisions.ts'
import type { EventType } from '../../contract/events.ts'
import type { NotifiedEventType } from '../../contract/resources/notifications.ts'
import type { PersonRole } from '../../contract/resources/people.ts'

/**
 * The roles that may be notified of each event type: the roles that can act on the event. If every role sees the event in the dashboard,
 * all roles may be notified.
 */
const notifiedRoles: Readonly<Record<NotifiedEventType, readonly PersonRole[]>> = {
  'intent.pending_approval': ['owner', 'admin', 'approver'],
  'change_request.created': ['owner', 'admin', 'approver'],
  'challenge.requested': ['owner', 'admin', 'approver'],
  'subscription.pending_approval': ['owner', 'admin', 'approver'],
  'subscription.exceeded': ['owner', 'admin', 'approver'],
  'card.frozen': ['owner', 'admin', 'approver', 'viewer'],
  'budget.threshold': ['owner', 'admin', 'approver', 'viewer'],
  'webhook.disabled': ['owner', 'admin'],
  'transaction.created': ['owner', 'admin'],
  'transaction.settled': ['owner', 'admin'],
  'account.stopped': ['owner', 'admin', 'approver'],
  'account.resumed': ['owner', 'admin', 'approver'],
}

/**
 * The event types of which every active owner is notified by mail and the account in Slack, if it has a URL there, whichever event types
 * they have chosen.
 */
export const alwaysNotifiedEventTypes = [
  'account.stopped',
  'account.resumed',
] as const satisfies readonly NotifiedEventType[]

export const isRoleNotified = (role: PersonRole, type: string): boolean =>
  (notifiedRoles as Partial<Record<string, readonly PersonRole[]>>)[type]?.includes(role) ?? false

/**
 * Whether an event of a chosen type is worth a notification. A card that somebody froze by a request is not, because these notifications
 * are about what the rules have stopped. A transaction is only if it is a stand-in, a forced capture or a capture above the approved
 * amount. An intent that waits since somebody asked for an exception is not: the request for the exception is.
 */
export function isNotifiableEvent(type: EventType, data: unknown): boolean {
  const {
    reason,
    exception,
    flags = {},
  } = (data ?? {}) as {
    reason?: string
    exception?: object
    flags?: Partial<TransactionFlags>
  }
  switch (type) {
    case 'intent.pending_approval':
      return exception === undefined
    case 'card.frozen':
      return reason !== 'requested'
    case 'transaction.created':
      return flags.standIn === true
    case 'transaction.settled':
      return (
        flags.forcedCapture === true || flags.settlementOverAuthorized === true || flags.settlementOverIntent === true
      )
    default:
      return true
  }
}
