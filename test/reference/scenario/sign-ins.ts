import { invitationOf, nobodys, of, resetOf } from '../documented.ts'
import { shown, type Step } from '../step.ts'

const byron = of('per', 1)
const email = 'ada@example.com'
const password = 'seven green bottles'
const newPassword = 'nine tall giraffes'
/** The session that accepting the invitation opens. */
const session = 1

/** People who sign in to the dashboard. */
export const signIns: readonly Step[] = [
  shown('getSelf', 'key', 'An API key', {}),
  shown('createInvitation', 'admin', 'Somebody who sets up cards', { body: { email, role: 'admin' } }),
  shown('createInvitation', 'approver', 'Somebody who approves', {
    body: { email: 'max@example.com', role: 'approver' },
  }),
  shown('createInvitation', 'owner', 'Only an owner makes owners', { body: { email, role: 'owner' }, status: 403 }),
  shown('listInvitations', 'newest', 'The two newest', { query: { limit: 2 } }),
  shown('revokeInvitation', 'revoked', 'One that went to the wrong address', { path: { invitationId: of('inv', 2) } }),
  shown('readInvitation', 'pending', 'One that can be accepted', { body: { secret: invitationOf(1) }, as: null }),
  shown('acceptInvitation', 'accepted', 'The reply sets the cookie of a session', {
    body: { secret: invitationOf(1), name: 'Ada Byron', password },
    as: null,
  }),
  shown('acceptInvitation', 'used', 'One that was used', {
    body: { secret: invitationOf(1), name: 'Ada Byron', password },
    as: null,
    status: 404,
  }),
  shown('readInvitation', 'used', 'One that was used', { body: { secret: invitationOf(1) }, as: null }),
  shown('createInvitation', 'twice', 'Somebody who is there', { body: { email, role: 'viewer' }, status: 409 }),
  shown('createSession', 'signedIn', 'The reply sets the cookie', { body: { email, password }, as: null }),
  shown('createSession', 'wrong', 'A wrong password', {
    body: { email, password: 'wrong words here' },
    as: null,
    status: 401,
  }),
  shown('getSignInWays', 'password', 'Where no provider signs people in', { as: null }),
  shown('createProviderSignIn', 'notSetUp', 'Where no provider signs people in', { as: null, status: 409 }),
  shown('createProviderConfirmation', 'notSetUp', 'Where no provider signs people in', { session, status: 409 }),
  shown('listPasskeys', 'none', 'None yet: the dashboard adds them', { session }),
  shown('getAccount', 'first', 'The account that the key belongs to'),
  shown('listIssuerConnections', 'set', 'What is set, and the paths that the issuers call'),
  shown('updateAccount', 'named', 'Its name', { body: { name: 'Analytical Engines' } }),
  shown('stopAccount', 'stopped', 'A key has leaked', { body: { reason: 'A leaked key' } }),
  shown('createResumeOptions', 'key', 'With an API key', { body: { reason: 'The key is revoked' }, status: 403 }),
  shown('resumeAccount', 'resumed', 'Once the key is revoked', { body: { reason: 'The key is revoked' } }),
  shown('getMailNotifications', 'none', 'Nothing was chosen yet', { session }),
  shown('updateMailNotifications', 'approvals', 'What waits for a decision, and budgets', {
    session,
    body: { events: ['intent.pending_approval', 'budget.threshold'] },
  }),
  shown('testMailNotifications', 'notSetUp', 'Where no mail server is set', { session }),
  shown('updateMailNotifications', 'key', 'With an API key', { body: { events: [] }, status: 403 }),
  shown('testSlackNotifications', 'notSetUp', 'Before a channel is named'),
  shown('updateSlackNotifications', 'channel', 'A channel of Slack', {
    body: {
      url: 'https://hooks.slack.com/services/T0123456789/B0123456789/abcdefghijklmnopqrstuvwx',
      events: ['intent.pending_approval', 'card.frozen'],
    },
  }),
  shown('updateSlackNotifications', 'noWebhook', 'A URL that is no webhook', {
    body: { url: 'https://hooks.slack.com/' },
    status: 400,
  }),
  shown('getSlackNotifications', 'set', 'The URL is not shown whole'),
  shown('listSessions', 'own', "One's own", { session, query: { limit: 1 } }),
  shown('changePassword', 'changed', 'A new password; other sessions end', {
    session,
    body: { currentPassword: password, newPassword },
  }),
  shown('changePassword', 'key', 'With an API key', { body: { currentPassword: password, newPassword }, status: 403 }),
  shown('listPeople', 'active', 'Who may sign in', { query: { status: 'active' } }),
  shown('getPerson', 'admin', 'A person', { path: { personId: byron } }),
  shown('getPerson', 'unknown', 'An id that is not there', { path: { personId: nobodys('per') }, status: 404 }),
  shown('updatePerson', 'viewer', 'Another role', { path: { personId: byron }, body: { role: 'viewer' } }),
  shown('updatePerson', 'owner', 'Only an owner makes owners', {
    path: { personId: byron },
    body: { role: 'owner' },
    status: 403,
  }),
  shown('createPasswordReset', 'made', 'For somebody who has lost theirs', { path: { personId: byron } }),
  shown('createPasswordReset', 'unknown', 'An id that is not there', {
    path: { personId: nobodys('per') },
    status: 404,
  }),
  shown('requestPasswordReset', 'asked', 'The same answer for every address', { body: { email }, as: null }),
  shown('endSession', 'current', 'Sign out', { session, path: { sessionId: 'current' } }),
  shown('getSelf', 'over', 'A session that is over', { session, status: 401 }),
  shown('resetPassword', 'set', 'The reply sets the cookie of a session', {
    body: { secret: resetOf(1), password: 'four slow tortoises' },
    as: null,
  }),
  shown('resetPassword', 'used', 'One that was used', {
    body: { secret: resetOf(1), password: 'four slow tortoises' },
    as: null,
    status: 404,
  }),
  shown('endSession', 'unknown', 'An id that is not there', { path: { sessionId: nobodys('ses') }, status: 404 }),
]
