import type { Flags } from '../../contract/decisions.ts'
import type { EventType } from '../../contract/events.ts'
import type { NotifiedType } from '../../contract/resources/notifications.ts'
import type { PersonRole } from '../../contract/resources/people.ts'

/** Who is told of what: whoever can do something about it. What everybody sees in the dashboard anyway, everybody may be told. */
const told: Readonly<Record<NotifiedType, readonly PersonRole[]>> = {
  'intent.pending_approval': ['owner', 'admin', 'approver'],
  'change_request.created': ['owner', 'admin', 'approver'],
  'card.frozen': ['owner', 'admin', 'approver', 'viewer'],
  'budget.threshold': ['owner', 'admin', 'approver', 'viewer'],
  'webhook.disabled': ['owner', 'admin'],
  'transaction.created': ['owner', 'admin'],
  'transaction.settled': ['owner', 'admin'],
  'account.stopped': ['owner', 'admin', 'approver'],
  'account.resumed': ['owner', 'admin', 'approver'],
}

/** Told to every active owner by mail, and in Slack where the account has a URL, whatever anybody has chosen. */
export const toldAnyway = ['account.stopped', 'account.resumed'] as const satisfies readonly NotifiedType[]

export const isToldTo = (role: PersonRole, type: string): boolean =>
  (told as Partial<Record<string, readonly PersonRole[]>>)[type]?.includes(role) ?? false

/**
 * Whether people are told of an event that they have chosen. A card that somebody has frozen is no news for whoever is told what rules have
 * stopped; of purchases only those are that the issuer approved by itself, or that came to more than was approved.
 */
export function isNews(type: EventType, data: unknown): boolean {
  const { reason, flags = {} } = (data ?? {}) as { reason?: string; flags?: Partial<Flags> }
  switch (type) {
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
