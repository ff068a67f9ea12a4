// Generated from src/contract/operations.ts by tools/generate.ts. Do not edit.
import type { Page } from '../contract/operation.ts'
import type { InputOf, OperationName, OutputOf } from '../contract/operations.ts'
import { type Listing, listing } from './listing.ts'
import { type CallOptions, segment, type Send } from './send.ts'

type Body<N extends OperationName> = InputOf<N>['body']
type Query<N extends OperationName> = InputOf<N>['query']
type Item<N extends OperationName> = OutputOf<N> extends Page<infer T> ? T : never

const customers = (send: Send) => ({
  /** Create a customer. At least one of `email` and `name` is required. `POST /customers` */
  create: (body: Body<'createCustomer'>, options?: CallOptions): Promise<OutputOf<'createCustomer'>> =>
    send<OutputOf<'createCustomer'>>({ method: 'POST', path: '/customers', body, options }),
  /** List customers. `GET /customers` */
  list: (query: Query<'listCustomers'> = {}, options?: CallOptions): Listing<Item<'listCustomers'>> =>
    listing<Item<'listCustomers'>>(send, { method: 'GET', path: '/customers', query, options }),
  /** Read a customer. `GET /customers/{customerId}` */
  get: (customerId: string, options?: CallOptions): Promise<OutputOf<'getCustomer'>> =>
    send<OutputOf<'getCustomer'>>({ method: 'GET', path: `/customers/${segment(customerId)}`, options }),
  /** Change a customer. Objects are merged (RFC 7396): a field left out keeps, `null` unsets, arrays are replaced whole. `PATCH /customers/{customerId}` */
  update: (customerId: string, body: Body<'updateCustomer'>, options?: CallOptions): Promise<OutputOf<'updateCustomer'>> =>
    send<OutputOf<'updateCustomer'>>({ method: 'PATCH', path: `/customers/${segment(customerId)}`, body, options }),
  /** What holds for a customer, what is spent and what is left. `GET /customers/{customerId}/policy` */
  policy: (customerId: string, options?: CallOptions): Promise<OutputOf<'getCustomerPolicy'>> =>
    send<OutputOf<'getCustomerPolicy'>>({ method: 'GET', path: `/customers/${segment(customerId)}/policy`, options }),
})

const agents = (send: Send) => ({
  /** Register an agent. Idempotent by `externalId`: the same customer gets the existing agent, unchanged, with 200. `POST /agents` */
  create: (body: Body<'createAgent'>, options?: CallOptions): Promise<OutputOf<'createAgent'>> =>
    send<OutputOf<'createAgent'>>({ method: 'POST', path: '/agents', body, options }),
  /** List agents. `GET /agents` */
  list: (query: Query<'listAgents'> = {}, options?: CallOptions): Listing<Item<'listAgents'>> =>
    listing<Item<'listAgents'>>(send, { method: 'GET', path: '/agents', query, options }),
  /** Read an agent. `GET /agents/{agentId}` */
  get: (agentId: string, options?: CallOptions): Promise<OutputOf<'getAgent'>> =>
    send<OutputOf<'getAgent'>>({ method: 'GET', path: `/agents/${segment(agentId)}`, options }),
  /** Change an agent. Objects are merged (RFC 7396). `disabled` is final. `PATCH /agents/{agentId}` */
  update: (agentId: string, body: Body<'updateAgent'>, options?: CallOptions): Promise<OutputOf<'updateAgent'>> =>
    send<OutputOf<'updateAgent'>>({ method: 'PATCH', path: `/agents/${segment(agentId)}`, body, options }),
  /** Delete an agent and close its cards. Its transactions stay readable; its `externalId` is free again. `DELETE /agents/{agentId}` */
  delete: (agentId: string, options?: CallOptions): Promise<OutputOf<'deleteAgent'>> =>
    send<OutputOf<'deleteAgent'>>({ method: 'DELETE', path: `/agents/${segment(agentId)}`, options }),
  /** What holds for an agent, what is spent and what is left. `GET /agents/{agentId}/policy` */
  policy: (agentId: string, options?: CallOptions): Promise<OutputOf<'getAgentPolicy'>> =>
    send<OutputOf<'getAgentPolicy'>>({ method: 'GET', path: `/agents/${segment(agentId)}/policy`, options }),
})

