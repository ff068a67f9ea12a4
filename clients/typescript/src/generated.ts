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
  /** Change a customer. Objects are merged (RFC 7396): a field left out keeps, `null` unsets, arrays are replaced whole. `PATCH /customers/{customerId}` */
  update: (customerId: string, body: types.UpdateCustomerBody, query: types.UpdateCustomerQuery = {}, options?: CallOptions): Promise<types.ChangedCustomer> =>
    send<types.ChangedCustomer>({ method: 'PATCH', path: `/customers/${segment(customerId)}`, body, query, options }),
  /** Read the effective policy of a customer. The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit. `GET /customers/{customerId}/policy` */
  policy: (customerId: string, options?: CallOptions): Promise<types.PolicySummary> =>
    send<types.PolicySummary>({ method: 'GET', path: `/customers/${segment(customerId)}/policy`, options }),
  /** Read what a customer may spend now. The remaining and the held amount of every limit, the other rules that apply, and what waits for a person. `GET /customers/{customerId}/budget` */
  budget: (customerId: string, options?: CallOptions): Promise<types.Budget> =>
    send<types.Budget>({ method: 'GET', path: `/customers/${segment(customerId)}/budget`, options }),
  /** Read what could still be approved beneath a customer, at most. The amounts until the end of the next day, of the next week and of the UTC month, and without an end, if everything is bought that may be bought: never more can be approved. `GET /customers/{customerId}/exposure` */
  exposure: (customerId: string, options?: CallOptions): Promise<types.Exposure> =>
    send<types.Exposure>({ method: 'GET', path: `/customers/${segment(customerId)}/exposure`, options }),
  /** Compare the shadow policy of a customer with its policy. `GET /customers/{customerId}/shadow` */
  shadow: (customerId: string, options?: CallOptions): Promise<types.Shadow> =>
    send<types.Shadow>({ method: 'GET', path: `/customers/${segment(customerId)}/shadow`, options }),
  /** Let the shadow policy of a customer hold. The shadow policy replaces `policy`. Then there is no shadow policy. `POST /customers/{customerId}/shadow/promote` */
  promoteShadow: (customerId: string, body: types.PromoteCustomerShadowBody = {}, options?: CallOptions): Promise<types.ChangedCustomer> =>
    send<types.ChangedCustomer>({ method: 'POST', path: `/customers/${segment(customerId)}/shadow/promote`, body, options }),
})

