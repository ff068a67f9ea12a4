// Generated from src/contract/operations.ts by tools/generate.ts. Do not edit.
import { type Listing, listing } from './listing.ts'
import { type CallOptions, segment, type Send } from './send.ts'
import type * as types from './types.ts'

const customers = (send: Send) => ({
  /** Create a customer. At least one of `email` and `name` is required. `POST /customers` */
  create: (body: types.CreateCustomerBody, options?: CallOptions): Promise<types.ChangedCustomer> =>
    send<types.ChangedCustomer>({ method: 'POST', path: '/customers', body, options }),
  /** List customers. `GET /customers` */
  list: (query: types.ListCustomersQuery = {}, options?: CallOptions): Listing<types.Customer> =>
    listing<types.Customer>(send, { method: 'GET', path: '/customers', query, options }),
  /** Read a customer. `GET /customers/{customerId}` */
  get: (customerId: string, options?: CallOptions): Promise<types.Customer> =>
    send<types.Customer>({ method: 'GET', path: `/customers/${segment(customerId)}`, options }),
  /** Change a customer. Objects are merged (RFC 7396): an absent field stays as it is, `null` unsets a field, and arrays are replaced whole. `PATCH /customers/{customerId}` */
  update: (customerId: string, body: types.UpdateCustomerBody, query: types.UpdateCustomerQuery = {}, options?: CallOptions): Promise<types.ChangedCustomer> =>
    send<types.ChangedCustomer>({ method: 'PATCH', path: `/customers/${segment(customerId)}`, body, query, options }),
  /** Read the effective policy of a customer. The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit. `GET /customers/{customerId}/policy` */
  policy: (customerId: string, options?: CallOptions): Promise<types.PolicySummary> =>
    send<types.PolicySummary>({ method: 'GET', path: `/customers/${segment(customerId)}/policy`, options }),
  /** Read what a customer may spend now. The remaining and the held amount of every limit, the other rules that apply, and what waits for a person. `GET /customers/{customerId}/budget` */
  budget: (customerId: string, options?: CallOptions): Promise<types.Budget> =>
    send<types.Budget>({ method: 'GET', path: `/customers/${segment(customerId)}/budget`, options }),
  /** Read the most that can still be approved for a customer. The most that can be approved in the next 24 hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never possible to approve more. `GET /customers/{customerId}/exposure` */
  exposure: (customerId: string, options?: CallOptions): Promise<types.Exposure> =>
    send<types.Exposure>({ method: 'GET', path: `/customers/${segment(customerId)}/exposure`, options }),
  /** Compare the shadow policy of a customer with its policy. `GET /customers/{customerId}/shadow` */
  shadow: (customerId: string, options?: CallOptions): Promise<types.Shadow> =>
    send<types.Shadow>({ method: 'GET', path: `/customers/${segment(customerId)}/shadow`, options }),
  /** Make the shadow policy of a customer its policy. The shadow policy replaces `policy`. Then there is no shadow policy. `POST /customers/{customerId}/shadow/promote` */
  promoteShadow: (customerId: string, body: types.PromoteCustomerShadowBody = {}, options?: CallOptions): Promise<types.ChangedCustomer> =>
    send<types.ChangedCustomer>({ method: 'POST', path: `/customers/${segment(customerId)}/shadow/promote`, body, options }),
})

const agents = (send: Send) => ({
  /** Register an agent. Idempotent by `externalId`: the same customer gets the existing agent, unchanged, with status 200. `POST /agents` */
  create: (body: types.CreateAgentBody, options?: CallOptions): Promise<types.ChangedAgent> =>
    send<types.ChangedAgent>({ method: 'POST', path: '/agents', body, options }),
  /** List agents. `GET /agents` */
  list: (query: types.ListAgentsQuery = {}, options?: CallOptions): Listing<types.Agent> =>
    listing<types.Agent>(send, { method: 'GET', path: '/agents', query, options }),
  /** Read an agent. `GET /agents/{agentId}` */
  get: (agentId: string, options?: CallOptions): Promise<types.Agent> =>
    send<types.Agent>({ method: 'GET', path: `/agents/${segment(agentId)}`, options }),
  /** Change an agent. Objects are merged (RFC 7396). `disabled` is final. `PATCH /agents/{agentId}` */
  update: (agentId: string, body: types.UpdateAgentBody, query: types.UpdateAgentQuery = {}, options?: CallOptions): Promise<types.ChangedAgent> =>
    send<types.ChangedAgent>({ method: 'PATCH', path: `/agents/${segment(agentId)}`, body, query, options }),
  /** Delete an agent and close its cards. The transactions of the agent stay readable; the `externalId` is free again. `DELETE /agents/{agentId}` */
  delete: (agentId: string, options?: CallOptions): Promise<types.Agent> =>
    send<types.Agent>({ method: 'DELETE', path: `/agents/${segment(agentId)}`, options }),
  /** Read the effective policy of an agent. The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit. `GET /agents/{agentId}/policy` */
  policy: (agentId: string, options?: CallOptions): Promise<types.PolicySummary> =>
    send<types.PolicySummary>({ method: 'GET', path: `/agents/${segment(agentId)}/policy`, options }),
  /** Read the most that can still be approved for an agent. The most that can be approved in the next 24 hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never possible to approve more. `GET /agents/{agentId}/exposure` */
  exposure: (agentId: string, options?: CallOptions): Promise<types.Exposure> =>
    send<types.Exposure>({ method: 'GET', path: `/agents/${segment(agentId)}/exposure`, options }),
  /** Compare the shadow policy of an agent with its policy. `GET /agents/{agentId}/shadow` */
  shadow: (agentId: string, options?: CallOptions): Promise<types.Shadow> =>
    send<types.Shadow>({ method: 'GET', path: `/agents/${segment(agentId)}/shadow`, options }),
  /** Make the shadow policy of an agent its policy. The shadow policy replaces `policy`. Then there is no shadow policy. `POST /agents/{agentId}/shadow/promote` */
  promoteShadow: (agentId: string, body: types.PromoteAgentShadowBody = {}, options?: CallOptions): Promise<types.ChangedAgent> =>
    send<types.ChangedAgent>({ method: 'POST', path: `/agents/${segment(agentId)}/shadow/promote`, body, options }),
  /** Read what stood in the way of an agent, by shop. The obstacles that the agent has reported with `POST /intents/{intentId}/report`, counted for each shop. `GET /agents/{agentId}/obstacles` */
  obstacles: (agentId: string, options?: CallOptions): Promise<types.AgentObstacles> =>
    send<types.AgentObstacles>({ method: 'GET', path: `/agents/${segment(agentId)}/obstacles`, options }),
  /** Read what an agent may spend now. The remaining amount of every limit, the other rules that apply, what waits for a person, and the same for each of its cards. `GET /agents/{agentId}/budget` */
  budget: (agentId: string, options?: CallOptions): Promise<types.AgentBudget> =>
    send<types.AgentBudget>({ method: 'GET', path: `/agents/${segment(agentId)}/budget`, options }),
})