const cards = (send: Send) => ({
  /** Issue a card. `POST /cards` */
  create: (body: Body<'createCard'>, options?: CallOptions): Promise<OutputOf<'createCard'>> =>
    send<OutputOf<'createCard'>>({ method: 'POST', path: '/cards', body, options }),
  /** List cards. `GET /cards` */
  list: (query: Query<'listCards'> = {}, options?: CallOptions): Listing<Item<'listCards'>> =>
    listing<Item<'listCards'>>(send, { method: 'GET', path: '/cards', query, options }),
  /** Read a card. `GET /cards/{cardId}` */
  get: (cardId: string, options?: CallOptions): Promise<OutputOf<'getCard'>> =>
    send<OutputOf<'getCard'>>({ method: 'GET', path: `/cards/${segment(cardId)}`, options }),
  /** Change a card. Objects are merged (RFC 7396). `status` does what the action of that name does. `PATCH /cards/{cardId}` */
  update: (cardId: string, body: Body<'updateCard'>, options?: CallOptions): Promise<OutputOf<'updateCard'>> =>
    send<OutputOf<'updateCard'>>({ method: 'PATCH', path: `/cards/${segment(cardId)}`, body, options }),
  /** Freeze a card. `POST /cards/{cardId}/freeze` */
  freeze: (cardId: string, options?: CallOptions): Promise<OutputOf<'freezeCard'>> =>
    send<OutputOf<'freezeCard'>>({ method: 'POST', path: `/cards/${segment(cardId)}/freeze`, options }),
  /** Unfreeze a card. `POST /cards/{cardId}/unfreeze` */
  unfreeze: (cardId: string, options?: CallOptions): Promise<OutputOf<'unfreezeCard'>> =>
    send<OutputOf<'unfreezeCard'>>({ method: 'POST', path: `/cards/${segment(cardId)}/unfreeze`, options }),
  /** Close a card for good. `POST /cards/{cardId}/close` */
  close: (cardId: string, options?: CallOptions): Promise<OutputOf<'closeCard'>> =>
    send<OutputOf<'closeCard'>>({ method: 'POST', path: `/cards/${segment(cardId)}/close`, options }),
  /** Take purchases by number again after wrong expiries or CVVs. Forgets the wrong ones that were counted. Where none is, nothing happens. `POST /cards/{cardId}/unlock-credentials` */
  unlockCredentials: (cardId: string, options?: CallOptions): Promise<OutputOf<'unlockCardCredentials'>> =>
    send<OutputOf<'unlockCardCredentials'>>({ method: 'POST', path: `/cards/${segment(cardId)}/unlock-credentials`, options }),
  /** Read the card number. Every read and every refusal is recorded as an access event. It runs anew each time, whatever its `Idempotency-Key`: a repeat counts as a read of its own, and its access event names the first in `replayOf`. `POST /cards/{cardId}/details` */
  details: (cardId: string, body: Body<'getCardDetails'> = {}, options?: CallOptions): Promise<OutputOf<'getCardDetails'>> =>
    send<OutputOf<'getCardDetails'>>({ method: 'POST', path: `/cards/${segment(cardId)}/details`, body, options }),
  /** Attest to a purpose before reading the card number. A refusal for customer, agent, card, intent or approval is a 200 with `decision` "denied". `POST /cards/{cardId}/access` */
  requestAccess: (cardId: string, body: Body<'requestCardAccess'>, options?: CallOptions): Promise<OutputOf<'requestCardAccess'>> =>
    send<OutputOf<'requestCardAccess'>>({ method: 'POST', path: `/cards/${segment(cardId)}/access`, body, options }),
  /** List the looks at a card number. `GET /cards/{cardId}/access-events` */
  listAccessEvents: (cardId: string, query: Query<'listCardAccessEvents'> = {}, options?: CallOptions): Listing<Item<'listCardAccessEvents'>> =>
    listing<Item<'listCardAccessEvents'>>(send, { method: 'GET', path: `/cards/${segment(cardId)}/access-events`, query, options }),
  /** What holds for a card, what is spent and what is left. `GET /cards/{cardId}/policy` */
  policy: (cardId: string, options?: CallOptions): Promise<OutputOf<'getCardPolicy'>> =>
    send<OutputOf<'getCardPolicy'>>({ method: 'GET', path: `/cards/${segment(cardId)}/policy`, options }),
})

