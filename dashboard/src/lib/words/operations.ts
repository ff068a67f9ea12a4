/** What an entry of the audit trail can be of, by what it is about: the operations that change something, and what the service does itself. */
const byResource = {
  Customers: ['createCustomer', 'updateCustomer', 'promoteCustomerShadow'],
  Agents: ['createAgent', 'updateAgent', 'deleteAgent', 'promoteAgentShadow'],
  Cards: [
    'createCard',
    'updateCard',
    'freezeCard',
    'unfreezeCard',
    'closeCard',
    'closeExpiredCard',
    'unlockCardCredentials',
    'promoteCardShadow',
    'retryCardIssuer',
    'issueCard',
    'followIssuer',
    'answerIssuer',
  ],
  'Card numbers': [
    'getCardDetails',
    'sealCardDetails',
    'requestCardAccess',
    'createFiller',
    'deleteFiller',
    'destroyCardNumber',
  ],
  Intents: ['createIntent', 'approveIntent', 'rejectIntent', 'cancelIntent', 'reportIntent', 'expireIntent'],
  'Change requests': [
    'createChangeRequest',
    'approveChangeRequest',
    'rejectChangeRequest',
    'cancelChangeRequest',
    'expireChangeRequest',
  ],
  Challenges: ['approveChallenge', 'declineChallenge', 'answerIssuerChallenge', 'followIntent', 'expireChallenge'],
  Subscriptions: [
    'createSubscription',
    'approveSubscription',
    'rejectSubscription',
    'pauseSubscription',
    'resumeSubscription',
    'cancelSubscription',
    'expireSubscription',
  ],
  Purchases: ['createAuthorization', 'updateTransaction'],
  'API keys': ['createApiKey', 'rotateApiKey', 'revokeApiKey'],
  People: [
    'createInvitation',
    'revokeInvitation',
    'acceptInvitation',
    'updatePerson',
    'createSession',
    'createPasskeySession',
    'createProviderSession',
    'connectProvider',
    'endSession',
    'expireSession',
    'changePassword',
    'createPasswordReset',
    'requestPasswordReset',
    'resetPassword',
    'expirePasswordReset',
    'createPasskey',
    'confirmPasskey',
    'renamePasskey',
    'deletePasskey',
  ],
  Webhooks: ['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'disableFailingWebhook'],
  Account: [
    'updateAccount',
    'stopAccount',
    'resumeAccount',
    'updateMailNotifications',
    'updateSlackNotifications',
    'createAccount',
    'createFirstAccount',
    'rotateVault',
    'rotateReceiptKey',
    'adoptAuditTrail',
    'deleteAuditEntries',
  ],
} as const

export interface AuditedOperation {
  readonly name: string
  /** `Cards`: what it is about. */
  readonly about: string
}

export const auditedOperations: readonly AuditedOperation[] = Object.entries(byResource).flatMap(([about, names]) =>
  names.map((name) => ({ name, about })),
)