const agents = (send: Send) => ({
  /** Register an agent. Idempotent by `externalId`: the same customer gets the existing agent, unchanged, with 200. `POST /agents` */
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
  /** Delete an agent and close its cards. Its transactions stay readable; its `externalId` is free again. `DELETE /agents/{agentId}` */
  delete: (agentId: string, options?: CallOptions): Promise<types.Agent> =>
    send<types.Agent>({ method: 'DELETE', path: `/agents/${segment(agentId)}`, options }),
  /** Read the effective policy of an agent. The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit. `GET /agents/{agentId}/policy` */
  policy: (agentId: string, options?: CallOptions): Promise<types.PolicySummary> =>
    send<types.PolicySummary>({ method: 'GET', path: `/agents/${segment(agentId)}/policy`, options }),
  /** Read what could still be approved beneath an agent, at most. The amounts until the end of the next day, of the next week and of the UTC month, and without an end, if everything is bought that may be bought: never more can be approved. `GET /agents/{agentId}/exposure` */
  exposure: (agentId: string, options?: CallOptions): Promise<types.Exposure> =>
    send<types.Exposure>({ method: 'GET', path: `/agents/${segment(agentId)}/exposure`, options }),
  /** Compare the shadow policy of an agent with its policy. `GET /agents/{agentId}/shadow` */
  shadow: (agentId: string, options?: CallOptions): Promise<types.Shadow> =>
    send<types.Shadow>({ method: 'GET', path: `/agents/${segment(agentId)}/shadow`, options }),
  /** Let the shadow policy of an agent hold. The shadow policy replaces `policy`. Then there is no shadow policy. `POST /agents/{agentId}/shadow/promote` */
  promoteShadow: (agentId: string, body: types.PromoteAgentShadowBody = {}, options?: CallOptions): Promise<types.ChangedAgent> =>
    send<types.ChangedAgent>({ method: 'POST', path: `/agents/${segment(agentId)}/shadow/promote`, body, options }),
  /** Read what an agent may spend now. What is left of every limit, what else holds, what waits for a person, and the same for each of its cards. `GET /agents/{agentId}/budget` */
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
  /** Change a card. Objects are merged (RFC 7396). `status` does what the action of that name does. `PATCH /cards/{cardId}` */
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
  /** Take purchases by number again after wrong expiries or CVVs. Resets the count of wrong expiries and CVVs. If the count is zero, nothing happens. `POST /cards/{cardId}/unlock-credentials` */
  unlockCredentials: (cardId: string, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/unlock-credentials`, options }),
  /** Have the issuer of a card asked again. After it refused or was given up, and at once where a call waits: with the billing address and the name that there are now. Where nothing is, nothing happens. `POST /cards/{cardId}/retry-issuer` */
  retryIssuer: (cardId: string, options?: CallOptions): Promise<types.Card> =>
    send<types.Card>({ method: 'POST', path: `/cards/${segment(cardId)}/retry-issuer`, options }),
  /** Have the issuer of a card show its number. What `POST /cards/{cardId}/details` checks, counts and records, it does too. The answer has no number: the issuer's own script shows it in the browser, once. `POST /cards/{cardId}/number-session` */
  numberSession: (cardId: string, body: types.CreateNumberSessionBody = {}, options?: CallOptions): Promise<types.NumberSession> =>
    send<types.NumberSession>({ method: 'POST', path: `/cards/${segment(cardId)}/number-session`, body, options }),
  /** Read the card number. Every read and every refusal is recorded as an access event. It runs anew each time, whatever its `Idempotency-Key`: a repeat counts as a read of its own, and its access event names the first in `replayOf`. A person who has a passkey, and everybody where the account sets `numbersNeedPasskey`, sends `proof`: see `POST /cards/{cardId}/details-options`. `POST /cards/{cardId}/details` */
  details: (cardId: string, body: types.GetCardDetailsBody = {}, options?: CallOptions): Promise<types.CardCredentials> =>
    send<types.CardCredentials>({ method: 'POST', path: `/cards/${segment(cardId)}/details`, body, options }),
  /** Begin to confirm a look at a card number by passkey. A challenge over card, `intentId` and `purpose`, good for five minutes and once. For people alone. What an authenticator signs of it is the `proof` of that look, and of no other. `POST /cards/{cardId}/details-options` */
  detailsOptions: (cardId: string, body: types.CreateDetailsOptionsBody = {}, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: `/cards/${segment(cardId)}/details-options`, body, options }),
  /** Attest to a purpose before reading the card number. A refusal for customer, agent, card, intent or approval is a 200 with `decision` "denied". `POST /cards/{cardId}/access` */
  requestAccess: (cardId: string, body: types.RequestCardAccessBody, options?: CallOptions): Promise<types.AccessEvent> =>
    send<types.AccessEvent>({ method: 'POST', path: `/cards/${segment(cardId)}/access`, body, options }),
  /** List the looks at a card number. `GET /cards/{cardId}/access-events` */
  listAccessEvents: (cardId: string, query: types.ListCardAccessEventsQuery = {}, options?: CallOptions): Listing<types.AccessEvent> =>
    listing<types.AccessEvent>(send, { method: 'GET', path: `/cards/${segment(cardId)}/access-events`, query, options }),
  /** Read the effective policy of a card. The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit. `GET /cards/{cardId}/policy` */
  policy: (cardId: string, options?: CallOptions): Promise<types.PolicySummary> =>
    send<types.PolicySummary>({ method: 'GET', path: `/cards/${segment(cardId)}/policy`, options }),
  /** Read what could still be approved beneath a card, at most. The amounts until the end of the next day, of the next week and of the UTC month, and without an end, if everything is bought that may be bought: never more can be approved. `GET /cards/{cardId}/exposure` */
  exposure: (cardId: string, options?: CallOptions): Promise<types.Exposure> =>
    send<types.Exposure>({ method: 'GET', path: `/cards/${segment(cardId)}/exposure`, options }),
  /** Compare the shadow policy of a card with its policy. `GET /cards/{cardId}/shadow` */
  shadow: (cardId: string, options?: CallOptions): Promise<types.Shadow> =>
    send<types.Shadow>({ method: 'GET', path: `/cards/${segment(cardId)}/shadow`, options }),
  /** Let the shadow policy of a card hold. The shadow policy replaces `policy`. Then there is no shadow policy. `POST /cards/{cardId}/shadow/promote` */
  promoteShadow: (cardId: string, body: types.PromoteCardShadowBody = {}, options?: CallOptions): Promise<types.ChangedCard> =>
    send<types.ChangedCard>({ method: 'POST', path: `/cards/${segment(cardId)}/shadow/promote`, body, options }),
  /** Read what a card may spend now. The remaining amount of every limit, the other rules that apply, and what waits for a person. `GET /cards/{cardId}/budget` */
  budget: (cardId: string, options?: CallOptions): Promise<types.Budget> =>
    send<types.Budget>({ method: 'GET', path: `/cards/${segment(cardId)}/budget`, options }),
  /** Read the card number for a filler alone. What `POST /cards/{cardId}/details` checks, counts and records, it does too. The answer holds the number only as the filler of the agent can open it: whoever asks sees none. `POST /cards/{cardId}/sealed-details` */
  sealedDetails: (cardId: string, body: types.SealCardDetailsBody, options?: CallOptions): Promise<types.SealedDetails> =>
    send<types.SealedDetails>({ method: 'POST', path: `/cards/${segment(cardId)}/sealed-details`, body, options }),
})

const accessEvents = (send: Send) => ({
  /** Read an access event. `GET /access-events/{accessEventId}` */
  get: (accessEventId: string, options?: CallOptions): Promise<types.AccessEvent> =>
    send<types.AccessEvent>({ method: 'GET', path: `/access-events/${segment(accessEventId)}`, options }),
})

const fillers = (send: Send) => ({
  /** Register what enters card numbers for an agent. By its public key. An agent has at most 20. A person who has a passkey confirms it by `proof`, as a look at a number. `POST /agents/{agentId}/fillers` */
  create: (agentId: string, body: types.CreateFillerBody, options?: CallOptions): Promise<types.Filler> =>
    send<types.Filler>({ method: 'POST', path: `/agents/${segment(agentId)}/fillers`, body, options }),
  /** List the fillers of an agent. `GET /agents/{agentId}/fillers` */
  list: (agentId: string, query: types.ListFillersQuery = {}, options?: CallOptions): Listing<types.Filler> =>
    listing<types.Filler>(send, { method: 'GET', path: `/agents/${segment(agentId)}/fillers`, query, options }),
  /** Seal nothing for a filler any more. What was sealed for it before it can open still. `DELETE /fillers/{fillerId}` */
  delete: (fillerId: string, options?: CallOptions): Promise<types.Filler> =>
    send<types.Filler>({ method: 'DELETE', path: `/fillers/${segment(fillerId)}`, options }),
})

const intents = (send: Send) => ({
  /** Declare an intent. The same `intentId` and body again answers 200 with the existing intent. A card has at most 1000 intents that are `pending` or `pending_approval`. `POST /cards/{cardId}/intents` */
  declare: (cardId: string, body: types.CreateIntentBody, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/cards/${segment(cardId)}/intents`, body, options }),
  /** List the intents of a card. `GET /cards/{cardId}/intents` */
  listForCard: (cardId: string, query: types.ListCardIntentsQuery = {}, options?: CallOptions): Listing<types.Intent> =>
    listing<types.Intent>(send, { method: 'GET', path: `/cards/${segment(cardId)}/intents`, query, options }),
  /** List intents. `GET /intents` */
  list: (query: types.ListIntentsQuery = {}, options?: CallOptions): Listing<types.Intent> =>
    listing<types.Intent>(send, { method: 'GET', path: '/intents', query, options }),
  /** Read an intent. With `waitSeconds` answers when its status has changed, at latest then; at once where the status is final. A caller has at most 256 such requests on a node. `GET /intents/{intentId}` */
  get: (intentId: string, query: types.GetIntentQuery = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'GET', path: `/intents/${segment(intentId)}`, query, options }),
  /** Approve an intent. Where the policy says `requireSeparateApprover`, not by the key that declared it. Above the `approvalPasskeyAbove` of the account a person sends `proof`: what a passkey answers to `POST /intents/{intentId}/approval-options`. `POST /intents/{intentId}/approve` */
  approve: (intentId: string, body: types.ApproveIntentBody = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/approve`, body, options }),
  /** Reject an intent. With `proof` where approving it takes one. `POST /intents/{intentId}/reject` */
  reject: (intentId: string, body: types.RejectIntentBody = {}, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/reject`, body, options }),
  /** Cancel an intent. `POST /intents/{intentId}/cancel` */
  cancel: (intentId: string, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/cancel`, options }),
  /** Say how the purchase of an intent has ended. The intent may have any status. The last report counts; repeating it changes nothing. `POST /intents/{intentId}/report` */
  report: (intentId: string, body: types.ReportIntentBody, options?: CallOptions): Promise<types.Intent> =>
    send<types.Intent>({ method: 'POST', path: `/intents/${segment(intentId)}/report`, body, options }),
  /** Begin to confirm a decision by passkey. A challenge over intent, ceiling and decision, for the passkeys of the person. For people alone. `POST /intents/{intentId}/approval-options` */
  approvalOptions: (intentId: string, body: types.CreateApprovalOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: `/intents/${segment(intentId)}/approval-options`, body, options }),
})

const approvals = (send: Send) => ({
  /** List approvals. `?status=pending` is the inbox. `GET /approvals` */
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
  /** Ask for a change of a card or an agent. A person decides. The same change asked for again, until the first request expires, answers 200 with that one as it stands. An agent, or a card without one, has at most 20 that wait. `POST /change-requests` */
  create: (body: types.CreateChangeRequestBody, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: '/change-requests', body, options }),
  /** List change requests. `?status=pending` is what waits for a person. `GET /change-requests` */
  list: (query: types.ListChangeRequestsQuery = {}, options?: CallOptions): Listing<types.ChangeRequest> =>
    listing<types.ChangeRequest>(send, { method: 'GET', path: '/change-requests', query, options }),
  /** Read a change request. `GET /change-requests/{changeRequestId}` */
  get: (changeRequestId: string, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'GET', path: `/change-requests/${segment(changeRequestId)}`, options }),
  /** Approve a change request. Makes the change, as a PATCH would. Where the policy says `requireSeparateApprover`, not by the key that asked for it, nor by one that it has made. Where more could be spent without a person than `approvalPasskeyAbove`, a person confirms it by `proof`. `POST /change-requests/{changeRequestId}/approve` */
  approve: (changeRequestId: string, body: types.ApproveChangeRequestBody = {}, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: `/change-requests/${segment(changeRequestId)}/approve`, body, options }),
  /** Reject a change request. `POST /change-requests/{changeRequestId}/reject` */
  reject: (changeRequestId: string, body: types.RejectChangeRequestBody = {}, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: `/change-requests/${segment(changeRequestId)}/reject`, body, options }),
  /** Take back a change request. `POST /change-requests/{changeRequestId}/cancel` */
  cancel: (changeRequestId: string, options?: CallOptions): Promise<types.ChangeRequest> =>
    send<types.ChangeRequest>({ method: 'POST', path: `/change-requests/${segment(changeRequestId)}/cancel`, options }),
})

const spend = (send: Send) => ({
  /** Check a spend without spending. At least one of `cardId`, `agentId` and `customerId` is required. Runs the same decision as an authorization. `POST /spend/evaluate` */
  evaluate: (body: types.EvaluateSpendBody, query: types.EvaluateSpendQuery = {}, options?: CallOptions): Promise<types.Evaluation> =>
    send<types.Evaluation>({ method: 'POST', path: '/spend/evaluate', body, query, options }),
})

const policies = (send: Send) => ({
  /** Make past decisions again under other rules. Each decision of the range is made again, in its order, with the changed rules and what would then have been spent. Changes nothing. At most 250,000 authorizations and steps of the customer at once. `POST /policies/backtest` */
  backtest: (body: types.BacktestPolicyBody, options?: CallOptions): Promise<types.Backtest> =>
    send<types.Backtest>({ method: 'POST', path: '/policies/backtest', body, options }),
})

const merchants = (send: Send) => ({
  /** Explain why two merchant names match or not. Compares a name as an acquirer wrote it with one as a policy lists it, exactly as decisions do. With `city` and `country` as the authorization tells them. `POST /merchants/explain` */
  explain: (body: types.ExplainMerchantBody, options?: CallOptions): Promise<types.MerchantExplanation> =>
    send<types.MerchantExplanation>({ method: 'POST', path: '/merchants/explain', body, options }),
})

const transactions = (send: Send) => ({
  /** List transactions. `status`, `merchant`, `minAmount`, `maxAmount` and `reason` look through a bounded number of transactions for each page: one may end early, or be empty, with `hasMore`. `GET /transactions` */
  list: (query: types.ListTransactionsQuery = {}, options?: CallOptions): Listing<types.Transaction> =>
    listing<types.Transaction>(send, { method: 'GET', path: '/transactions', query, options }),
  /** Read a transaction with every rule that was checked. `GET /transactions/{transactionId}` */
  get: (transactionId: string, options?: CallOptions): Promise<types.TransactionWithTrace> =>
    send<types.TransactionWithTrace>({ method: 'GET', path: `/transactions/${segment(transactionId)}`, options }),
  /** Get the signed receipt of a decision. What was decided then, whatever became of it; declines have one too. Everybody can verify it offline with the keys of `GET /.well-known/jwks.json`. `GET /transactions/{transactionId}/receipt` */
  receipt: (transactionId: string, options?: CallOptions): Promise<types.Receipt> =>
    send<types.Receipt>({ method: 'GET', path: `/transactions/${segment(transactionId)}/receipt`, options }),
  /** Note something beside a transaction. `metadata` is merged (RFC 7396). What was decided stays as it is, and no decision reads it. `PATCH /transactions/{transactionId}` */
  update: (transactionId: string, body: types.UpdateTransactionBody, query: types.UpdateTransactionQuery = {}, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'PATCH', path: `/transactions/${segment(transactionId)}`, body, query, options }),
})

const stats = (send: Send) => ({
  /** Sum spend by hour or day. What was approved and what was declined, over 90 days at most. With `groupBy` the 20 largest groups of the range, and the others as one. A decline with several reasons is in the group of each. `GET /stats/spend` */
  spend: (query: types.GetSpendStatsQuery = {}, options?: CallOptions): Promise<types.SpendStats> =>
    send<types.SpendStats>({ method: 'GET', path: '/stats/spend', query, options }),
})

const network = (send: Send) => ({
  /** Authorize a spend on a card. A decline is an answer, not an error. The same `networkReference` again gets the first answer, without a second hold; with another amount, currency or card it is 409 `reference_conflict`. `POST /network/authorizations` */
  authorize: (body: types.CreateAuthorizationBody, options?: CallOptions): Promise<types.AuthorizationAnswer> =>
    send<types.AuthorizationAnswer>({ method: 'POST', path: '/network/authorizations', body, options }),
  /** Authorize an added amount. `POST /network/authorizations/{transactionId}/increment` */
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
  /** Say what the issuer has answered. Makes the transaction of the `networkReference` say what is: held, held otherwise, or declined. Nothing is decided, and nothing refused. `POST /network/advices` */
  advise: (body: types.CreateAdviceBody, options?: CallOptions): Promise<types.Transaction> =>
    send<types.Transaction>({ method: 'POST', path: '/network/advices', body, options }),
  /** Post a capture or a credit that has happened. Finds its place whatever has become of the authorization, and where there is none: it is never refused for it. `POST /network/postings` */
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
  /** Give a webhook a new secret. Both secrets sign for 24 hours. `POST /webhooks/{webhookId}/rotate-secret` */
  rotateSecret: (webhookId: string, options?: CallOptions): Promise<types.WebhookWithSecret> =>
    send<types.WebhookWithSecret>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/rotate-secret`, options }),
  /** Send a test event. `POST /webhooks/{webhookId}/test` */
  test: (webhookId: string, options?: CallOptions): Promise<types.Delivery> =>
    send<types.Delivery>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/test`, options }),
  /** List the deliveries of a webhook. `GET /webhooks/{webhookId}/deliveries` */
  listDeliveries: (webhookId: string, query: types.ListDeliveriesQuery = {}, options?: CallOptions): Listing<types.Delivery> =>
    listing<types.Delivery>(send, { method: 'GET', path: `/webhooks/${segment(webhookId)}/deliveries`, query, options }),
  /** Read a delivery with its attempts. `GET /webhooks/{webhookId}/deliveries/{deliveryId}` */
  getDelivery: (webhookId: string, deliveryId: string, options?: CallOptions): Promise<types.DeliveryWithAttempts> =>
    send<types.DeliveryWithAttempts>({ method: 'GET', path: `/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}`, options }),
  /** Send a delivery once more. `POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry` */
  retryDelivery: (webhookId: string, deliveryId: string, options?: CallOptions): Promise<types.Delivery> =>
    send<types.Delivery>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/deliveries/${segment(deliveryId)}/retry`, options }),
  /** Send again what a webhook has missed. Deliveries that are `failed` or `canceled` become `pending`, the oldest first. Looks at 1000 deliveries; `next` is where the next call goes on, and null at the end. `POST /webhooks/{webhookId}/replay` */
  replay: (webhookId: string, body: types.ReplayDeliveriesBody, options?: CallOptions): Promise<types.Replay> =>
    send<types.Replay>({ method: 'POST', path: `/webhooks/${segment(webhookId)}/replay`, body, options }),
})