const accessEvents = (send: Send) => ({
  /** Read an access event. `GET /access-events/{accessEventId}` */
  get: (accessEventId: string, options?: CallOptions): Promise<OutputOf<'getAccessEvent'>> =>
    send<OutputOf<'getAccessEvent'>>({ method: 'GET', path: `/access-events/${segment(accessEventId)}`, options }),
})

const intents = (send: Send) => ({
  /** Declare an intent. The same `intentId` and body again answers 200 with the existing intent. A card has at most 1000 intents that are `pending` or `pending_approval`. `POST /cards/{cardId}/intents` */
  declare: (cardId: string, body: Body<'createIntent'>, options?: CallOptions): Promise<OutputOf<'createIntent'>> =>
    send<OutputOf<'createIntent'>>({ method: 'POST', path: `/cards/${segment(cardId)}/intents`, body, options }),
  /** List the intents of a card. `GET /cards/{cardId}/intents` */
  listForCard: (cardId: string, query: Query<'listCardIntents'> = {}, options?: CallOptions): Listing<Item<'listCardIntents'>> =>
    listing<Item<'listCardIntents'>>(send, { method: 'GET', path: `/cards/${segment(cardId)}/intents`, query, options }),
  /** List intents. `GET /intents` */
  list: (query: Query<'listIntents'> = {}, options?: CallOptions): Listing<Item<'listIntents'>> =>
    listing<Item<'listIntents'>>(send, { method: 'GET', path: '/intents', query, options }),
  /** Read an intent. `GET /intents/{intentId}` */
  get: (intentId: string, options?: CallOptions): Promise<OutputOf<'getIntent'>> =>
    send<OutputOf<'getIntent'>>({ method: 'GET', path: `/intents/${segment(intentId)}`, options }),
  /** Approve an intent. Where the policy says `requireSeparateApprover`, not by the key that declared it. `POST /intents/{intentId}/approve` */
  approve: (intentId: string, body: Body<'approveIntent'> = {}, options?: CallOptions): Promise<OutputOf<'approveIntent'>> =>
    send<OutputOf<'approveIntent'>>({ method: 'POST', path: `/intents/${segment(intentId)}/approve`, body, options }),
  /** Reject an intent. `POST /intents/{intentId}/reject` */
  reject: (intentId: string, body: Body<'rejectIntent'> = {}, options?: CallOptions): Promise<OutputOf<'rejectIntent'>> =>
    send<OutputOf<'rejectIntent'>>({ method: 'POST', path: `/intents/${segment(intentId)}/reject`, body, options }),
  /** Cancel an intent. `POST /intents/{intentId}/cancel` */
  cancel: (intentId: string, options?: CallOptions): Promise<OutputOf<'cancelIntent'>> =>
    send<OutputOf<'cancelIntent'>>({ method: 'POST', path: `/intents/${segment(intentId)}/cancel`, options }),
})

const approvals = (send: Send) => ({
  /** List approvals. `?status=pending` is the inbox. `GET /approvals` */
  list: (query: Query<'listApprovals'> = {}, options?: CallOptions): Listing<Item<'listApprovals'>> =>
    listing<Item<'listApprovals'>>(send, { method: 'GET', path: '/approvals', query, options }),
  /** Read an approval. `GET /approvals/{approvalId}` */
  get: (approvalId: string, options?: CallOptions): Promise<OutputOf<'getApproval'>> =>
    send<OutputOf<'getApproval'>>({ method: 'GET', path: `/approvals/${segment(approvalId)}`, options }),
})

