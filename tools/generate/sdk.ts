import type { Operation } from '../../src/contract/operation.ts'
import { type OperationName, operations, type StreamOperationName } from '../../src/contract/operations.ts'
import { listEntrySchema, clientTypeNames } from './client-types.ts'
import type { GeneratedFile } from './generated-file.ts'

/** The client's name of each operation. An operation without a row does not compile, unless it is a stream. */
export const clientNamesOfOperations = {
  createCustomer: 'customers.create',
  listCustomers: 'customers.list',
  getCustomer: 'customers.get',
  updateCustomer: 'customers.update',
  getCustomerPolicy: 'customers.policy',
  getCustomerBudget: 'customers.budget',
  getCustomerExposure: 'customers.exposure',
  getCustomerShadow: 'customers.shadow',
  promoteCustomerShadow: 'customers.promoteShadow',
  createAgent: 'agents.create',
  listAgents: 'agents.list',
  getAgent: 'agents.get',
  updateAgent: 'agents.update',
  deleteAgent: 'agents.delete',
  getAgentPolicy: 'agents.policy',
  getAgentExposure: 'agents.exposure',
  getAgentShadow: 'agents.shadow',
  promoteAgentShadow: 'agents.promoteShadow',
  getAgentObstacles: 'agents.obstacles',
  getAgentBudget: 'agents.budget',
  createCard: 'cards.create',
  listCards: 'cards.list',
  getCard: 'cards.get',
  updateCard: 'cards.update',
  freezeCard: 'cards.freeze',
  unfreezeCard: 'cards.unfreeze',
  closeCard: 'cards.close',
  unlockCardCredentials: 'cards.unlockCredentials',
  retryCardIssuer: 'cards.retryIssuer',
  createNumberSession: 'cards.numberSession',
  getCardDetails: 'cards.details',
  createDetailsOptions: 'cards.detailsOptions',
  requestCardAccess: 'cards.requestAccess',
  listCardAccessEvents: 'cards.listAccessEvents',
  getCardPolicy: 'cards.policy',
  getCardExposure: 'cards.exposure',
  getCardShadow: 'cards.shadow',
  promoteCardShadow: 'cards.promoteShadow',
  getCardBudget: 'cards.budget',
  getAccessEvent: 'accessEvents.get',
  createFiller: 'fillers.create',
  listFillers: 'fillers.list',
  deleteFiller: 'fillers.delete',
  sealCardDetails: 'cards.sealedDetails',
  createIntent: 'intents.declare',
  listCardIntents: 'intents.listForCard',
  listIntents: 'intents.list',
  getIntent: 'intents.get',
  approveIntent: 'intents.approve',
  rejectIntent: 'intents.reject',
  cancelIntent: 'intents.cancel',
  revokeApproval: 'intents.revokeApproval',
  reportIntent: 'intents.report',
  createApprovalOptions: 'intents.approvalOptions',
  listApprovals: 'approvals.list',
  getApproval: 'approvals.get',
  getApprovalProof: 'approvals.proof',
  createChangeRequest: 'changeRequests.create',
  listChangeRequests: 'changeRequests.list',
  getChangeRequest: 'changeRequests.get',
  approveChangeRequest: 'changeRequests.approve',
  rejectChangeRequest: 'changeRequests.reject',
  cancelChangeRequest: 'changeRequests.cancel',
  listChallenges: 'challenges.list',
  getChallenge: 'challenges.get',
  approveChallenge: 'challenges.approve',
  declineChallenge: 'challenges.decline',
  createSubscription: 'subscriptions.create',
  listCardSubscriptions: 'subscriptions.listForCard',
  listSubscriptions: 'subscriptions.list',
  getSubscription: 'subscriptions.get',
  approveSubscription: 'subscriptions.approve',
  rejectSubscription: 'subscriptions.reject',
  pauseSubscription: 'subscriptions.pause',
  resumeSubscription: 'subscriptions.resume',
  cancelSubscription: 'subscriptions.cancel',
  evaluateSpend: 'spend.evaluate',
  backtestPolicy: 'policies.backtest',
  explainMerchant: 'merchants.explain',
  listTransactions: 'transactions.list',
  getTransaction: 'transactions.get',
  getTransactionReceipt: 'transactions.receipt',
  updateTransaction: 'transactions.update',
  listPostings: 'postings.list',
  getPostingSummary: 'postings.summary',
  attachTransactionDocument: 'transactions.attachDocument',
  listTransactionDocuments: 'transactions.documents',
  getTransactionDocument: 'transactions.document',
  deleteTransactionDocument: 'transactions.deleteDocument',
  getSpendStats: 'stats.spend',
  getBudgetStats: 'stats.budgets',
  getStatusCounts: 'stats.counts',
  createAuthorization: 'network.authorize',
  incrementAuthorization: 'network.increment',
  settleAuthorization: 'network.settle',
  reverseAuthorization: 'network.reverse',
  createRefund: 'network.refund',
  createForceCapture: 'network.forceCapture',
  createAdvice: 'network.advise',
  createPosting: 'network.post',
  createWebhook: 'webhooks.create',
  listWebhooks: 'webhooks.list',
  getWebhook: 'webhooks.get',
  updateWebhook: 'webhooks.update',
  deleteWebhook: 'webhooks.delete',
  rotateWebhookSecret: 'webhooks.rotateSecret',
  testWebhook: 'webhooks.test',
  getWebhookHealth: 'webhooks.health',
  listDeliveries: 'webhooks.listDeliveries',
  getDelivery: 'webhooks.getDelivery',
  retryDelivery: 'webhooks.retryDelivery',
  replayDeliveries: 'webhooks.replay',
  listEvents: 'events.list',
  getEvent: 'events.get',
  createApiKey: 'apiKeys.create',
  listApiKeys: 'apiKeys.list',
  getOwnApiKey: 'apiKeys.self',
  getApiKey: 'apiKeys.get',
  listApiKeyRequests: 'apiKeys.requests',
  revokeApiKey: 'apiKeys.revoke',
  rotateApiKey: 'apiKeys.rotate',
  getSelf: 'self.get',
  changePassword: 'self.changePassword',
  listPeople: 'people.list',
  getPerson: 'people.get',
  updatePerson: 'people.update',
  createPasswordReset: 'passwordResets.create',
  requestPasswordReset: 'passwordResets.request',
  resetPassword: 'passwordResets.use',
  createInvitation: 'invitations.create',
  listInvitations: 'invitations.list',
  revokeInvitation: 'invitations.revoke',
  readInvitation: 'invitations.read',
  acceptInvitation: 'invitations.accept',
  createSession: 'sessions.create',
  listSessions: 'sessions.list',
  endSession: 'sessions.end',
  createSignInOptions: 'sessions.passkeyOptions',
  createPasskeySession: 'sessions.createByPasskey',
  getSignInWays: 'signIn.ways',
  createProviderSignIn: 'sessions.providerOptions',
  createProviderSession: 'sessions.createByProvider',
  createProviderConfirmation: 'self.providerOptions',
  connectProvider: 'self.connectProvider',
  endProviderSignIn: 'self.endProviderSignIn',
  createPasskeyOptions: 'passkeys.options',
  createPasskey: 'passkeys.create',
  listPasskeys: 'passkeys.list',
  deletePasskey: 'passkeys.delete',
  renamePasskey: 'passkeys.rename',
  confirmPasskey: 'people.confirmPasskey',
  createInvitationPasskeyOptions: 'invitations.passkeyOptions',
  createResetPasskeyOptions: 'passwordResets.passkeyOptions',
  getMailNotifications: 'notifications.get',
  updateMailNotifications: 'notifications.update',
  testMailNotifications: 'notifications.test',
  getSlackNotifications: 'slack.get',
  updateSlackNotifications: 'slack.update',
  testSlackNotifications: 'slack.test',
  getAccount: 'account.get',
  updateAccount: 'account.update',
  listIssuerConnections: 'account.issuers',
  stopAccount: 'account.stop',
  createResumeOptions: 'account.resumeOptions',
  resumeAccount: 'account.resume',
  listAudit: 'audit.list',
  getAuditHead: 'audit.head',
  getAuditEntry: 'audit.get',
  getTestClock: 'testClock.get',
  advanceTestClock: 'testClock.advance',
} as const satisfies Record<Exclude<OperationName, StreamOperationName>, `${string}.${string}`>