const cards = (send: Send) => ({
  /** Issue a card. `POST /cards` */
  create: (body: types.CreateCardBody, options?: CallOptions): Promise<types.ChangedCard> =>
    send<types.ChangedCard>({ method: 'POST', path: '/cards', body, options }),
  /** List cards. `GET /cards` */
  list: (query: types.ListCardsQuery = {}, options?: CallOptions): Listing<types.Card> =>
    listing<types.Card>(send, { method: 'GET', path: '/cards', query, options }),
  /** Read a card. `GET /cards/{cardId}` */
  get: (cardId: string, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'GET', path: `/cards/${segment(cardId)}`, options }),
  /** Change a card. Objects are merged (RFC 7396). `status` does the same as the action of that name. `PATCH /cards/{cardId}` */
  update: (cardId: string, body: types.UpdateCardBody, query: types.UpdateCardQuery = {}, options?: CallOptions): Promise<types.ChangedCard> =>
    send<types.ChangedCard>({ method: 'PATCH', path: `/cards/${segment(cardId)}`, body, query, options }),
  /** Freeze a card. `POST /cards/{cardId}/freeze` */
  freeze: (cardId: string, body: types.FreezeCardBody = {}, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/freeze`, body, options }),
  /** Unfreeze a card. `POST /cards/{cardId}/unfreeze` */
  unfreeze: (cardId: string, body: types.UnfreezeCardBody = {}, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/unfreeze`, body, options }),
  /** Close a card for good. `POST /cards/{cardId}/close` */
  close: (cardId: string, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/close`, options }),
  /** Allow purchases by number again after wrong expiries or CVVs. Resets the count of wrong expiries and CVVs. If the count is zero, nothing happens. `POST /cards/{cardId}/unlock-credentials` */
  unlockCredentials: (cardId: string, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/unlock-credentials`, options }),
  /** Repeat the calls to the issuer of a card. Repeats calls that the issuer refused or that were given up, and makes waiting calls at once, with the present billing address and name. If there are none, nothing happens. `POST /cards/{cardId}/retry-issuer` */
  retryIssuer: (cardId: string, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/retry-issuer`, options }),
  /** Have the issuer of a card show its number. Checks, counts and records the same as `POST /cards/{cardId}/details`. The answer has no number: the issuer's own script shows it in the browser, once. `POST /cards/{cardId}/number-session` */
  numberSession: (cardId: string, body: types.CreateNumberSessionBody = {}, options?: CallOptions): Promise<types.NumberSession> =>
    send<types.NumberSession>({ method: 'POST', path: `/cards/${segment(cardId)}/number-session`, body, options }),
  /** Read the card number. Every read and every refusal is recorded as an access event. The operation runs each time, even with the same `Idempotency-Key`: a repeat counts as a read of its own, and its access event names the first one in `replayOf`. A person who has a passkey has to send `proof`, and every person has to if the account sets `numbersNeedPasskey`: see `POST /cards/{cardId}/details-options`. `POST /cards/{cardId}/details` */
  details: (cardId: string, body: types.GetCardDetailsBody = {}, options?: CallOptions): Promise<types.CardCredentials> =>
    send<types.CardCredentials>({ method: 'POST', path: `/cards/${segment(cardId)}/details`, body, options }),
  /** Begin to confirm a read of a card number by passkey. Answers a challenge for the card, `intentId` and `purpose`, valid once, for five minutes. For people alone. What an authenticator signs for the challenge is the `proof` of that read, and of no other. `POST /cards/{cardId}/details-options` */
  detailsOptions: (cardId: string, body: types.CreateDetailsOptionsBody = {}, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: `/cards/${segment(cardId)}/details-options`, body, options }),
  /** Attest to a purpose before reading the card number. A refusal because of the customer, agent, card, intent or approval is answered with 200 and `decision` "denied". `POST /cards/{cardId}/access` */
  requestAccess: (cardId: string, body: types.RequestCardAccessBody, options?: CallOptions): Promise<types.AccessEvent> =>
    send<types.AccessEvent>({ method: 'POST', path: `/cards/${segment(cardId)}/access`, body, options }),
  /** List the reads of a card number. `GET /cards/{cardId}/access-events` */
  listAccessEvents: (cardId: string, query: types.ListCardAccessEventsQuery = {}, options?: CallOptions): Listing<types.AccessEvent> =>
    listing<types.AccessEvent>(send, { method: 'GET', path: `/cards/${segment(cardId)}/access-events`, query, options }),
  /** Read the effective policy of a card. The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit. `GET /cards/{cardId}/policy` */
  policy: (cardId: string, options?: CallOptions): Promise<types.PolicySummary> =>
    send<types.PolicySummary>({ method: 'GET', path: `/cards/${segment(cardId)}/policy`, options }),
  /** Read the most that can still be approved for a card. The most that can be approved in the next 24 hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never possible to approve more. `GET /cards/{cardId}/exposure` */
  exposure: (cardId: string, options?: CallOptions): Promise<types.Exposure> =>
    send<types.Exposure>({ method: 'GET', path: `/cards/${segment(cardId)}/exposure`, options }),
  /** Compare the shadow policy of a card with its policy. `GET /cards/{cardId}/shadow` */
  shadow: (cardId: string, options?: CallOptions): Promise<types.Shadow> =>
    send<types.Shadow>({ method: 'GET', path: `/cards/${segment(cardId)}/shadow`, options }),
  /** Make the shadow policy of a card its policy. The shadow policy replaces `policy`. Then there is no shadow policy. `POST /cards/{cardId}/shadow/promote` */
  promoteShadow: (cardId: string, body: types.PromoteCardShadowBody = {}, options?: CallOptions): Promise<types.ChangedCard> =>
    send<types.ChangedCard>({ method: 'POST', path: `/cards/${segment(cardId)}/shadow/promote`, body, options }),
  /** Read what a card may spend now. The remaining amount of every limit, the other rules that apply, and what waits for a person. `GET /cards/{cardId}/budget` */
  budget: (cardId: string, options?: CallOptions): Promise<types.Budget> =>
    send<types.Budget>({ method: 'GET', path: `/cards/${segment(cardId)}/budget`, options }),
  /** Read the card number, sealed for a filler. Checks, counts and records the same as `POST /cards/{cardId}/details`. The number in the answer is sealed: only the filler of the agent can open it, and the caller cannot. `POST /cards/{cardId}/sealed-details` */
  sealedDetails: (cardId: string, body: types.SealCardDetailsBody, options?: CallOptions): Promise<types.SealedDetails> =>
    send<types.SealedDetails>({ method: 'POST', path: `/cards/${segment(cardId)}/sealed-details`, body, options }),
})

const accessEvents = (send: Send) => ({
  /** Read an access event. `GET /access-events/{accessEventId}` */
  get: (accessEventId: string, options?: CallOptions): Promise<types.AccessEvent> =>
    send<types.AccessEvent>({ method: 'GET', path: `/access-events/${segment(accessEventId)}`, options }),
})

const fillers = (send: Send) => ({
  /** Register a filler, which enters card numbers for an agent. A filler is registered by its public key. An agent has at most 20. A person who has a passkey has to confirm it with `proof`, like a read of a number. `POST /agents/{agentId}/fillers` */
  create: (agentId: string, body: types.CreateFillerBody, options?: CallOptions): Promise<types.Filler> =>
    send<types.Filler>({ method: 'POST', path: `/agents/${segment(agentId)}/fillers`, body, options }),
  /** List the fillers of an agent. `GET /agents/{agentId}/fillers` */
  list: (agentId: string, query: types.ListFillersQuery = {}, options?: CallOptions): Listing<types.Filler> =>
    listing<types.Filler>(send, { method: 'GET', path: `/agents/${segment(agentId)}/fillers`, query, options }),
  /** Delete a filler. No card number is sealed for the filler any more. The filler can still open what was sealed for it before. `DELETE /fillers/{fillerId}` */
  delete: (fillerId: string, options?: CallOptions): Promise<types.Filler> =>
    send<types.Filler>({ method: 'DELETE', path: `/fillers/${segment(fillerId)}`, options }),
})

const intents = (send: Send) => ({
  /** Declare an intent. A repeated request with the same `intentId` and body is answered with 200 and the existing intent. A card has at most 1000 intents that are `pending` or `pending_approval`. `POST /cards/{cardId}/intents` */
  declare: (cardId: string, body: types.CreateIntentBody, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/cards/${segment(cardId)}/intents`, body, options }),
  /** List the intents of a card. `GET /cards/{cardId}/intents` */
  listForCard: (cardId: string, query: types.ListCardIntentsQuery = {}, options?: CallOptions): Listing<types.Intent> =>
    listing<types.Intent>(send, { method: 'GET', path: `/cards/${segment(cardId)}/intents`, query, options }),
  /** List intents. `GET /intents` */
  list: (query: types.ListIntentsQuery = {}, options?: CallOptions): Listing<types.Intent> =>
    listing<types.Intent>(send, { method: 'GET', path: '/intents', query, options }),
  /** Read an intent. With `waitSeconds` the answer comes when the status has changed, or after that time, or at once if the status is final. A caller can have at most 256 such requests on a node. `GET /intents/{intentId}` */
  get: (intentId: string, query: types.GetIntentQuery = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'GET', path: `/intents/${segment(intentId)}`, query, options }),
  /** Approve an intent. If the policy sets `requireSeparateApprover`, the key that declared the intent cannot approve it. Above `approvalPasskeyAbove` of the account, a person has to send `proof`: the answer of a passkey to `POST /intents/{intentId}/approval-options`. `POST /intents/{intentId}/approve` */
  approve: (intentId: string, body: types.ApproveIntentBody = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/approve`, body, options }),
  /** Reject an intent. Rejecting takes `proof` if approving the intent takes it. `POST /intents/{intentId}/reject` */
  reject: (intentId: string, body: types.RejectIntentBody = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/reject`, body, options }),
  /** Cancel an intent. `POST /intents/{intentId}/cancel` */
  cancel: (intentId: string, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/cancel`, options }),
  /** Revoke the approval of an intent. While no purchase has matched the intent: it becomes `canceled`, and what was released for it permits no further read of a number. It only narrows, so it takes no passkey, and whoever declared the intent may do it, too. `POST /intents/{intentId}/revoke-approval` */
  revokeApproval: (intentId: string, body: types.RevokeApprovalBody = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/revoke-approval`, body, options }),
  /** Report how the purchase of an intent ended. The intent may have any status. The last report counts; repeating it changes nothing. `POST /intents/{intentId}/report` */
  report: (intentId: string, body: types.ReportIntentBody, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/report`, body, options }),
  /** Begin to confirm a decision by passkey. A challenge for the intent as it is, its ceiling and the decision, which a passkey of the person signs. For people alone. `POST /intents/{intentId}/approval-options` */
  approvalOptions: (intentId: string, body: types.CreateApprovalOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: `/intents/${segment(intentId)}/approval-options`, body, options }),
})

const approvals = (send: Send) => ({
  /** List approvals. With `?status=pending`, those that wait for a decision. `GET /approvals` */
  list: (query: types.ListApprovalsQuery = {}, options?: CallOptions): Listing<types.Approval> =>
    listing<types.Approval>(send, { method: 'GET', path: '/approvals', query, options }),
  /** Read an approval. `GET /approvals/{approvalId}` */
  get: (approvalId: string, options?: CallOptions): Promise<types.Approval> =>
    send<types.Approval>({ method: 'GET', path: `/approvals/${segment(approvalId)}`, options }),
  /** Read what a passkey signed for an approval. Everything that another party needs to verify who decided, what the decision was about, and how it was made. `GET /approvals/{approvalId}/proof` */
  proof: (approvalId: string, options?: CallOptions): Promise<types.ApprovalProof> =>
    send<types.ApprovalProof>({ method: 'GET', path: `/approvals/${segment(approvalId)}/proof`, options }),
})

const changeRequests = (send: Send) => ({
  /** Ask for a change of a card or an agent. A person decides about the change request. With `once` it asks for an exception for the purchase of one intent. A request for the same change, before the first one expires, is answered with 200 and the first one as it stands. At most 20 requests of an agent, or of a card without an agent, can wait. `POST /change-requests` */
  create: (body: types.CreateChangeRequestBody, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: '/change-requests', body, options }),
  /** List change requests. With `?status=pending`, those that wait for a person. `GET /change-requests` */
  list: (query: types.ListChangeRequestsQuery = {}, options?: CallOptions): Listing<types.ChangeRequest> =>
    listing<types.ChangeRequest>(send, { method: 'GET', path: '/change-requests', query, options }),
  /** Read a change request. `GET /change-requests/{changeRequestId}` */
  get: (changeRequestId: string, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'GET', path: `/change-requests/${segment(changeRequestId)}`, options }),
  /** Approve a change request. Makes the change, as a PATCH would; for an exception it approves the intent instead, and no policy changes. If the policy sets `requireSeparateApprover`, neither the key that requested the change nor a key that it created can approve it. If more than `approvalPasskeyAbove` could then be spent without a person, a person has to confirm it with `proof`. `POST /change-requests/{changeRequestId}/approve` */
  approve: (changeRequestId: string, body: types.ApproveChangeRequestBody = {}, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: `/change-requests/${segment(changeRequestId)}/approve`, body, options }),
  /** Reject a change request. `POST /change-requests/{changeRequestId}/reject` */
  reject: (changeRequestId: string, body: types.RejectChangeRequestBody = {}, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: `/change-requests/${segment(changeRequestId)}/reject`, body, options }),
  /** Cancel a change request. `POST /change-requests/{changeRequestId}/cancel` */
  cancel: (changeRequestId: string, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: `/change-requests/${segment(changeRequestId)}/cancel`, options }),
})

const challenges = (send: Send) => ({
  /** List challenges. An issuer's questions whether the cardholder agrees to a purchase (3-D Secure). With `?status=pending`, those that wait. `GET /challenges` */
  list: (query: types.ListChallengesQuery = {}, options?: CallOptions): Listing<types.Challenge> =>
    listing<types.Challenge>(send, { method: 'GET', path: '/challenges', query, options }),
  /** Read a challenge. `GET /challenges/{challengeId}` */
  get: (challengeId: string, options?: CallOptions): Promise<types.Challenge> =>
    send<types.Challenge>({ method: 'GET', path: `/challenges/${segment(challengeId)}`, options }),
  /** Approve a challenge. The issuer is told that the cardholder agrees. Above `approvalPasskeyAbove` of the account, or without an amount, a person has to confirm it with `proof`. A challenge that waits for the approval of an intent is answered by deciding about that intent. `POST /challenges/{challengeId}/approve` */
  approve: (challengeId: string, body: types.ApproveChallengeBody = {}, options?: CallOptions): Promise<types.Challenge> =>
    send<types.Challenge>({ method: 'POST', path: `/challenges/${segment(challengeId)}/approve`, body, options }),
  /** Decline a challenge. The issuer is told that the cardholder does not agree. Above `approvalPasskeyAbove` of the account, or without an amount, a person has to confirm it with `proof`. A challenge that waits for the approval of an intent is answered by deciding about that intent. `POST /challenges/{challengeId}/decline` */
  decline: (challengeId: string, body: types.DeclineChallengeBody = {}, options?: CallOptions): Promise<types.Challenge> =>
    send<types.Challenge>({ method: 'POST', path: `/challenges/${segment(challengeId)}/decline`, body, options }),
})

const subscriptions = (send: Send) => ({
  /** Ask for a subscription. While the subscription is active, one purchase in each period at its merchant, of at most `maxAmount`, matches it as it would match an intent. The subscription waits for a person if an intent of `maxAmount` would. A card has at most 100 subscriptions that have not ended, and an agent at most 20 that wait. `POST /cards/{cardId}/subscriptions` */
  create: (cardId: string, body: types.CreateSubscriptionBody, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'POST', path: `/cards/${segment(cardId)}/subscriptions`, body, options }),
  /** List the subscriptions of a card. `GET /cards/{cardId}/subscriptions` */
  listForCard: (cardId: string, query: types.ListCardSubscriptionsQuery = {}, options?: CallOptions): Listing<types.Subscription> =>
    listing<types.Subscription>(send, { method: 'GET', path: `/cards/${segment(cardId)}/subscriptions`, query, options }),
  /** List subscriptions. With `?status=pending_approval`, those that wait for a person. `GET /subscriptions` */
  list: (query: types.ListSubscriptionsQuery = {}, options?: CallOptions): Listing<types.Subscription> =>
    listing<types.Subscription>(send, { method: 'GET', path: '/subscriptions', query, options }),
  /** Read a subscription. `GET /subscriptions/{subscriptionId}` */
  get: (subscriptionId: string, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'GET', path: `/subscriptions/${segment(subscriptionId)}`, options }),
  /** Approve a subscription. The first period of the subscription begins now. If the policy sets `requireSeparateApprover`, the key that asked for it cannot approve it. If `maxAmount` is above `approvalPasskeyAbove` of the account, a person has to confirm it with `proof`. `POST /subscriptions/{subscriptionId}/approve` */
  approve: (subscriptionId: string, body: types.ApproveSubscriptionBody = {}, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'POST', path: `/subscriptions/${segment(subscriptionId)}/approve`, body, options }),
  /** Reject a subscription. Rejecting or resuming a subscription takes `proof` if approving it does. `POST /subscriptions/{subscriptionId}/reject` */
  reject: (subscriptionId: string, body: types.RejectSubscriptionBody = {}, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'POST', path: `/subscriptions/${segment(subscriptionId)}/reject`, body, options }),
  /** Pause a subscription. No purchase matches the subscription until it is resumed. Its periods go on. `POST /subscriptions/{subscriptionId}/pause` */
  pause: (subscriptionId: string, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'POST', path: `/subscriptions/${segment(subscriptionId)}/pause`, options }),
  /** Resume a subscription. Rejecting or resuming a subscription takes `proof` if approving it does. `POST /subscriptions/{subscriptionId}/resume` */
  resume: (subscriptionId: string, body: types.ResumeSubscriptionBody = {}, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'POST', path: `/subscriptions/${segment(subscriptionId)}/resume`, body, options }),
  /** Cancel a subscription. Canceling is final. What the merchant charges afterwards is decided like any other purchase. `POST /subscriptions/{subscriptionId}/cancel` */
  cancel: (subscriptionId: string, options?: CallOptions): Promise<types.Subscription> =>
    send<types.Subscription>({ method: 'POST', path: `/subscriptions/${segment(subscriptionId)}/cancel`, options }),
})

const spend = (send: Send) => ({
  /** Check a spend without spending. At least one of `cardId`, `agentId` and `customerId` is required. Runs the same decision as an authorization. `POST /spend/evaluate` */
  evaluate: (body: types.EvaluateSpendBody, query: types.EvaluateSpendQuery = {}, options?: CallOptions): Promise<types.Evaluation> =>
    send<types.Evaluation>({ method: 'POST', path: '/spend/evaluate', body, query, options }),
})

const policies = (send: Send) => ({
  /** Decide past purchases again under other rules. Makes each decision of the range again, in order, with the changed rules and the amounts that would then have been spent. It changes nothing. One call covers at most 250,000 authorizations and steps of the customer. `POST /policies/backtest` */
  backtest: (body: types.BacktestPolicyBody, options?: CallOptions): Promise<types.Backtest> =>
    send<types.Backtest>({ method: 'POST', path: '/policies/backtest', body, options }),
})

const merchants = (send: Send) => ({
  /** Explain why two merchant names match or not. Compares a name as an acquirer wrote it with one as a policy lists it, exactly as decisions do. `city` and `country` are those of the authorization. `POST /merchants/explain` */
  explain: (body: types.ExplainMerchantBody, options?: CallOptions): Promise<types.MerchantExplanation> =>
    send<types.MerchantExplanation>({ method: 'POST', path: '/merchants/explain', body, options }),
})

const transactions = (send: Send) => ({
  /** List transactions. With `status`, `merchant`, `merchantName`, `mcc`, `currency`, `minAmount`, `maxAmount`, `reason`, `without` or `summed`, a page reads a bounded number of transactions: it may end early or be empty, and still have `hasMore`. `GET /transactions` */
  list: (query: types.ListTransactionsQuery = {}, options?: CallOptions): Listing<types.Transaction> =>
    listing<types.Transaction>(send, { method: 'GET', path: '/transactions', query, options }),
  /** Read a transaction with every rule that was checked. `GET /transactions/{transactionId}` */
  get: (transactionId: string, options?: CallOptions): Promise<types.TransactionWithTrace> =>
    send<types.TransactionWithTrace>({ method: 'GET', path: `/transactions/${segment(transactionId)}`, options }),
  /** Get the signed receipt of a decision. The receipt says what was decided at that time, whatever happened later. Declines have a receipt, too. Everybody can verify a receipt offline with the keys of `GET /.well-known/jwks.json`. `GET /transactions/{transactionId}/receipt` */
  receipt: (transactionId: string, options?: CallOptions): Promise<types.Receipt> =>
    send<types.Receipt>({ method: 'GET', path: `/transactions/${segment(transactionId)}/receipt`, options }),
  /** Note something beside a transaction. `metadata` and `coding` are merged (RFC 7396); `null` unsets. The decision stays as it is, and no decision reads the notes. Keys of agents and approvers may set `memo` and `coding`, and no `metadata`. `PATCH /transactions/{transactionId}` */
  update: (transactionId: string, body: types.UpdateTransactionBody, query: types.UpdateTransactionQuery = {}, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'PATCH', path: `/transactions/${segment(transactionId)}`, body, query, options }),
  /** Attach a document to a transaction. A receipt or an invoice: PDF, JPEG, PNG, WebP or EML by its content, at most 5 MiB, at most 10 of a transaction. The body is JSON, or the file itself with its own `Content-Type` and `?name=`. It is stored sealed. The same file again is answered 200 with the document that is there. `POST /transactions/{transactionId}/documents` */
  attachDocument: (transactionId: string, body: types.AttachTransactionDocumentBody, options?: CallOptions): Promise<types.TransactionDocument> =>
    send<types.TransactionDocument>({ method: 'POST', path: `/transactions/${segment(transactionId)}/documents`, body, options }),
  /** List the documents of a transaction. `GET /transactions/{transactionId}/documents` */
  documents: (transactionId: string, options?: CallOptions): Promise<types.TransactionDocuments> =>
    send<types.TransactionDocuments>({ method: 'GET', path: `/transactions/${segment(transactionId)}/documents`, options }),
  /** Read a document of a transaction. The file, as an attachment. With an `Accept` that names `application/json` it is JSON with the bytes as base64. `GET /transactions/{transactionId}/documents/{documentId}` */
  document: (transactionId: string, documentId: string, options?: CallOptions): Promise<types.TransactionDocumentWithContent> =>
    send<types.TransactionDocumentWithContent>({ method: 'GET', path: `/transactions/${segment(transactionId)}/documents/${segment(documentId)}`, options }),
  /** Delete a document of a transaction. The audit trail keeps its name and hash. `DELETE /transactions/{transactionId}/documents/{documentId}` */
  deleteDocument: (transactionId: string, documentId: string, options?: CallOptions): Promise<types.TransactionDocument> =>
    send<types.TransactionDocument>({ method: 'DELETE', path: `/transactions/${segment(transactionId)}/documents/${segment(documentId)}`, options }),
})

const postings = (send: Send) => ({
  /** List what moved money. One line for each step that moved money, by the moment at which it did: a refund in November of a purchase in October is a line of November. A page reads a bounded number of steps: it may end early or be empty, and still have `hasMore`. `GET /postings` */
  list: (query: types.ListPostingsQuery = {}, options?: CallOptions): Listing<types.Posting> =>
    listing<types.Posting>(send, { method: 'GET', path: '/postings', query, options }),
  /** Sum what moved money. The sums of the lines that `GET /postings` lists for the same range, for at most 366 days. `GET /postings/summary` */
  summary: (query: types.GetPostingSummaryQuery = {}, options?: CallOptions): Promise<types.PostingSummary> =>
    send<types.PostingSummary>({ method: 'GET', path: '/postings/summary', query, options }),
})

const stats = (send: Send) => ({
  /** Sum spend by hour, day or range. The approved and the declined transactions, for at most 90 days, or 366 with `bucket=range`. With `groupBy`, the 20 largest groups of the range, and all others as one group. A decline with several reasons is in the group of each reason. `GET /stats/spend` */
  spend: (query: types.GetSpendStatsQuery = {}, options?: CallOptions): Promise<types.SpendStats> =>
    send<types.SpendStats>({ method: 'GET', path: '/stats/spend', query, options }),
  /** List the limits of which most is used. For each active customer and agent, the limit of its own, over time, of which the largest share is used; those that are used most first. A limit of a policy is counted for each card: its amounts are those of the card that has used most of it. With `ids`, the limits of the named customers, agents and cards; a card counts its own limits and those of policies above it. `GET /stats/budgets` */
  budgets: (query: types.GetBudgetStatsQuery = {}, options?: CallOptions): Promise<types.BudgetStats> =>
    send<types.BudgetStats>({ method: 'GET', path: '/stats/budgets', query, options }),
  /** Count customers, agents or cards by status. Up to 1000 of each status are counted; `hasMore` says that there are more. `GET /stats/counts` */
  counts: (options?: CallOptions): Promise<types.StatusCounts> =>
    send<types.StatusCounts>({ method: 'GET', path: '/stats/counts', options }),
})

const network = (send: Send) => ({
  /** Authorize a spend on a card. A decline is an answer, not an error. A repeated `networkReference` gets the first answer, without a second hold. With another amount, currency or card it is refused with 409 `reference_conflict`. `POST /network/authorizations` */
  authorize: (body: types.CreateAuthorizationBody, options?: CallOptions): Promise<types.AuthorizationAnswer> =>
    send<types.AuthorizationAnswer>({ method: 'POST', path: '/network/authorizations', body, options }),
  /** Authorize an additional amount. `POST /network/authorizations/{transactionId}/increment` */
  increment: (transactionId: string, body: types.IncrementAuthorizationBody, options?: CallOptions): Promise<types.AuthorizationAnswer> =>
    send<types.AuthorizationAnswer>({ method: 'POST', path: `/network/authorizations/${segment(transactionId)}/increment`, body, options }),
  /** Capture an authorization, whole or in part. `POST /network/authorizations/{transactionId}/settle` */
  settle: (transactionId: string, body: types.SettleAuthorizationBody = {}, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'POST', path: `/network/authorizations/${segment(transactionId)}/settle`, body, options }),
  /** Reverse an authorization, whole or in part. `POST /network/authorizations/{transactionId}/reverse` */
  reverse: (transactionId: string, body: types.ReverseAuthorizationBody = {}, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'POST', path: `/network/authorizations/${segment(transactionId)}/reverse`, body, options }),
  /** Refund what was settled. `POST /network/refunds` */
  refund: (body: types.CreateRefundBody, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'POST', path: '/network/refunds', body, options }),
  /** Post a capture without an authorization. `POST /network/force-captures` */
  forceCapture: (body: types.CreateForceCaptureBody, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'POST', path: '/network/force-captures', body, options }),
  /** Record what the issuer has decided. Makes the transaction of the `networkReference` agree with the issuer: the amount is held, another amount is held, or the purchase is declined. Purser decides nothing here, and refuses nothing. `POST /network/advices` */
  advise: (body: types.CreateAdviceBody, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'POST', path: '/network/advices', body, options }),
  /** Post a capture or a credit that has happened. The capture or credit is recorded whatever the status of the authorization is, and even if there is no authorization: it is never refused because of that. `POST /network/postings` */
  post: (body: types.CreatePostingBody, options?: CallOptions): Promise<types.PostingAnswer> =>
    send<types.PostingAnswer>({ method: 'POST', path: '/network/postings', body, options }),
})

const webhooks = (send: Send) => ({
  /** Register a webhook. An account has at most 50 webhooks, disabled ones included. `POST /webhooks` */
  create: (body: types.CreateWebhookBody, options?: CallOptions): Promise<types.WebhookWithSecret> =>
    send<types.WebhookWithSecret>({ method: 'POST', path: '/webhooks', body, options }),
  /** List webhooks. `GET /webhooks` */
  list: (query: types.ListWebhooksQuery = {}, options?: CallOptions): Listing<types.Webhook> =>
    listing<types.Webhook>(send, { method: 'GET', path: '/webhooks', query, options }),
  /** Read a webhook. `GET /webhooks/{webhookId}` */
  get: (webhookId: string, options?: CallOptions): Promise<types.Webhook> =>
    send<types.Webhook>({ method: 'GET', path: `/webhooks/${segment(webhookId)}`, options }),
  /** Change a webhook. `PATCH /webhooks/{webhookId}` */
  update: (webhookId: string, body: types.UpdateWebhookBody, query: types.UpdateWebhookQuery = {}, options?: CallOptions): Promise<types.Webhook> =>
    send<types.Webhook>({ method: 'PATCH', path: `/webhooks/${segment(webhookId)}`, body, query, options }),
  /** Delete a webhook. `DELETE /webhooks/{webhookId}` */
  delete: (webhookId: string, options?: CallOptions): Promise<types.DeletedWebhook> =>
    send<types.DeletedWebhook>({ method: 'DELETE', path: `/webhooks/${segment(webhookId)}`, options }),
  /** Give a webhook a new secret. For 24 hours both the old and the new secret sign the deliveries. `POST /webhooks/{webhookId}/rotate-secret` */
  rotateSecret: (webhookId: string, options?: CallOptions): Promise<types.WebhookWithSecret> =>
    send<types.WebhookWithSecret>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/rotate-secret`, options }),
  /** Send a test event. `POST /webhooks/{webhookId}/test` */
  test: (webhookId: string, options?: CallOptions): Promise<types.Delivery> =>
    send<types.Delivery>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/test`, options }),
  /** See how the deliveries of a webhook went. Counts the deliveries of the last 24 hours or 14 days, and at most the 5000 newest ones. `GET /webhooks/{webhookId}/health` */
  health: (webhookId: string, query: types.GetWebhookHealthQuery = {}, options?: CallOptions): Promise<types.WebhookHealth> =>
    send<types.WebhookHealth>({ method: 'GET', path: `/webhooks/${segment(webhookId)}/health`, query, options }),
  /** List the deliveries of a webhook. `GET /webhooks/{webhookId}/deliveries` */
  listDeliveries: (webhookId: string, query: types.ListDeliveriesQuery = {}, options?: CallOptions): Listing<types.Delivery> =>
    listing<types.Delivery>(send, { method: 'GET', path: `/webhooks/${segment(webhookId)}/deliveries`, query, options }),
  /** Read a delivery with its attempts. `GET /webhooks/{webhookId}/deliveries/{deliveryId}` */
  getDelivery: (webhookId: string, deliveryId: string, options?: CallOptions): Promise<types.DeliveryWithAttempts> =>
    send<types.DeliveryWithAttempts>({ method: 'GET', path: `/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}`, options }),
  /** Send a delivery again. `POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry` */
  retryDelivery: (webhookId: string, deliveryId: string, options?: CallOptions): Promise<types.Delivery> =>
    send<types.Delivery>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}/retry`, options }),
  /** Send the failed deliveries of a webhook again. Deliveries that are `failed` or `canceled` become `pending`, the oldest first. One call reads 1000 deliveries. `next` is the `after` of the next call, and null at the end. `POST /webhooks/{webhookId}/replay` */
  replay: (webhookId: string, body: types.ReplayDeliveriesBody, options?: CallOptions): Promise<types.Replay> =>
    send<types.Replay>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/replay`, body, options }),
})

const events = (send: Send) => ({
  /** List events. Events are kept for 30 days. `audit.recorded` is not among them: `GET /audit` lists the entries of the trail. `GET /events` */
  list: (query: types.ListEventsQuery = {}, options?: CallOptions): Listing<types.Event> =>
    listing<types.Event>(send, { method: 'GET', path: '/events', query, options }),
  /** Read an event. `GET /events/{eventId}` */
  get: (eventId: string, options?: CallOptions): Promise<types.Event> =>
    send<types.Event>({ method: 'GET', path: `/events/${segment(eventId)}`, options }),
})

const apiKeys = (send: Send) => ({
  /** Create an API key. A person has to confirm the request with `proof` if the account sets `approvalPasskeyAbove` (for keys of the roles `admin`, `approver` and `network`) or `numbersNeedPasskey` (for `admin` and `agent`). `POST /api-keys` */
  create: (body: types.CreateApiKeyBody, options?: CallOptions): Promise<types.ApiKeyWithSecret> =>
    send<types.ApiKeyWithSecret>({ method: 'POST', path: '/api-keys', body, options }),
  /** List API keys. `GET /api-keys` */
  list: (query: types.ListApiKeysQuery = {}, options?: CallOptions): Listing<types.ApiKey> =>
    listing<types.ApiKey>(send, { method: 'GET', path: '/api-keys', query, options }),
  /** Read the API key of the request. For a person who is signed in, use `GET /self`. `GET /api-keys/self` */
  self: (options?: CallOptions): Promise<types.ApiKey> =>
    send<types.ApiKey>({ method: 'GET', path: '/api-keys/self', options }),
  /** Read an API key. `GET /api-keys/{keyId}` */
  get: (keyId: string, options?: CallOptions): Promise<types.ApiKey> =>
    send<types.ApiKey>({ method: 'GET', path: `/api-keys/${segment(keyId)}`, options }),
  /** List what an API key has asked lately. The last 50 requests that succeeded (status below 400) and the last 50 that failed, of at most 30 days. Other nodes store theirs about two seconds later. Requests with an unknown or expired secret are of no key, and those of people are not listed. `GET /api-keys/{keyId}/requests` */
  requests: (keyId: string, query: types.ListApiKeyRequestsQuery = {}, options?: CallOptions): Promise<types.ApiKeyRequests> =>
    send<types.ApiKeyRequests>({ method: 'GET', path: `/api-keys/${segment(keyId)}/requests`, query, options }),
  /** Revoke an API key at once. `DELETE /api-keys/{keyId}` */
  revoke: (keyId: string, options?: CallOptions): Promise<types.ApiKey> =>
    send<types.ApiKey>({ method: 'DELETE', path: `/api-keys/${segment(keyId)}`, options }),
  /** Give an API key a new secret. The old secret stays valid during the overlap. A secret before that one ends at once, because a key has at most two. A person has to confirm the request with `proof` if the account sets `approvalPasskeyAbove` (for keys of the roles `admin`, `approver` and `network`) or `numbersNeedPasskey` (for `admin` and `agent`). `POST /api-keys/{keyId}/rotate` */
  rotate: (keyId: string, body: types.RotateApiKeyBody = {}, options?: CallOptions): Promise<types.RotatedApiKey> =>
    send<types.RotatedApiKey>({ method: 'POST', path: `/api-keys/${segment(keyId)}/rotate`, body, options }),
})

const self = (send: Send) => ({
  /** Read who the caller is. The API key or person that sent the request, with its role. `GET /self` */
  get: (options?: CallOptions): Promise<types.Self> =>
    send<types.Self>({ method: 'GET', path: '/self', options }),
  /** Change your own password. Ends all other sessions of the person. For people only. `POST /self/password` */
  changePassword: (body: types.ChangePasswordBody, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'POST', path: '/self/password', body, options }),
  /** Begin to sign in at the provider again. For requests that need a password from other people, such as that for the first passkey: the person proves at the provider again who they are. Only for people who sign in at the provider. `POST /self/provider/options` */
  providerOptions: (options?: CallOptions): Promise<types.ProviderSignIn> =>
    send<types.ProviderSignIn>({ method: 'POST', path: '/self/provider/options', options }),
  /** Begin to connect yourself with the provider. For a person who has a password: from then on they sign in at the provider, and the password is deleted. It takes a passkey of theirs that confirms (`proof`) or, if there is none, their `password`. `POST /self/provider/connect` */
  connectProvider: (body: types.ConnectProviderBody = {}, options?: CallOptions): Promise<types.ProviderSignIn> =>
    send<types.ProviderSignIn>({ method: 'POST', path: '/self/provider/connect', body, options }),
  /** Complete what was begun at the provider. Takes the provider's answer, in the session that began it. Answers a `confirmation`, or connects the person: their groups then set the role, and their other sessions end. `POST /self/provider` */
  endProviderSignIn: (body: types.EndProviderSignInBody, options?: CallOptions): Promise<types.ProviderConfirmation> =>
    send<types.ProviderConfirmation>({ method: 'POST', path: '/self/provider', body, options }),
})

const people = (send: Send) => ({
  /** List people. `GET /people` */
  list: (query: types.ListPeopleQuery = {}, options?: CallOptions): Listing<types.Person> =>
    listing<types.Person>(send, { method: 'GET', path: '/people', query, options }),
  /** Read a person. `GET /people/{personId}` */
  get: (personId: string, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'GET', path: `/people/${segment(personId)}`, options }),
  /** Change a person. `disabled` ends the sessions of the person. Only an owner can change an owner, or make somebody an owner, and the last owner stays. A person who gives another person more rights has to confirm it with `proof` if the account sets `approvalPasskeyAbove`. `PATCH /people/{personId}` */
  update: (personId: string, body: types.UpdatePersonBody, query: types.UpdatePersonQuery = {}, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'PATCH', path: `/people/${segment(personId)}`, body, query, options }),
  /** Agree to a passkey that waits. An owner confirms with a passkey of their own (`proof`) that the person has made this passkey. From now on the passkey confirms, too. `POST /people/{personId}/passkeys/{passkeyId}/confirm` */
  confirmPasskey: (personId: string, passkeyId: string, body: types.ConfirmPasskeyBody = {}, options?: CallOptions): Promise<types.Passkey> =>
    send<types.Passkey>({ method: 'POST', path: `/people/${segment(personId)}/passkeys/${segment(passkeyId)}/confirm`, body, options }),
})

const passwordResets = (send: Send) => ({
  /** Make a link for a new password. For a person who has lost their password. The secret is the end of a link, `/reset#<secret>`, that works once, for a day: hand it over yourself. Until it is used, nothing changes. Only an owner can make one for an owner. A person has to confirm it with `proof` if the account sets `approvalPasskeyAbove`, unless the link is for a viewer. `POST /people/{personId}/password-reset` */
  create: (personId: string, body: types.CreatePasswordResetBody = {}, options?: CallOptions): Promise<types.PasswordReset> =>
    send<types.PasswordReset>({ method: 'POST', path: `/people/${segment(personId)}/password-reset`, body, options }),
  /** Request a link for a new password. Mails a link for a new password to the person with that address, if there is one and the installation sends mail. The answer is the same for every address. Frequent requests are slowed down. `POST /password-resets` */
  request: (body: types.RequestPasswordResetBody, options?: CallOptions): Promise<types.PasswordResetRequested> =>
    send<types.PasswordResetRequested>({ method: 'POST', path: '/password-resets', body, options }),
  /** Set a new password with a link. Ends every session of the person and all their links, and signs them in: the reply sets the cookie of a session. Only the passkeys that are used in this request (`keep`) stay. `POST /password-resets/use` */
  use: (body: types.ResetPasswordBody, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'POST', path: '/password-resets/use', body, options }),
  /** Begin to keep a passkey when the password is reset. Answers a challenge for a passkey of the person, valid once, for five minutes. The signed answer is sent with `POST /password-resets/use`. `POST /password-resets/passkey-options` */
  passkeyOptions: (body: types.CreateResetPasskeyOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/password-resets/passkey-options', body, options }),
})

