import type { MailNotifications } from '@purser/client'

export interface NotifiedEvent {
  readonly type: MailNotifications['events'][number]
  readonly label: string
  /** Those who are told: as the service has it. Absent: everybody. */
  readonly roles?: readonly string[]
}

export const notifiedEvents: readonly NotifiedEvent[] = [
  { type: 'intent.pending_approval', label: 'An approval that waits', roles: ['owner', 'admin', 'approver'] },
  { type: 'change_request.created', label: 'A change that an agent asks for', roles: ['owner', 'admin', 'approver'] },
  { type: 'card.frozen', label: 'A card that a rule has frozen' },
  { type: 'budget.threshold', label: '80 % and 100 % of a budget' },
  { type: 'webhook.disabled', label: 'A webhook that was disabled', roles: ['owner', 'admin'] },
  { type: 'transaction.created', label: 'A purchase that its issuer approved by itself', roles: ['owner', 'admin'] },
  { type: 'transaction.settled', label: 'A purchase over its amount, or never approved', roles: ['owner', 'admin'] },
  { type: 'account.stopped', label: 'A stop of all spending', roles: ['owner', 'admin', 'approver'] },
  { type: 'account.resumed', label: 'Spending that is resumed', roles: ['owner', 'admin', 'approver'] },
]

export const toldTo = (role: string | undefined): readonly NotifiedEvent[] =>
  notifiedEvents.filter(({ roles }) => roles === undefined || roles.includes(role ?? ''))