const spend = (send: Send) => ({
  /** Check a spend without spending. At least one of `cardId`, `agentId` and `customerId` is required. Runs the same decision as an authorization. `POST /spend/evaluate` */
  evaluate: (body: Body<'evaluateSpend'>, query: Query<'evaluateSpend'> = {}, options?: CallOptions): Promise<OutputOf<'evaluateSpend'>> =>
    send<OutputOf<'evaluateSpend'>>({ method: 'POST', path: '/spend/evaluate', body, query, options }),
})

const transactions = (send: Send) => ({
  /** List transactions. `GET /transactions` */
  list: (query: Query<'listTransactions'> = {}, options?: CallOptions): Listing<Item<'listTransactions'>> =>
    listing<Item<'listTransactions'>>(send, { method: 'GET', path: '/transactions', query, options }),
  /** Read a transaction with every rule that was checked. `GET /transactions/{transactionId}` */
  get: (transactionId: string, options?: CallOptions): Promise<OutputOf<'getTransaction'>> =>
    send<OutputOf<'getTransaction'>>({ method: 'GET', path: `/transactions/${segment(transactionId)}`, options }),
})

const network = (send: Send) => ({
  /** Authorize a spend on a card. A decline is an answer, not an error. The same `networkReference` again gets the first answer, without a second hold. `POST /network/authorizations` */
  authorize: (body: Body<'createAuthorization'>, options?: CallOptions): Promise<OutputOf<'createAuthorization'>> =>
    send<OutputOf<'createAuthorization'>>({ method: 'POST', path: '/network/authorizations', body, options }),
  /** Authorize an added amount. `POST /network/authorizations/{transactionId}/increment` */
  increment: (transactionId: string, body: Body<'incrementAuthorization'>, options?: CallOptions): Promise<OutputOf<'incrementAuthorization'>> =>
    send<OutputOf<'incrementAuthorization'>>({ method: 'POST', path: `/network/authorizations/${segment(transactionId)}/increment`, body, options }),
  /** Capture an authorization, whole or in part. `POST /network/authorizations/{transactionId}/settle` */
  settle: (transactionId: string, body: Body<'settleAuthorization'> = {}, options?: CallOptions): Promise<OutputOf<'settleAuthorization'>> =>
    send<OutputOf<'settleAuthorization'>>({ method: 'POST', path: `/network/authorizations/${segment(transactionId)}/settle`, body, options }),
  /** Reverse an authorization, whole or in part. `POST /network/authorizations/{transactionId}/reverse` */
  reverse: (transactionId: string, body: Body<'reverseAuthorization'> = {}, options?: CallOptions): Promise<OutputOf<'reverseAuthorization'>> =>
    send<OutputOf<'reverseAuthorization'>>({ method: 'POST', path: `/network/authorizations/${segment(transactionId)}/reverse`, body, options }),
  /** Refund what was settled. `POST /network/refunds` */
  refund: (body: Body<'createRefund'>, options?: CallOptions): Promise<OutputOf<'createRefund'>> =>
    send<OutputOf<'createRefund'>>({ method: 'POST', path: '/network/refunds', body, options }),
  /** Post a capture without an authorization. `POST /network/force-captures` */
  forceCapture: (body: Body<'createForceCapture'>, options?: CallOptions): Promise<OutputOf<'createForceCapture'>> =>
    send<OutputOf<'createForceCapture'>>({ method: 'POST', path: '/network/force-captures', body, options }),
})