const invitations = (send: Send) => ({
  /** Invite a person. The secret is the end of a link, `/welcome#<secret>`, that works once, for seven days. If the installation sends mail, the person gets it by mail, too. Only an owner can invite owners. A person has to confirm it with `proof` if the account sets `approvalPasskeyAbove`, unless the role is `viewer`. `POST /invitations` */
  create: (body: types.CreateInvitationBody, options?: CallOptions): Promise<types.InvitationWithSecret> =>
    send<types.InvitationWithSecret>({ method: 'POST', path: '/invitations', body, options }),
  /** List invitations. `GET /invitations` */
  list: (query: types.ListInvitationsQuery = {}, options?: CallOptions): Listing<types.Invitation> =>
    listing<types.Invitation>(send, { method: 'GET', path: '/invitations', query, options }),
  /** Revoke an invitation. An invitation that was accepted or has expired stays as it is. `DELETE /invitations/{invitationId}` */
  revoke: (invitationId: string, options?: CallOptions): Promise<types.Invitation> =>
    send<types.Invitation>({ method: 'DELETE', path: `/invitations/${segment(invitationId)}`, options }),
  /** Read an invitation by its link. Whether the link can still be used. While it can, `role` and `email` say for whom it is; where it names no `email`, whoever accepts it says theirs. Afterwards `endedAt` says since when it cannot. `POST /invitations/read` */
  read: (body: types.ReadInvitationBody, options?: CallOptions): Promise<types.InvitationState> =>
    send<types.InvitationState>({ method: 'POST', path: '/invitations/read', body, options }),
  /** Accept an invitation. Creates the person and signs them in: the reply sets the cookie of a session. A `passkey` that is made in the same step confirms at once. `POST /invitations/accept` */
  accept: (body: types.AcceptInvitationBody, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'POST', path: '/invitations/accept', body, options }),
  /** Begin to create a passkey with an invitation. The passkey that is made with these options is sent with `POST /invitations/accept`, and confirms at once. `POST /invitations/passkey-options` */
  passkeyOptions: (body: types.CreateInvitationPasskeyOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/invitations/passkey-options', body, options }),
})