const head = `// Generated from src/contract/operations.ts by tools/generate.ts. Do not edit.
import { type Listing, listing } from './listing.ts'
import { type CallOptions, segment, type Send } from './send.ts'
import type * as types from './types.ts'
`

/** Generates the client's methods, grouped by resource, with types that follow the operations. */
export function sdkFile(): GeneratedFile {
  const groups = groupedMethods()
  const functions = [...groups].map(
    ([name, methods]) => `const ${name} = (send: Send) => ({\n${methods.join('\n')}\n})\n`,
  )
  const names = [...groups.keys()]
  const api = [
    '/** Every operation, grouped by resource. */',
    'export class Api {',
    ...names.map((name) => `  readonly ${name}: ReturnType<typeof ${name}>`),
    '',
    '  constructor(send: Send) {',
    ...names.map((name) => `    this.${name} = ${name}(send)`),
    '  }',
    '}',
  ]
  return { path: 'clients/typescript/src/generated.ts', text: [head, ...functions, `${api.join('\n')}\n`].join('\n') }
}

function groupedMethods(): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [name, clientName] of Object.entries(clientNamesOfOperations) as [OperationName, string][]) {
    const [group, method] = clientName.split('.') as [string, string]
    groups.set(group, [...(groups.get(group) ?? []), methodText(method, name, operations[name])])
  }
  return groups
}

function methodText(method: string, name: OperationName, operation: Operation): string {
  const answer = `types.${clientTypeNames.answer(name)}`
  const isList = listEntrySchema(operation) !== undefined
  const result = isList ? `Listing<${answer}>` : `Promise<${answer}>`
  const call = isList ? `listing<${answer}>(send, ` : `send<${answer}>(`
  return [
    `  /** ${docComment(operation)} */`,
    `  ${method}: (${parameters(name, operation).join(', ')}): ${result} =>`,
    `    ${call}{ ${requestFields(operation).join(', ')} }),`,
  ].join('\n')
}

const docComment = ({ summary, description, method, path }: Operation): string =>
  [`${summary}.`, ...(description ? [description] : []), `\`${method} ${path}\``].join(' ')

function parameters(name: OperationName, operation: Operation): string[] {
  return [
    ...pathParameters(operation.path).map((parameter) => `${parameter}: string`),
    ...(operation.body ? [`body: types.${clientTypeNames.body(name)}${operation.bodyOptional ? ' = {}' : ''}`] : []),
    ...(operation.query ? [`query: types.${clientTypeNames.query(name)} = {}`] : []),
    'options?: CallOptions',
  ]
}

function requestFields(operation: Operation): string[] {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, '${segment($1)}')
  return [
    `method: '${operation.method}'`,
    filled === operation.path ? `path: '${filled}'` : `path: \`${filled}\``,
    ...(operation.body ? ['body'] : []),
    ...(operation.query ? ['query'] : []),
    'options',
  ]
}

const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