const webhooks = (send: Send) => ({
  /** Register a webhook. An account has at most 50 webhooks, disabled ones included. `POST /webhooks` */
  create: (body: Body<'createWebhook'>, options?: CallOptions): Promise<OutputOf<'createWebhook'>> =>
    send<OutputOf<'createWebhook'>>({ method: 'POST', path: '/webhooks', body, options }),
  /** List webhooks. `GET /webhooks` */
  list: (query: Query<'listWebhooks'> = {}, options?: CallOptions): Listing<Item<'listWebhooks'>> =>
    listing<Item<'listWebhooks'>>(send, { method: 'GET', path: '/webhooks', query, options }),
  /** Read a webhook. `GET /webhooks/{webhookId}` */
  get: (webhookId: string, options?: CallOptions): Promise<OutputOf<'getWebhook'>> =>
    send<OutputOf<'getWebhook'>>({ method: 'GET', path: `/webhooks/${segment(webhookId)}`, options }),
  /** Change a webhook. `PATCH /webhooks/{webhookId}` */
  update: (webhookId: string, body: Body<'updateWebhook'>, options?: CallOptions): Promise<OutputOf<'updateWebhook'>> =>
    send<OutputOf<'updateWebhook'>>({ method: 'PATCH', path: `/webhooks/${segment(webhookId)}`, body, options }),
  /** Delete a webhook. `DELETE /webhooks/{webhookId}` */
  delete: (webhookId: string, options?: CallOptions): Promise<OutputOf<'deleteWebhook'>> =>
    send<OutputOf<'deleteWebhook'>>({ method: 'DELETE', path: `/webhooks/${segment(webhookId)}`, options }),
  /** Give a webhook a new secret. Both secrets sign for 24 hours. `POST /webhooks/{webhookId}/rotate-secret` */
  rotateSecret: (webhookId: string, options?: CallOptions): Promise<OutputOf<'rotateWebhookSecret'>> =>
    send<OutputOf<'rotateWebhookSecret'>>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/rotate-secret`, options }),
  /** Send a test event. `POST /webhooks/{webhookId}/test` */
  test: (webhookId: string, options?: CallOptions): Promise<OutputOf<'testWebhook'>> =>
    send<OutputOf<'testWebhook'>>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/test`, options }),
  /** List the deliveries of a webhook. `GET /webhooks/{webhookId}/deliveries` */
  listDeliveries: (webhookId: string, query: Query<'listDeliveries'> = {}, options?: CallOptions): Listing<Item<'listDeliveries'>> =>
    listing<Item<'listDeliveries'>>(send, { method: 'GET', path: `/webhooks/${segment(webhookId)}/deliveries`, query, options }),
  /** Read a delivery with its attempts. `GET /webhooks/{webhookId}/deliveries/{deliveryId}` */
  getDelivery: (webhookId: string, deliveryId: string, options?: CallOptions): Promise<OutputOf<'getDelivery'>> =>
    send<OutputOf<'getDelivery'>>({ method: 'GET', path: `/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}`, options }),
  /** Send a delivery once more. `POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry` */
  retryDelivery: (webhookId: string, deliveryId: string, options?: CallOptions): Promise<OutputOf<'retryDelivery'>> =>
    send<OutputOf<'retryDelivery'>>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}/retry`, options }),
})

const events = (send: Send) => ({
  /** List events. Kept for 30 days. `GET /events` */
  list: (query: Query<'listEvents'> = {}, options?: CallOptions): Listing<Item<'listEvents'>> =>
    listing<Item<'listEvents'>>(send, { method: 'GET', path: '/events', query, options }),
  /** Read an event. `GET /events/{eventId}` */
  get: (eventId: string, options?: CallOptions): Promise<OutputOf<'getEvent'>> =>
    send<OutputOf<'getEvent'>>({ method: 'GET', path: `/events/${segment(eventId)}`, options }),
})

const apiKeys = (send: Send) => ({
  /** Create an API key. `POST /api-keys` */
  create: (body: Body<'createApiKey'>, options?: CallOptions): Promise<OutputOf<'createApiKey'>> =>
    send<OutputOf<'createApiKey'>>({ method: 'POST', path: '/api-keys', body, options }),
  /** List API keys. `GET /api-keys` */
  list: (query: Query<'listApiKeys'> = {}, options?: CallOptions): Listing<Item<'listApiKeys'>> =>
    listing<Item<'listApiKeys'>>(send, { method: 'GET', path: '/api-keys', query, options }),
  /** Read an API key. `GET /api-keys/{keyId}` */
  get: (keyId: string, options?: CallOptions): Promise<OutputOf<'getApiKey'>> =>
    send<OutputOf<'getApiKey'>>({ method: 'GET', path: `/api-keys/${segment(keyId)}`, options }),
  /** Revoke an API key at once. `DELETE /api-keys/{keyId}` */
  revoke: (keyId: string, options?: CallOptions): Promise<OutputOf<'revokeApiKey'>> =>
    send<OutputOf<'revokeApiKey'>>({ method: 'DELETE', path: `/api-keys/${segment(keyId)}`, options }),
  /** Give an API key a new secret. The old secret stays valid during the overlap. An older one that still was ends at once: a key has two at most. `POST /api-keys/{keyId}/rotate` */
  rotate: (keyId: string, body: Body<'rotateApiKey'> = {}, options?: CallOptions): Promise<OutputOf<'rotateApiKey'>> =>
    send<OutputOf<'rotateApiKey'>>({ method: 'POST', path: `/api-keys/${segment(keyId)}/rotate`, body, options }),
})

const audit = (send: Send) => ({
  /** List audit entries. What anybody has changed. The id of an approval finds the entries of its intent. `GET /audit` */
  list: (query: Query<'listAudit'> = {}, options?: CallOptions): Listing<Item<'listAudit'>> =>
    listing<Item<'listAudit'>>(send, { method: 'GET', path: '/audit', query, options }),
  /** Read the signed end of the audit trail. Kept elsewhere, it shows later that nothing up to it was changed or removed. `GET /audit/head` */
  head: (options?: CallOptions): Promise<OutputOf<'getAuditHead'>> =>
    send<OutputOf<'getAuditHead'>>({ method: 'GET', path: '/audit/head', options }),
  /** Read an audit entry. `GET /audit/{auditId}` */
  get: (auditId: string, options?: CallOptions): Promise<OutputOf<'getAuditEntry'>> =>
    send<OutputOf<'getAuditEntry'>>({ method: 'GET', path: `/audit/${segment(auditId)}`, options }),
})

const testClock = (send: Send) => ({
  /** Read the test clock. `GET /test-clock` */
  get: (options?: CallOptions): Promise<OutputOf<'getTestClock'>> =>
    send<OutputOf<'getTestClock'>>({ method: 'GET', path: '/test-clock', options }),
  /** Move the test clock and run what falls due. `POST /test-clock/advance` */
  advance: (body: Body<'advanceTestClock'>, options?: CallOptions): Promise<OutputOf<'advanceTestClock'>> =>
    send<OutputOf<'advanceTestClock'>>({ method: 'POST', path: '/test-clock/advance', body, options }),
})

/** Every operation, grouped by resource. */
export class Api {
  readonly customers: ReturnType<typeof customers>
  readonly agents: ReturnType<typeof agents>
  readonly cards: ReturnType<typeof cards>
  readonly accessEvents: ReturnType<typeof accessEvents>
  readonly intents: ReturnType<typeof intents>
  readonly approvals: ReturnType<typeof approvals>
  readonly spend: ReturnType<typeof spend>
  readonly transactions: ReturnType<typeof transactions>
  readonly network: ReturnType<typeof network>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly events: ReturnType<typeof events>
  readonly apiKeys: ReturnType<typeof apiKeys>
  readonly audit: ReturnType<typeof audit>
  readonly testClock: ReturnType<typeof testClock>

  constructor(send: Send) {
    this.customers = customers(send)
    this.agents = agents(send)
    this.cards = cards(send)
    this.accessEvents = accessEvents(send)
    this.intents = intents(send)
    this.approvals = approvals(send)
    this.spend = spend(send)
    this.transactions = transactions(send)
    this.network = network(send)
    this.webhooks = webhooks(send)
    this.events = events(send)
    this.apiKeys = apiKeys(send)
    this.audit = audit(send)
    this.testClock = testClock(send)
  }
}
