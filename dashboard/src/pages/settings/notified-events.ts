import type { MailNotifications } from '@purser/client'

export interface NotifiedEvent {
  readonly type: MailNotifications['events'][number]
  readonly label: string
  /** The roles that receive the notification, as in the service. Absent: all roles. */
  readonly roles?: readonly string[]
}

export const notifiedEvents: readonly NotifiedEvent[] = [
  { type: 'intent.pending_approval', label: 'An approval is waiting', roles: ['owner', 'admin', 'approver'] },
  { type: 'change_request.created', label: 'An agent asks for a change', roles: ['owner', 'admin', 'approver'] },
  { type: 'challenge.requested', label: 'A bank asks about a purchase', roles: ['owner', 'admin', 'approver'] },
  {
    type: 'subscription.pending_approval',
    label: 'A subscription is waiting for approval',
    roles: ['owner', 'admin', 'approver'],
  },
  {
    type: 'subscription.exceeded',
    label: 'A purchase exceeds its subscription',
    roles: ['owner', 'admin', 'approver'],
  },
  { type: 'card.frozen', label: 'A rule has frozen a card' },
  { type: 'budget.threshold', label: '80% or 100% of a budget is spent' },
  { type: 'webhook.disabled', label: 'A webhook was disabled', roles: ['owner', 'admin'] },
  { type: 'transaction.created', label: 'The issuer has approved a purchase by itself', roles: ['owner', 'admin'] },
  { type: 'transaction.settled', label: 'A capture exceeds its authorization, or has none', roles: ['owner', 'admin'] },
  { type: 'account.stopped', label: 'All spending was stopped', roles: ['owner', 'admin', 'approver'] },
  { type: 'account.resumed', label: 'Spending was resumed', roles: ['owner', 'admin', 'approver'] },
]

export const notifiedEventsFor = (role: string | undefined): readonly NotifiedEvent[] =>
  notifiedEvents.filter(({ roles }) => roles === undefined || roles.includes(role ?? ''))
