import type { EventType } from '../contract/events.ts'
import type { NotifiedType } from '../contract/notifications.ts'
import type { PersonRole } from '../contract/people.ts'

/** Who is told of what: whoever can do something about it. What everybody sees in the dashboard anyway, everybody may be told. */
const told: Readonly<Record<NotifiedType, readonly PersonRole[]>> = {
  'intent.pending_approval': ['owner', 'admin', 'approver'],
  'change_request.created': ['owner', 'admin', 'approver'],
  'card.frozen': ['owner', 'admin', 'approver', 'viewer'],
  'budget.threshold': ['owner', 'admin', 'approver', 'viewer'],
  'webhook.disabled': ['owner', 'admin'],
  'account.stopped': ['owner', 'admin', 'approver'],
  'account.resumed': ['owner', 'admin', 'approver'],
}

export const isToldTo = (role: PersonRole, type: string): boolean =>
  (told as Partial<Record<string, readonly PersonRole[]>>)[type]?.includes(role) ?? false

/** A card that somebody has frozen is no news for whoever is told what rules have stopped. */
export const isNews = (type: EventType, data: unknown): boolean =>
  type !== 'card.frozen' || (data as { reason?: string }).reason !== 'requested'