const sessions = (send: Send) => ({
  /** Sign in. The reply sets the cookie `__Host-purser`, which authenticates the requests of a browser until 12 hours after the last one, for at most 7 days. After five wrong passwords, further attempts are slowed down, by person and address. Nobody is locked out. `POST /sessions` */
  create: (body: types.CreateSessionBody, options?: CallOptions): Promise<types.Session> =>
    send<types.Session>({ method: 'POST', path: '/sessions', body, options }),
  /** List sessions. The caller's own sessions. With `personId`, an admin sees those of another person. `GET /sessions` */
  list: (query: types.ListSessionsQuery = {}, options?: CallOptions): Listing<types.Session> =>
    listing<types.Session>(send, { method: 'GET', path: '/sessions', query, options }),
  /** End a session. Your own sessions; `current` is that of the request. An admin can end the sessions of everybody. `DELETE /sessions/{sessionId}` */
  end: (sessionId: string, options?: CallOptions): Promise<types.Ended> =>
    send<types.Ended>({ method: 'DELETE', path: `/sessions/${segment(sessionId)}`, options }),
  /** Begin to sign in by passkey. Answers a challenge for any passkey of this host, valid once, for five minutes. `POST /sessions/passkey/options` */
  passkeyOptions: (options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/sessions/passkey/options', options }),
  /** Sign in by passkey. Opens a session as `POST /sessions` does. The sign-in is refused if the counter of the authenticator has gone back. `POST /sessions/passkey` */
  createByPasskey: (body: types.CreatePasskeySessionBody, options?: CallOptions): Promise<types.Session> =>
    send<types.Session>({ method: 'POST', path: '/sessions/passkey', body, options }),
  /** Begin to sign in at the company's provider. Answers the address to which the browser goes, and sets the cookie `__Host-purser-provider`: only this browser can complete the sign-in, once, within ten minutes. `POST /sessions/provider/options` */
  providerOptions: (options?: CallOptions): Promise<types.ProviderSignIn> =>
    send<types.ProviderSignIn>({ method: 'POST', path: '/sessions/provider/options', options }),
  /** Sign in at the company's provider. Takes the provider's answer, and sets the cookie of a session, as `POST /sessions` does. The session ends after `PURSER_OIDC_SESSION_HOURS`. The person's groups set the role at each sign-in. At the first sign-in the person is created, if a group gives a role. A person whose groups give no role any more is disabled, except the last owner. `POST /sessions/provider` */
  createByProvider: (body: types.CreateProviderSessionBody, options?: CallOptions): Promise<types.Session> =>
    send<types.Session>({ method: 'POST', path: '/sessions/provider', body, options }),
})

const signIn = (send: Send) => ({
  /** Read how people sign in. `GET /sign-in` */
  ways: (options?: CallOptions): Promise<types.SignInWays> =>
    send<types.SignInWays>({ method: 'GET', path: '/sign-in', options }),
})

const passkeys = (send: Send) => ({
  /** Begin to create a passkey. Answers a challenge for the authenticator, valid once, for five minutes. For people alone. `POST /passkeys/options` */
  options: (options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/passkeys/options', options }),
  /** Register a passkey. The body has what the authenticator made for the challenge. The passkey signs its person in from now on. An older passkey of the person has to confirm it (`proof`). If the person has none that confirms, it takes their `password`, and the new passkey confirms nothing for `PURSER_PASSKEY_WAIT_HOURS`, or until an owner agrees to it. `POST /passkeys` */
  create: (body: types.CreatePasskeyBody, options?: CallOptions): Promise<types.Passkey> =>
    send<types.Passkey>({ method: 'POST', path: '/passkeys', body, options }),
  /** List passkeys. The caller's own passkeys. With `personId`, an admin sees those of another person. `GET /passkeys` */
  list: (query: types.ListPasskeysQuery = {}, options?: CallOptions): Listing<types.Passkey> =>
    listing<types.Passkey>(send, { method: 'GET', path: '/passkeys', query, options }),
  /** Delete a passkey. Only your own passkeys. The deletion is confirmed like a new passkey, and the deleted one itself can confirm it. What the passkey has signed can still be verified. The passkeys of somebody who has lost them are deleted with a new password (`POST /people/{personId}/password-reset`). `DELETE /passkeys/{passkeyId}` */
  delete: (passkeyId: string, body: types.DeletePasskeyBody = {}, options?: CallOptions): Promise<types.Ended> =>
    send<types.Ended>({ method: 'DELETE', path: `/passkeys/${segment(passkeyId)}`, body, options }),
  /** Rename a passkey. Only your own passkeys. The new name is confirmed like a new passkey. `POST /passkeys/{passkeyId}/rename` */
  rename: (passkeyId: string, body: types.RenamePasskeyBody, options?: CallOptions): Promise<types.Passkey> =>
    send<types.Passkey>({ method: 'POST', path: `/passkeys/${segment(passkeyId)}/rename`, body, options }),
})

const notifications = (send: Send) => ({
  /** Read the events that you are notified of by mail. For people alone. `GET /self/notifications` */
  get: (options?: CallOptions): Promise<types.MailNotifications> =>
    send<types.MailNotifications>({ method: 'GET', path: '/self/notifications', options }),
  /** Choose the events that you are notified of by mail. For people alone. Only people who may decide about approvals are notified of them, and only admins of disabled webhooks. A person who is disabled, or who may not see an event any more, is not notified of it, even if the notification waits already. `PATCH /self/notifications` */
  update: (body: types.UpdateMailNotificationsBody, query: types.UpdateMailNotificationsQuery = {}, options?: CallOptions): Promise<types.MailNotifications> =>
    send<types.MailNotifications>({ method: 'PATCH', path: '/self/notifications', body, query, options }),
  /** Send yourself a test mail. The message is sent once and at once, whatever the person has chosen to be notified of. For people alone. `POST /self/notifications/test` */
  test: (options?: CallOptions): Promise<types.TestMessage> =>
    send<types.TestMessage>({ method: 'POST', path: '/self/notifications/test', options }),
})

const slack = (send: Send) => ({
  /** Read the events that Slack is notified of. `GET /account/slack` */
  get: (options?: CallOptions): Promise<types.SlackNotifications> =>
    send<types.SlackNotifications>({ method: 'GET', path: '/account/slack', options }),
  /** Choose the events that Slack is notified of. The URL of an incoming webhook of Slack is a secret: it is stored encrypted, and never shown whole again. `PATCH /account/slack` */
  update: (body: types.UpdateSlackNotificationsBody, query: types.UpdateSlackNotificationsQuery = {}, options?: CallOptions): Promise<types.SlackNotifications> =>
    send<types.SlackNotifications>({ method: 'PATCH', path: '/account/slack', body, query, options }),
  /** Post a test message in Slack. The message is sent once and at once, whatever Slack is notified of. `POST /account/slack/test` */
  test: (options?: CallOptions): Promise<types.TestMessage> =>
    send<types.TestMessage>({ method: 'POST', path: '/account/slack/test', options }),
})

const account = (send: Send) => ({
  /** Read the account. `GET /account` */
  get: (options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'GET', path: '/account', options }),
  /** Change the account. Only an owner can change `approvalPasskeyAbove`, which `null` unsets, and `numbersNeedPasskey`. If `approvalPasskeyAbove` is set, a change that raises or unsets it, changes `currency`, in which it is, or switches `numbersNeedPasskey` off, has to be confirmed with `proof`. `PATCH /account` */
  update: (body: types.UpdateAccountBody, query: types.UpdateAccountQuery = {}, options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'PATCH', path: '/account', body, query, options }),
  /** Read how far issuers are connected. Which settings this node has for each issuer beside Purser, the paths that the issuer calls, and when it called last. `GET /account/issuers` */
  issuers: (options?: CallOptions): Promise<types.IssuerConnections> =>
    send<types.IssuerConnections>({ method: 'GET', path: '/account/issuers', options }),
  /** Stop all spending. Until spending is resumed, every authorization and evaluation is declined with `account_stopped`, and no card number can be read. Intents can be declared and decided, but wait. If the account is stopped already, nothing changes. `POST /account/stop` */
  stop: (body: types.StopAccountBody, options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'POST', path: '/account/stop', body, options }),
  /** Begin to confirm by passkey that spending resumes. Answers a challenge for the account, the stop and `reason`, valid once, for five minutes. For people alone. What an authenticator signs for the challenge is the `proof` of that resume. `POST /account/resume-options` */
  resumeOptions: (body: types.CreateResumeOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/account/resume-options', body, options }),
  /** Resume spending. A person who has a passkey has to send `proof`: see `POST /account/resume-options`. If the account is not stopped, nothing changes. `POST /account/resume` */
  resume: (body: types.ResumeAccountBody, options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'POST', path: '/account/resume', body, options }),
})