const events = (send: Send) => ({
  /** List events. Kept for 30 days. `GET /events` */
  list: (query: types.ListEventsQuery = {}, options?: CallOptions): Listing<types.Event> =>
    listing<types.Event>(send, { method: 'GET', path: '/events', query, options }),
  /** Read an event. `GET /events/{eventId}` */
  get: (eventId: string, options?: CallOptions): Promise<types.Event> =>
    send<types.Event>({ method: 'GET', path: `/events/${segment(eventId)}`, options }),
})

const apiKeys = (send: Send) => ({
  /** Create an API key. A person confirms it by `proof` where the account sets `approvalPasskeyAbove` (roles `admin`, `approver` and `network`) or `numbersNeedPasskey` (`admin` and `agent`). `POST /api-keys` */
  create: (body: types.CreateApiKeyBody, options?: CallOptions): Promise<types.ApiKeyWithSecret> =>
    send<types.ApiKeyWithSecret>({ method: 'POST', path: '/api-keys', body, options }),
  /** List API keys. `GET /api-keys` */
  list: (query: types.ListApiKeysQuery = {}, options?: CallOptions): Listing<types.ApiKey> =>
    listing<types.ApiKey>(send, { method: 'GET', path: '/api-keys', query, options }),
  /** Read the API key that asks. Of a person who is signed in, see `GET /self`. `GET /api-keys/self` */
  self: (options?: CallOptions): Promise<types.ApiKey> =>
    send<types.ApiKey>({ method: 'GET', path: '/api-keys/self', options }),
  /** Read an API key. `GET /api-keys/{keyId}` */
  get: (keyId: string, options?: CallOptions): Promise<types.ApiKey> =>
    send<types.ApiKey>({ method: 'GET', path: `/api-keys/${segment(keyId)}`, options }),
  /** Revoke an API key at once. `DELETE /api-keys/{keyId}` */
  revoke: (keyId: string, options?: CallOptions): Promise<types.ApiKey> =>
    send<types.ApiKey>({ method: 'DELETE', path: `/api-keys/${segment(keyId)}`, options }),
  /** Give an API key a new secret. The old secret stays valid during the overlap. An older one that still was ends at once: a key has two at most. A person confirms it by `proof` where the account sets `approvalPasskeyAbove` (roles `admin`, `approver` and `network`) or `numbersNeedPasskey` (`admin` and `agent`). `POST /api-keys/{keyId}/rotate` */
  rotate: (keyId: string, body: types.RotateApiKeyBody = {}, options?: CallOptions): Promise<types.ApiKeyWithSecret> =>
    send<types.ApiKeyWithSecret>({ method: 'POST', path: `/api-keys/${segment(keyId)}/rotate`, body, options }),
})

