import {
  MailNotifications,
  SlackNotifications,
  TestMessage,
  UpdateMailNotificationsBody,
  UpdateSlackNotificationsBody,
} from '../resources/notifications.ts'
import { dryRunQuery, declareOperation } from '../operation.ts'

const tag = 'Notifications'
const people = ['admin', 'approver', 'read'] as const
const admin = ['admin'] as const

export const notificationOperations = {
  getMailNotifications: declareOperation({
    method: 'GET',
    path: '/self/notifications',
    tag,
    summary: 'Read the events that you are notified of by mail',
    description: 'For people alone.',
    roles: people,
    status: 200,
    response: MailNotifications,
    errors: ['person_required'],
  }),
  updateMailNotifications: declareOperation({
    method: 'PATCH',
    path: '/self/notifications',
    tag,
    summary: 'Choose the events that you are notified of by mail',
    description:
      'For people alone. Only people who may decide about approvals are notified of them, and only admins of disabled webhooks. A person who is ' +
      'disabled, or who may not see an event any more, is not notified of it, even if the notification waits already.',
    roles: people,
    query: dryRunQuery,
    body: UpdateMailNotificationsBody,
    status: 200,
    response: MailNotifications,
    errors: ['person_required'],
  }),
  testMailNotifications: declareOperation({
    method: 'POST',
    path: '/self/notifications/test',
    tag,
    summary: 'Send yourself a test mail',
    description:
      'The message is sent once and at once, whatever the person has chosen to be notified of. For people alone.',
    roles: people,
    takesItsTime: true,
    status: 200,
    response: TestMessage,
    errors: ['person_required'],
  }),
  getSlackNotifications: declareOperation({
    method: 'GET',
    path: '/account/slack',
    tag,
    summary: 'Read the events that Slack is notified of',
    roles: admin,
    status: 200,
    response: SlackNotifications,
    errors: [],
  }),
  updateSlackNotifications: declareOperation({
    method: 'PATCH',
    path: '/account/slack',
    tag,
    summary: 'Choose the events that Slack is notified of',
    description:
      'The URL of an incoming webhook of Slack is a secret: it is stored encrypted, and never shown whole again.',
    roles: admin,
    query: dryRunQuery,
    body: UpdateSlackNotificationsBody,
    status: 200,
    response: SlackNotifications,
    errors: [],
  }),
  testSlackNotifications: declareOperation({
    method: 'POST',
    path: '/account/slack/test',
    tag,
    summary: 'Post a test message in Slack',
    description: 'The message is sent once and at once, whatever Slack is notified of.',
    roles: admin,
    takesItsTime: true,
    status: 200,
    response: TestMessage,
    errors: [],
  }),
} as const