const audit = (send: Send) => ({
  /** List audit entries. All changes by people, API keys and the service. The id of an approval finds the entries of its intent. An `actorId` or an `operation` that nothing is called by is refused. `GET /audit` */
  list: (query: types.ListAuditQuery = {}, options?: CallOptions): Listing<types.AuditEntry> =>
    listing<types.AuditEntry>(send, { method: 'GET', path: '/audit', query, options }),
  /** Read the signed end of the audit trail. The signed end, if you keep it elsewhere, proves later that no entry up to it was changed or removed. `GET /audit/head` */
  head: (options?: CallOptions): Promise<types.AuditHead> =>
    send<types.AuditHead>({ method: 'GET', path: '/audit/head', options }),
  /** Read an audit entry. `GET /audit/{auditId}` */
  get: (auditId: string, options?: CallOptions): Promise<types.AuditEntry> =>
    send<types.AuditEntry>({ method: 'GET', path: `/audit/${segment(auditId)}`, options }),
})

const testClock = (send: Send) => ({
  /** Read the test clock. `GET /test-clock` */
  get: (options?: CallOptions): Promise<types.TestClock> =>
    send<types.TestClock>({ method: 'GET', path: '/test-clock', options }),
  /** Move the test clock and run what falls due. `POST /test-clock/advance` */
  advance: (body: types.AdvanceTestClockBody, options?: CallOptions): Promise<types.TestClock> =>
    send<types.TestClock>({ method: 'POST', path: '/test-clock/advance', body, options }),
})