const self = (send: Send) => ({
  /** Read who asks. Whose key or session the request carries, and its role. `GET /self` */
  get: (options?: CallOptions): Promise<types.Self> =>
    send<types.Self>({ method: 'GET', path: '/self', options }),
  /** Change one's own password. Ends all other sessions of the person. For people only. `POST /self/password` */
  changePassword: (body: types.ChangePasswordBody, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'POST', path: '/self/password', body, options }),
  /** Begin to sign in anew at the provider. For what takes a password of others, as the first passkey does: the provider has the person show once more who they are. Of a person who signs in by it. `POST /self/provider/options` */
  providerOptions: (options?: CallOptions): Promise<types.ProviderSignIn> =>
    send<types.ProviderSignIn>({ method: 'POST', path: '/self/provider/options', options }),
  /** Begin to connect oneself with the provider. Of a person who has a password: they sign in by the provider from then on, and the password is deleted. It takes a passkey of theirs that confirms (`proof`), or where there is none their `password`. `POST /self/provider/connect` */
  connectProvider: (body: types.ConnectProviderBody = {}, options?: CallOptions): Promise<types.ProviderSignIn> =>
    send<types.ProviderSignIn>({ method: 'POST', path: '/self/provider/connect', body, options }),
  /** End what was begun at the provider. What the provider answered, in the session that has begun it. Answers a `confirmation`, or connects the person: their groups say the role, and their other sessions end. `POST /self/provider` */
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
  /** Change a person. Name, role or status. `disabled` ends the sessions of the person. Only an owner changes owners, or makes one; the last owner stays. A person who lets another do more than before confirms it by `proof` where the account sets `approvalPasskeyAbove`. `PATCH /people/{personId}` */
  update: (personId: string, body: types.UpdatePersonBody, query: types.UpdatePersonQuery = {}, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'PATCH', path: `/people/${segment(personId)}`, body, query, options }),
  /** Agree to a passkey that waits. An owner says, by a passkey of their own (`proof`), that it is its person who has made it: it confirms from now on. `POST /people/{personId}/passkeys/{passkeyId}/confirm` */
  confirmPasskey: (personId: string, passkeyId: string, body: types.ConfirmPasskeyBody = {}, options?: CallOptions): Promise<types.Passkey> =>
    send<types.Passkey>({ method: 'POST', path: `/people/${segment(personId)}/passkeys/${segment(passkeyId)}/confirm`, body, options }),
})