/** Every operation, grouped by resource. */
export class Api {
  readonly customers: ReturnType<typeof customers>
  readonly agents: ReturnType<typeof agents>
  readonly cards: ReturnType<typeof cards>
  readonly accessEvents: ReturnType<typeof accessEvents>
  readonly fillers: ReturnType<typeof fillers>
  readonly intents: ReturnType<typeof intents>
  readonly approvals: ReturnType<typeof approvals>
  readonly changeRequests: ReturnType<typeof changeRequests>
  readonly challenges: ReturnType<typeof challenges>
  readonly subscriptions: ReturnType<typeof subscriptions>
  readonly spend: ReturnType<typeof spend>
  readonly policies: ReturnType<typeof policies>
  readonly merchants: ReturnType<typeof merchants>
  readonly transactions: ReturnType<typeof transactions>
  readonly postings: ReturnType<typeof postings>
  readonly stats: ReturnType<typeof stats>
  readonly network: ReturnType<typeof network>
  readonly webhooks: ReturnType<typeof webhooks>
  readonly events: ReturnType<typeof events>
  readonly apiKeys: ReturnType<typeof apiKeys>
  readonly self: ReturnType<typeof self>
  readonly people: ReturnType<typeof people>
  readonly passwordResets: ReturnType<typeof passwordResets>
  readonly invitations: ReturnType<typeof invitations>
  readonly sessions: ReturnType<typeof sessions>
  readonly signIn: ReturnType<typeof signIn>
  readonly passkeys: ReturnType<typeof passkeys>
  readonly notifications: ReturnType<typeof notifications>
  readonly slack: ReturnType<typeof slack>
  readonly account: ReturnType<typeof account>
  readonly audit: ReturnType<typeof audit>
  readonly testClock: ReturnType<typeof testClock>

  constructor(send: Send) {
    this.customers = customers(send)
    this.agents = agents(send)
    this.cards = cards(send)
    this.accessEvents = accessEvents(send)
    this.fillers = fillers(send)
    this.intents = intents(send)
    this.approvals = approvals(send)
    this.changeRequests = changeRequests(send)
    this.challenges = challenges(send)
    this.subscriptions = subscriptions(send)
    this.spend = spend(send)
    this.policies = policies(send)
    this.merchants = merchants(send)
    this.transactions = transactions(send)
    this.postings = postings(send)
    this.stats = stats(send)
    this.network = network(send)
    this.webhooks = webhooks(send)
    this.events = events(send)
    this.apiKeys = apiKeys(send)
    this.self = self(send)
    this.people = people(send)
    this.passwordResets = passwordResets(send)
    this.invitations = invitations(send)
    this.sessions = sessions(send)
    this.signIn = signIn(send)
    this.passkeys = passkeys(send)
    this.notifications = notifications(send)
    this.slack = slack(send)
    this.account = account(send)
    this.audit = audit(send)
    this.testClock = testClock(send)
  }
}