const passwordResets = (send: Send) => ({
  /** Make a link for a new password. For a person who has lost theirs. The secret is the end of a link, `/reset#<secret>`, that works once, for a day: hand it over yourself. Until it is used, nothing changes. Only an owner makes one for an owner. A person confirms it by `proof` where the account sets `approvalPasskeyAbove` and the link is not of a viewer. `POST /people/{personId}/password-reset` */
  create: (personId: string, body: types.CreatePasswordResetBody = {}, options?: CallOptions): Promise<types.PasswordReset> =>
    send<types.PasswordReset>({ method: 'POST', path: `/people/${segment(personId)}/password-reset`, body, options }),
  /** Ask for a new password. Mails a link for a new password to the person with that address, where there is one and the installation sends mail. The answer is the same for every address. Asked often, it is slowed down. `POST /password-resets` */
  request: (body: types.RequestPasswordResetBody, options?: CallOptions): Promise<types.PasswordResetRequested> =>
    send<types.PasswordResetRequested>({ method: 'POST', path: '/password-resets', body, options }),
  /** Set a new password by a link. Ends every session of the person and all their links, and signs them in: the reply sets the cookie of a session. Of their passkeys those alone stay that are used in this request (`keep`). `POST /password-resets/use` */
  use: (body: types.ResetPasswordBody, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'POST', path: '/password-resets/use', body, options }),
  /** Begin to keep a passkey over a new password. A challenge for a passkey of the person, good for five minutes and once. What is signed is sent with `POST /password-resets/use`. `POST /password-resets/passkey-options` */
  passkeyOptions: (body: types.CreateResetPasskeyOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/password-resets/passkey-options', body, options }),
})

const invitations = (send: Send) => ({
  /** Invite a person. The secret is the end of a link, `/welcome#<secret>`, that works once, for seven days; where the installation sends mail, it goes to the person by mail, too. Only an owner invites owners. A person confirms it by `proof` where the account sets `approvalPasskeyAbove` and the role is not `viewer`. `POST /invitations` */
  create: (body: types.CreateInvitationBody, options?: CallOptions): Promise<types.InvitationWithSecret> =>
    send<types.InvitationWithSecret>({ method: 'POST', path: '/invitations', body, options }),
  /** List invitations. `GET /invitations` */
  list: (query: types.ListInvitationsQuery = {}, options?: CallOptions): Listing<types.Invitation> =>
    listing<types.Invitation>(send, { method: 'GET', path: '/invitations', query, options }),
  /** Revoke an invitation. One that is accepted or over stays as it is. `DELETE /invitations/{invitationId}` */
  revoke: (invitationId: string, options?: CallOptions): Promise<types.Invitation> =>
    send<types.Invitation>({ method: 'DELETE', path: `/invitations/${segment(invitationId)}`, options }),
  /** Accept an invitation. Creates the person and signs them in: the reply sets the cookie of a session. A `passkey` that is made in the same step confirms at once. `POST /invitations/accept` */
  accept: (body: types.AcceptInvitationBody, options?: CallOptions): Promise<types.Person> =>
    send<types.Person>({ method: 'POST', path: '/invitations/accept', body, options }),
  /** Begin to make a passkey with an invitation. What is made for it is sent with `POST /invitations/accept`, and confirms at once. `POST /invitations/passkey-options` */
  passkeyOptions: (body: types.CreateInvitationPasskeyOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/invitations/passkey-options', body, options }),
})

const sessions = (send: Send) => ({
  /** Sign in. The reply sets the cookie `__Host-purser`, which signs the requests of a browser for 12 hours after the last one, 7 days at most. After five wrong passwords further ones are slowed down, by person and address; nobody is locked out. `POST /sessions` */
  create: (body: types.CreateSessionBody, options?: CallOptions): Promise<types.Session> =>
    send<types.Session>({ method: 'POST', path: '/sessions', body, options }),
  /** List sessions. The caller's own sessions. An admin sees those of a person with `personId`. `GET /sessions` */
  list: (query: types.ListSessionsQuery = {}, options?: CallOptions): Listing<types.Session> =>
    listing<types.Session>(send, { method: 'GET', path: '/sessions', query, options }),
  /** End a session. One's own, `current` for the one of the request, or as an admin anybody's. `DELETE /sessions/{sessionId}` */
  end: (sessionId: string, options?: CallOptions): Promise<types.Ended> =>
    send<types.Ended>({ method: 'DELETE', path: `/sessions/${segment(sessionId)}`, options }),
  /** Begin to sign in by passkey. A challenge for any passkey of this host, good for five minutes and once. `POST /sessions/passkey/options` */
  passkeyOptions: (options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/sessions/passkey/options', options }),
  /** Sign in by passkey. Opens a session as `POST /sessions` does. A counter of the authenticator that goes back is refused. `POST /sessions/passkey` */
  createByPasskey: (body: types.CreatePasskeySessionBody, options?: CallOptions): Promise<types.Session> =>
    send<types.Session>({ method: 'POST', path: '/sessions/passkey', body, options }),
  /** Begin to sign in by the company's provider. Answers where the browser goes, with the cookie `__Host-purser-provider`, by which this browser alone can end what it has begun: once, within ten minutes. `POST /sessions/provider/options` */
  providerOptions: (options?: CallOptions): Promise<types.ProviderSignIn> =>
    send<types.ProviderSignIn>({ method: 'POST', path: '/sessions/provider/options', options }),
  /** Sign in by the company's provider. What the provider answered, for a cookie of a session as `POST /sessions` sets one, which ends with `PURSER_OIDC_SESSION_HOURS`. The person's groups say the role at each sign-in. Who comes for the first time becomes a person where a group gives a role; whose groups give none any more is disabled, but for the last owner. `POST /sessions/provider` */
  createByProvider: (body: types.CreateProviderSessionBody, options?: CallOptions): Promise<types.Session> =>
    send<types.Session>({ method: 'POST', path: '/sessions/provider', body, options }),
})

const signIn = (send: Send) => ({
  /** Read how people sign in. `GET /sign-in` */
  ways: (options?: CallOptions): Promise<types.SignInWays> =>
    send<types.SignInWays>({ method: 'GET', path: '/sign-in', options }),
})

const passkeys = (send: Send) => ({
  /** Begin to make a passkey. A challenge for the authenticator, good for five minutes and once. For people alone. `POST /passkeys/options` */
  options: (options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/passkeys/options', options }),
  /** Keep a passkey. What the authenticator made for the challenge. It signs its person in from now on. An older passkey of the person confirms it (`proof`). Where none of theirs confirms, it takes their `password`, and confirms nothing itself for `PURSER_PASSKEY_WAIT_HOURS`, or until an owner agrees. `POST /passkeys` */
  create: (body: types.CreatePasskeyBody, options?: CallOptions): Promise<types.Passkey> =>
    send<types.Passkey>({ method: 'POST', path: '/passkeys', body, options }),
  /** List passkeys. The caller's own sessions. An admin sees those of a person with `personId`. `GET /passkeys` */
  list: (query: types.ListPasskeysQuery = {}, options?: CallOptions): Listing<types.Passkey> =>
    listing<types.Passkey>(send, { method: 'GET', path: '/passkeys', query, options }),
  /** Delete a passkey. One's own. Confirmed as a new one is, also by the one that is deleted. What it has signed can still be checked. Those of somebody who has lost them go with a new password (`POST /people/{personId}/password-reset`). `DELETE /passkeys/{passkeyId}` */
  delete: (passkeyId: string, body: types.DeletePasskeyBody = {}, options?: CallOptions): Promise<types.Ended> =>
    send<types.Ended>({ method: 'DELETE', path: `/passkeys/${segment(passkeyId)}`, body, options }),
  /** Rename a passkey. One's own. Confirmed as a new one is. `POST /passkeys/{passkeyId}/rename` */
  rename: (passkeyId: string, body: types.RenamePasskeyBody, options?: CallOptions): Promise<types.Passkey> =>
    send<types.Passkey>({ method: 'POST', path: `/passkeys/${segment(passkeyId)}/rename`, body, options }),
})

const notifications = (send: Send) => ({
  /** Read what one is told of by mail. For people alone. `GET /self/notifications` */
  get: (options?: CallOptions): Promise<types.MailNotifications> =>
    send<types.MailNotifications>({ method: 'GET', path: '/self/notifications', options }),
  /** Choose what one is told of by mail. For people alone. Approvals are told to those who may decide about them, disabled webhooks to admins. A person who is disabled, or may not know any more, is told nothing, also of what waits already. `PATCH /self/notifications` */
  update: (body: types.UpdateMailNotificationsBody, query: types.UpdateMailNotificationsQuery = {}, options?: CallOptions): Promise<types.MailNotifications> =>
    send<types.MailNotifications>({ method: 'PATCH', path: '/self/notifications', body, query, options }),
  /** Mail oneself a test message. The message is sent once and at once, whatever the person has chosen to be notified of. For people alone. `POST /self/notifications/test` */
  test: (options?: CallOptions): Promise<types.TestMessage> =>
    send<types.TestMessage>({ method: 'POST', path: '/self/notifications/test', options }),
})

const slack = (send: Send) => ({
  /** Read what Slack is told of. `GET /account/slack` */
  get: (options?: CallOptions): Promise<types.SlackNotifications> =>
    send<types.SlackNotifications>({ method: 'GET', path: '/account/slack', options }),
  /** Choose what Slack is told of. The URL of an incoming webhook of Slack is a secret: it is kept sealed, and never shown whole again. `PATCH /account/slack` */
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
  /** Change the account. Only an owner changes `approvalPasskeyAbove`, which `null` unsets, and `numbersNeedPasskey`. Where `approvalPasskeyAbove` is set, what raises it, unsets it or switches `numbersNeedPasskey` off is confirmed by `proof`. `PATCH /account` */
  update: (body: types.UpdateAccountBody, query: types.UpdateAccountQuery = {}, options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'PATCH', path: '/account', body, query, options }),
  /** Stop all spending. Until it is resumed every authorization and evaluation declines `account_stopped` and no card number is given out. Intents can be declared and decided, and wait. An account that is stopped stays as it was stopped first. `POST /account/stop` */
  stop: (body: types.StopAccountBody, options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'POST', path: '/account/stop', body, options }),
  /** Begin to confirm by passkey that spending resumes. A challenge over the account, the stop and `reason`, good for five minutes and once. For people alone. What an authenticator signs of it is the `proof` of that resume. `POST /account/resume-options` */
  resumeOptions: (body: types.CreateResumeOptionsBody, options?: CallOptions): Promise<types.PasskeyOptions> =>
    send<types.PasskeyOptions>({ method: 'POST', path: '/account/resume-options', body, options }),
  /** Resume spending. A person who has a passkey sends `proof`: see `POST /account/resume-options`. An account that is not stopped stays so. `POST /account/resume` */
  resume: (body: types.ResumeAccountBody, options?: CallOptions): Promise<types.Account> =>
    send<types.Account>({ method: 'POST', path: '/account/resume', body, options }),
})

const audit = (send: Send) => ({
  /** List audit entries. All changes by people, API keys and the service. The id of an approval finds the entries of its intent. `GET /audit` */
  list: (query: types.ListAuditQuery = {}, options?: CallOptions): Listing<types.AuditEntry> =>
    listing<types.AuditEntry>(send, { method: 'GET', path: '/audit', query, options }),
  /** Read the signed end of the audit trail. If you keep it elsewhere, it proves later that no entry up to it was changed or removed. `GET /audit/head` */
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
  readonly spend: ReturnType<typeof spend>
  readonly policies: ReturnType<typeof policies>
  readonly merchants: ReturnType<typeof merchants>
  readonly transactions: ReturnType<typeof transactions>
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
    this.spend = spend(send)
    this.policies = policies(send)
    this.merchants = merchants(send)
    this.transactions = transactions(send)
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
