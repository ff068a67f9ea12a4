// Generated from src/contract by tools/generate.ts. Do not edit.

/** A page of a list: `nextCursor` leads to the one after it. */
export interface Page<T> {
  data: T[]
  nextCursor: string | null
  hasMore: boolean
}

/** The type of the data of each event type. */
export interface EventDataByType {
  'transaction.created': TransactionEventData
  'transaction.settled': TransactionEventData
  'transaction.declined': TransactionDeclinedEventData
  'transaction.reversed': TransactionEventData
  'transaction.refunded': TransactionEventData
  'transaction.documented': TransactionDocumentedEventData
  'intent.created': IntentEventData
  'intent.corrected': IntentEventData
  'intent.matched': IntentEventData
  'intent.mismatched': IntentEventData
  'intent.expired': IntentEventData
  'intent.pending_approval': IntentEventData
  'intent.approved': IntentEventData
  'intent.rejected': IntentEventData
  'intent.canceled': IntentEventData
  'intent.reported': IntentEventData
  'card.created': CardEventData
  'card.frozen': CardEventData
  'card.unfrozen': CardEventData
  'card.closed': CardEventData
  'card.credentials_locked': CardEventData
  'card.issuer_failed': CardIssuerEventData
  'customer.updated': CustomerEventData
  'agent.updated': AgentEventData
  'policy.changed': PolicyEventData
  'budget.threshold': BudgetEventData
  'change_request.created': ChangeRequestEventData
  'change_request.approved': ChangeRequestEventData
  'change_request.rejected': ChangeRequestEventData
  'change_request.canceled': ChangeRequestEventData
  'change_request.expired': ChangeRequestEventData
  'challenge.requested': ChallengeEventData
  'challenge.approved': ChallengeEventData
  'challenge.declined': ChallengeEventData
  'challenge.expired': ChallengeEventData
  'subscription.created': SubscriptionEventData
  'subscription.pending_approval': SubscriptionEventData
  'subscription.approved': SubscriptionEventData
  'subscription.rejected': SubscriptionEventData
  'subscription.paused': SubscriptionEventData
  'subscription.resumed': SubscriptionEventData
  'subscription.canceled': SubscriptionEventData
  'subscription.expired': SubscriptionEventData
  'subscription.matched': SubscriptionEventData
  'subscription.exceeded': SubscriptionEventData
  'access.granted': AccessEvent
  'access.denied': AccessEvent
  'person.passkeys_changed': PersonEventData
  'person.role_changed': PersonRoleEventData
  'account.stopped': AccountEventData
  'account.resumed': AccountEventData
  'audit.recorded': AuditEntry
  'webhook.disabled': WebhookEventData
  'webhook.test': TestEventData
}
export type EventData<T extends EventType> = EventDataByType[T]

export type AcceptInvitationBody = {
  secret: string
  name: string
  /** The new password: at least 12 characters, and not one of the most common passwords. */
  password: string
  /** The email address of the person. Required if the invitation names none. */
  email?: string
  passkey?: NewPasskey
}

export type AccessEvent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier, or null. */
  intentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  keyId: string
  status: 'granted' | 'denied' | 'consumed' | 'expired'
  decision: 'granted' | 'denied'
  /** Why access to the card number was denied; empty if it was granted. */
  reasons: {
    code: string
    /** The explanation, in one sentence for people. */
    message: string
  }[]
  purpose: string | null
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  expectedAmount?: number
  /** Merchant name. */
  merchant?: string
  /** The passkey with which a person has confirmed the read of the card number. */
  passkeyId?: string
  /** The access event of the first read with the same `Idempotency-Key`. */
  replayOf?: string
  grantedAt: string | null
  expiresAt: string | null
  consumedAt: string | null
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type Account = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  name: string
  /** Amount in minor units of `currency`. A person who decides about an intent that may cost more, that has no ceiling, or that is in another currency, has to confirm the decision with a passkey. Absent: no decision needs one. */
  approvalPasskeyAbove?: number
  /** Whether every person has to confirm a read of a card number with a passkey. Otherwise only people who have a passkey have to. API keys cannot confirm. */
  numbersNeedPasskey: boolean
  /** The time zone in which people read days and CSV files, as an IANA name such as `Europe/Berlin`. Limits, and the sums of `GET /stats/spend`, have days of UTC. */
  timeZone: string
  /** The currency of new customers that name none, as ISO 4217 code. Customers keep the one that they have. */
  currency: string
  /** The issuers of the account's cards. The first one issues a card that names none. Absent: only Purser issues cards. */
  issuers?: AccountIssuer[]
  /** Who stopped all spending of the account, when, and why. Present while spending is stopped. */
  stopped?: AccountStop
  /** Present while a customer with the email `demo@purser.invalid` is active: the demo company of the dashboard, whose purchases are made up. */
  demo?: AccountDemo
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

/** Present while a customer with the email `demo@purser.invalid` is active: the demo company of the dashboard, whose purchases are made up. */
export type AccountDemo = {
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
}

export type AccountEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  accountId: string
  /** Why all spending was stopped or resumed, in the words of the caller. */
  reason: string
  /** The id of the API key or the person that stopped or resumed spending. */
  by: string
  /** The name of the API key or the person that stopped or resumed spending. */
  name: string
}

export type AccountIssuer = {
  name: 'purser' | 'stripe' | 'lithic'
  /** Whether `POST /cards/{cardId}/details` answers with the numbers of the issuer's cards. Otherwise the issuer shows them itself, with `POST /cards/{cardId}/number-session`. */
  givesNumbers: boolean
  /** Whether the issuer needs `billing` for the first card of a customer, and a `name` of the customer. */
  needsBilling: boolean
}

/** Who stopped all spending of the account, when, and why. Present while spending is stopped. */
export type AccountStop = {
  /** A time in UTC, always with milliseconds and `Z`. */
  at: string
  /** The id of the API key or the person that stopped all spending. */
  by: string
  /** The name that the API key or the person had when spending was stopped. */
  name: string
  /** Why all spending is stopped or resumed, in the words of the caller. */
  reason: string
}

export type ActiveHours = {
  /** The time zone of the hours, as an IANA name. */
  timezone: string
  /** The days of the week on which purchases are allowed: 0 is Sunday, 6 is Saturday. */
  days: number[]
  /** The time of day from which purchases are allowed, as `HH:MM` with 24 hours. */
  from: string
  /** The time of day, exclusive, until which purchases are allowed, as `HH:MM` with 24 hours. The hours may span midnight. */
  to: string
}

export type ActiveHoursPatch = {
  timezone?: string | null
  days?: number[] | null
  from?: string | null
  to?: string | null
}

export type Address = {
  line1: string
  line2?: string
  city: string
  state?: string
  postalCode: string
  /** ISO 3166-1 alpha-2 country code. */
  country: string
}

export type AddressPatch = {
  line1?: string | null
  line2?: string | null
  city?: string | null
  state?: string | null
  postalCode?: string | null
  country?: string | null
}

export type AdvanceTestClockBody = {
  /** By how many seconds to move the test clock, to the millisecond. At most ten years. */
  seconds: number
}

export type Agent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The name of the agent. Default: the `externalId`. */
  name: string
  status: AgentStatus
  /** Identifier, or null. */
  customerId: string | null
  externalId: string | null
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits?: Limits
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  createdAt: string | null
  /** A time in UTC, always with milliseconds and `Z`. */
  deletedAt?: string
}

export type AgentBudget = {
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  /** The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a status prevents every purchase. Null: no limit applies. */
  available: number | null
  /** Every limit that applies to purchases now, with its spent and remaining amount. */
  windows: BudgetWindow[]
  /** The rules beside the limits that apply to purchases, in short sentences. */
  rules: string[]
  approvals: {
    /** The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent: none does, by the rules of this level. */
    autoApproveBelow?: number
    /** How many intents wait for a person to decide. */
    waiting: number
  }
  /** When the next purchase can pass without any change. Absent if it can pass now, or if waiting does not help. */
  nextAllowedAt?: string
  /** The newest cards of the agent that are not closed. */
  cards: {
    /** Identifier: a prefix and 26 characters in creation order. */
    cardId: string
    last4: string | null
    label?: string
    status: CardStatus
    /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
    currency?: string
    /** The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a status prevents every purchase. Null: no limit applies. */
    available: number | null
    /** Every limit that applies to purchases now, with its spent and remaining amount. */
    windows: BudgetWindow[]
    /** The rules beside the limits that apply to purchases, in short sentences. */
    rules: string[]
    approvals: {
      /** The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent: none does, by the rules of this level. */
      autoApproveBelow?: number
      /** How many intents wait for a person to decide. */
      waiting: number
    }
    /** When the next purchase can pass without any change. Absent if it can pass now, or if waiting does not help. */
    nextAllowedAt?: string
  }[]
  /** Whether the agent has more cards that are not closed. */
  hasMoreCards: boolean
}

export type AgentEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  agentId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  status: AgentStatus
  /** The fields that changed: `name`, `status`, `policy`, ... */
  changed: string[]
  agent: Agent
}

export type AgentObstacles = {
  /** The shops with the most obstacles first. */
  shops: ShopObstacles[]
  /** Whether the agent has more than 1000 intents, of which the newest are counted, or more than 100 shops. */
  isPartial: boolean
}

export type AgentStatus =
  | 'active'
  | 'paused'
  | 'disabled'

export type ApiKey = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  name: string
  role: Role
  /** Identifier: a prefix and 26 characters in creation order. */
  agentId?: string
  tier: 'standard' | 'pro' | 'enterprise'
  /** How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key with more than its own. */
  requestsPerMinute?: number
  /** Networks in CIDR notation from which the key works. Absent: it works from everywhere. */
  allowedAddresses?: string[]
  /** Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never. */
  mcpCardDetails?: 'plain'
  /** For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key. */
  mcpToken?: McpToken
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  revokedAt?: string
  /** The minute in which the API key was last used. Other nodes may show it about a second later. Absent: the key was not used yet. */
  lastUsedAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type ApiKeyRequest = {
  /** Purser's own id of the request, as the audit trail has it. */
  id: string
  /** The `requestId` of the reply: the `X-Request-Id` that the caller sent, or `id`. */
  requestId: string
  /** When the request arrived. */
  at: string
  method: string
  /** The path of the request without its query. In place of what is neither a word of the API's paths nor an id, there is `…`, because it may be a secret. */
  path: string
  /** The API operation that the request called. Absent: the request reached none, or was a call of `/mcp`. */
  operation?: string
  status: number
  /** The `code` of the error in the reply. */
  errorCode?: string
  /** How many milliseconds passed from the arrival of the request until its reply began. */
  durationMs: number
  /** True: the request came to `/mcp` with an access token of the key's `mcpToken`. Absent: the request came with the key's secret. */
  byToken?: boolean
}

export type ApiKeyRequests = {
  /** The requests of the key, newest first. */
  data: ApiKeyRequest[]
  /** How many requests before the newest one are missing, because a node had too many to record or could not store them. Those that a node had not stored when it was killed are not counted. */
  notRecorded: number
}

export type ApiKeyWithSecret = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  name: string
  role: Role
  /** Identifier: a prefix and 26 characters in creation order. */
  agentId?: string
  tier: 'standard' | 'pro' | 'enterprise'
  /** How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key with more than its own. */
  requestsPerMinute?: number
  /** Networks in CIDR notation from which the key works. Absent: it works from everywhere. */
  allowedAddresses?: string[]
  /** Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never. */
  mcpCardDetails?: 'plain'
  /** For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key. */
  mcpToken?: McpToken
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  revokedAt?: string
  /** The minute in which the API key was last used. Other nodes may show it about a second later. Absent: the key was not used yet. */
  lastUsedAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** The secret of the API key. Only this answer shows it. */
  secret: string
}

export type Approval = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** The name of the customer: the business, or the first and last name. Absent: the customer has no name. */
  customerName?: string
  /** The name of the agent of the card. Absent: the card has no agent. */
  agentName?: string
  /** The label of the card. Absent: the card has none. */
  cardLabel?: string
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled'
  /** The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if the subject does. Present while somebody can decide. */
  subjectHash?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  requestedAt: string
  /** The time until which somebody may decide about the intent, or might have decided. */
  expiresAt: string
  /** For how many minutes after its approval the intent can be used for its purchase. */
  validMinutes: number
  /** A time in UTC, always with milliseconds and `Z`. */
  decidedAt?: string
  /** Who approved or rejected the intent: the id of an API key, or of a person. */
  decidedBy?: string
  note?: string
  /** Who took back the approval: the id of an API key, or of a person. Absent if nobody did. */
  revokedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  revokedAt?: string
  revocationReason?: string
  /** Whether a purchase of this customer has matched an intent with this `expectedOrigin` before. Absent if the intent names no origin. */
  originSeen?: boolean
  /** What the person decides about: the declared fields, the ceiling, and the effective policy at that moment, with why it needs a person. */
  subject: {
    /** What the purchase is for. */
    purpose: string
    /** The caller's own id of the intent, unique per card. */
    intentId?: string
    /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
    expectedAmount?: number
    /** ISO 4217 currency code, any case. Default: the customer's. An intent in another currency matches no purchase. */
    expectedCurrency?: string
    /** Merchant name. */
    expectedMerchant?: string
    expectedMccs?: string[]
    /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
    expectedOrigin?: string
    /** The shop's number of the order or the cart, where it is known before the payment. No decision reads it. */
    merchantOrderId?: string
    /** The active subscription of whose period the intent is the first charge. The purchase takes the period, needs no approval, and costs at most `maxAmount` of the subscription. */
    subscriptionId?: string
    /** The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to `expectedAmount`. No decision reads them. */
    items?: OrderItem[]
    /** The tax of the order that no item includes, in minor units of the currency of the purchase. */
    tax?: number
    /** The shipping costs of the order, in minor units of the currency of the purchase. */
    shipping?: number
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    tolerance?: number
    tolerancePercent?: number
    /** For how many minutes an intent that needs no approval can be used for its purchase. Default: `validMinutes`, or else 30. */
    ttlMinutes: number
    /** For how many minutes after its approval the intent can be used for its purchase, unless the approver says otherwise. Default: `ttlMinutes`. */
    validMinutes?: number
    /** Any JSON object, at most 16 KiB and 8 levels. */
    metadata?: Record<string, unknown>
    /** The most, in minor units, that the purchase of the intent may cost, with its increments. The ceiling is fixed when the intent is declared. */
    ceiling?: number
    /** The rules that are lifted for the purchase of this intent alone, once a person has approved it. No policy changes. */
    exception?: IntentException
    /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
    policy: Policy
    /** Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then. */
    approvalReasons?: ApprovalReason[]
  }
}

export type ApprovalProof = {
  /** Identifier: a prefix and 26 characters in creation order. */
  approvalId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  personId: string
  /** What the person agreed to: account, intent, its `subjectHash`, ceiling, decision, person, and a nonce. */
  statement: Record<string, unknown>
  /** The credential id that the authenticator gave the passkey, base64url. */
  credentialId: string
  /** The public key of the passkey, as PEM. */
  publicKey: string
  host: string
  /** `response.clientDataJSON` of the browser's WebAuthn credential, base64url. */
  clientData: string
  /** `response.authenticatorData` of the browser's WebAuthn assertion, base64url. */
  authenticatorData: string
  /** `response.signature` of the browser's WebAuthn assertion, base64url. */
  signature: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  howToCheck: string
}

/** Why a person has to decide, as it was when that was found out. */
export type ApprovalReason = {
  /** The field of the policy that asks for a person. */
  rule: 'requireApproval' | 'autoApproveBelow' | 'rejectionMemoryHours' | 'autoApprovePerDay' | 'newMerchant' | 'newOrigin'
  level: 'customer' | 'agent' | 'card' | 'default'
  /** The explanation, in one sentence for people. */
  message: string
  /** For `rejectionMemoryHours`: the amount that a person rejected. For `autoApprovePerDay`: what was approved automatically in the 24 hours before. */
  amount?: number
  /** For `autoApproveBelow` and `autoApprovePerDay`: the value of the field. */
  limit?: number
  /** For `rejectionMemoryHours`: when the person rejected it. */
  at?: string
}

export type ApproveChallengeBody = {
  note?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

export type ApproveChangeRequestBody = {
  note?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

export type ApproveIntentBody = {
  note?: string
  /** For how many minutes from now on the intent can be used for its purchase. Default: as the intent declares. */
  validMinutes?: number
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

export type ApproveSubscriptionBody = {
  note?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

export type AttachTransactionDocumentBody = {
  /** The name of the file, without a path. */
  name: string
  /** The bytes of the document, as base64 (RFC 4648, section 4). */
  content: string
}

export type AuditEntry = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The number of the audit entry in the account's chain, without gaps. */
  sequence: number
  /** A time in UTC, always with milliseconds and `Z`. */
  at: string
  /** Who made the change: an API key, an access token at `/mcp`, a person, somebody at the shell, or the service itself. */
  actor: {
    type: 'key' | 'token' | 'person' | 'shell' | 'system'
    /** The id of the actor: of the API key or person, or the name of the user at the shell. For an access token it is the id of the API key that the token acts as. */
    id: string
    /** The name of the actor. For an access token it is the name of the API key, with the subject and client of the token. */
    name: string
  }
  /** The id of the request that caused the change (`req_...`). Null: no request did. */
  requestId: string | null
  /** The name of the API operation, or of the task of the service itself, that made the change. */
  operation: string
  resource: {
    type: 'account' | 'customer' | 'agent' | 'card' | 'transaction' | 'intent' | 'change_request' | 'challenge' | 'subscription' | 'access_event' | 'filler' | 'api_key' | 'webhook' | 'person' | 'invitation' | 'notification_channel'
    /** Identifier: a prefix and 26 characters in creation order. */
    id: string
  }
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId?: string
  changes: {
    /** The changed field, named as in answers. Fields of a policy, a limit or an approval have a dot: `policy.requireIntent`. */
    path: string
    /** The value of the field before the change. Null: the field was not set. */
    before: unknown
    /** The value of the field after the change. Null: the field is not set any more. */
    after: unknown
  }[]
  /** Paths of changes whose values are shown shortened, because only the role `admin` sees them whole. `hash` is that of the whole entry, without `redacted`. */
  redacted?: string[]
  /** The hash of the audit entry: SHA-256 over the canonical JSON of all its other members, in hexadecimal. */
  hash: string
  /** The `hash` of the previous audit entry in the account's chain; zeros for the first entry. */
  previousHash: string
}

export type AuditHead = {
  /** Identifier: a prefix and 26 characters in creation order. */
  accountId: string
  /** The number of the last audit entry in the account's chain. 0: there is none. */
  sequence: number
  /** The `hash` of the last audit entry: SHA-256 in lower-case hexadecimal. Zeros: there is no entry. */
  hash: string
  /** A time in UTC, always with milliseconds and `Z`. */
  at: string
  /** The signature of the end of the audit trail: Ed25519 over the canonical JSON of `accountId`, `at`, `hash` and `sequence`, base64. */
  signature: string
  /** The public key that verifies the signature, PEM. */
  publicKey: string
}

export type AuthorizationAnswer = {
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
  decision: 'approve' | 'decline'
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons: Reason[]
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  transaction: Transaction
}

export type Backtest = {
  /** A time in UTC, always with milliseconds and `Z`. */
  from: string
  /** A time in UTC, always with milliseconds and `Z`. */
  to: string
  /** How many decisions of the level, about authorizations and increments, the backtest made again. */
  decisions: number
  /** How many decisions would be the same under the changed rules. */
  same: number
  /** How many decisions were approvals, and would be declines under the changed rules. */
  wouldDecline: number
  /** How many decisions were declines, and would be approvals under the changed rules. */
  wouldApprove: number
  /** Notes on what the counts of the backtest do not show. */
  notes: BacktestNote[]
  /** What the changed rules would change for the customer's other cards, because of caps that they share. */
  elsewhere: {
    /** How many decisions were approvals, and would be declines under the changed rules. */
    wouldDecline: number
    /** How many decisions were declines, and would be approvals under the changed rules. */
    wouldApprove: number
  }
  /** Each rule that would decline, or that declined, with the counts of its changed decisions. The most frequent rule is first. */
  byRule: {
    /** The rule, named after the field that it checks, for instance `limits.perAuth`. */
    rule: string
    code: ReasonCode
    level: 'customer' | 'agent' | 'card' | 'default'
    /** How many decisions were approvals, and would be declines under the changed rules. */
    wouldDecline: number
    /** How many decisions were declines, and would be approvals under the changed rules. */
    wouldApprove: number
  }[]
  /** Examples of decisions that would change under the changed rules, newest first. */
  examples: {
    /** Identifier: a prefix and 26 characters in creation order. */
    transactionId: string
    /** Identifier: a prefix and 26 characters in creation order. */
    cardId: string
    kind: 'authorization' | 'increment'
    /** A time in UTC, always with milliseconds and `Z`. */
    at: string
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    amount: number
    /** ISO 4217 currency code. */
    currency?: string
    merchant?: Merchant
    was: 'approve' | 'decline'
    would: 'approve' | 'decline'
    /** The reasons why the purchase would be declined, or why it was declined. */
    reasons: Reason[]
    /** Every rule that the changed decision would check, in order. */
    trace: TraceEntry[]
  }[]
}

/** A note on the counts of a backtest. `intents_as_declared`: the changed rules require approvals, and intents are used as they were declared and decided. */
export type BacktestNote = {
  code: 'intents_as_declared'
  message: string
}

export type BacktestPolicyBody = {
  /** The level whose rules the backtest changes. */
  level: 'customer' | 'agent' | 'card'
  /** Identifier, as an earlier reply gave it. */
  id: string
  /** The change of the policy to test, which is merged into the current policy as a PATCH does. Absent: each decision keeps the policy that it had. */
  policy?: PolicyPatch | null
  /** The change of the hard caps to test, which is merged into the current caps. Absent: each decision keeps the caps that it had. */
  limits?: LimitsInputPatch | null
  /** The beginning, included, of the range whose decisions are made again. Default: 30 days before `to`. */
  from?: string
  /** The end, included, of the range whose decisions are made again. Default: now. */
  to?: string
  /** How many examples of changed decisions to return. */
  limit?: number
}

export type Budget = {
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  /** The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a status prevents every purchase. Null: no limit applies. */
  available: number | null
  /** Every limit that applies to purchases now, with its spent and remaining amount. */
  windows: BudgetWindow[]
  /** The rules beside the limits that apply to purchases, in short sentences. */
  rules: string[]
  approvals: {
    /** The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent: none does, by the rules of this level. */
    autoApproveBelow?: number
    /** How many intents wait for a person to decide. */
    waiting: number
  }
  /** When the next purchase can pass without any change. Absent if it can pass now, or if waiting does not help. */
  nextAllowedAt?: string
}

export type BudgetEventData = {
  level: 'customer' | 'agent' | 'card'
  kind: 'policy' | 'cap'
  window: 'perDay' | 'perWeek' | 'perMonth' | 'total'
  /** The share of the limit that was reached, in percent. */
  threshold: 80 | 100
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  limit: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  spent: number
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
}

export type BudgetLimit = {
  /** The level that has the limit. `card` only in answers to requests with `ids`. */
  level: 'customer' | 'agent' | 'card'
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The name of the customer, agent or card that has the limit; without a name, the email address of a customer, else the id. */
  name: string
  kind: 'policy' | 'cap'
  window: Window
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  limit: number
  /** What counts towards the limit, in minor units. More than `limit` where the limit was lowered since, or a capture was forced. */
  spent: number
  /** The part of `spent`, in minor units, that is authorized and still open. */
  held: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  remaining: number
  /** Minor units that active subscriptions may still take from the limit: in the next 24 hours (`perDay`), the next 168 (`perWeek`), or until the end of the UTC month (`perMonth`). Absent: none. */
  committed?: number
  /** When nothing of what is spent now counts towards the limit any longer. Absent: nothing is spent, or spend never stops counting. */
  resetsAt?: string
  /** How many active cards have the limit, and which of them the amounts are of. Present where the limit is counted for each card. */
  cards?: {
    count: number
    /** Identifier: a prefix and 26 characters in creation order. */
    tightestId: string
    /** True, in answers to requests with `ids`: more active cards have the limit than were compared. */
    isPartial?: boolean
  }
  /** The level above whose hard cap the limit is, with `ids`, where the agent or card has no limit of its own over time. Everything beneath that level counts towards the cap. */
  capLevel?: 'customer' | 'agent'
}

export type BudgetStats = {
  /** The most used limit over time of each customer and agent that sets one, those that are used most first. With `ids`, also of each card. */
  data: BudgetLimit[]
  /** Whether more customers and agents have a limit over time than `data` has. */
  hasMore: boolean
  /** Whether the account has more than the 100 newest active customers, 200 agents and 400 cards that were compared; with `ids`, whether one of these has more cards than were compared. */
  isPartial: boolean
}

export type BudgetWindow = {
  kind: 'policy' | 'cap'
  window: Window
  level: 'customer' | 'agent' | 'card' | 'default'
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  limit: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  spent: number
  /** The part of `spent`, in minor units, that is authorized and neither captured nor released yet. */
  held: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  remaining: number
  /** Minor units that active subscriptions may still take from the limit: in the next 24 hours (`perDay`), the next 168 (`perWeek`), or until the end of the UTC month (`perMonth`). Absent: none. */
  committed?: number
  /** When nothing of what is spent now counts towards the limit any longer. Absent: nothing is spent, or spend never stops counting. */
  resetsAt?: string
}

export type Card = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier, or null. */
  customerId: string | null
  /** Identifier, or null. */
  agentId: string | null
  /** A one-time card: the card on which its intent was declared. */
  parentCardId?: string
  /** A one-time card: the intent for whose purchase it was made. */
  intentId?: string
  type: 'virtual' | 'physical'
  /** The currency of the card, which is the customer's, as ISO 4217 code. */
  currency: string
  usage: 'single' | 'multi'
  status: CardStatus
  last4: string | null
  expMonth: string | null
  expYear: string | null
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits: Limits
  merchantLock: string | null
  expiresAt: string | null
  lastSpendAt: string | null
  firstSpendAt: string | null
  singleUseConsumedAt: string | null
  /** The time until which purchases by card number are declined, after five wrong expiries or CVVs in a row. */
  credentialsLockedUntil?: string
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** The name that people give the card. */
  label?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  configuration?: Record<string, unknown>
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  billing?: Address
  shipping?: Address
  /** The issuer of the card. Absent: Purser issues it. */
  issuer?: IssuedBy
  createdAt: string | null
}

export type CardCredentials = {
  /** The full card number, 16 digits. */
  pan: string
  /** The expiry of the card, `MM/YY`. */
  exp: string
  /** The card verification value (CVV), three digits. */
  cvv: string
  /** Identifier: a prefix and 26 characters in creation order. */
  accessEventId: string
}

export type CardEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  status: CardStatus
  last4: string | null
  reason?: 'requested' | 'intent_missing' | 'intent_mismatch' | 'single_use' | 'expired' | 'agent_deleted' | 'intent_ended'
  /** For `card.frozen`: why the card was frozen, in the words of the caller. */
  note?: string
  /** The time until which purchases by card number are declined, after five wrong expiries or CVVs in a row. */
  credentialsLockedUntil?: string
  card: CardOfEvent
}

export type CardIssuerEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  status: CardStatus
  last4: string | null
  /** The issuer of the card. */
  issuer: string
  /** Why the last call to the issuer about the card failed. */
  error: string
  card: CardOfEvent
}

export type CardOfEvent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier, or null. */
  customerId: string | null
  /** Identifier, or null. */
  agentId: string | null
  /** A one-time card: the card on which its intent was declared. */
  parentCardId?: string
  /** A one-time card: the intent for whose purchase it was made. */
  intentId?: string
  type: 'virtual' | 'physical'
  /** The currency of the card, which is the customer's, as ISO 4217 code. */
  currency: string
  usage: 'single' | 'multi'
  status: CardStatus
  last4: string | null
  expMonth: string | null
  expYear: string | null
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits: Limits
  merchantLock: string | null
  expiresAt: string | null
  firstSpendAt: string | null
  singleUseConsumedAt: string | null
  /** The time until which purchases by card number are declined, after five wrong expiries or CVVs in a row. */
  credentialsLockedUntil?: string
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** The name that people give the card. */
  label?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  configuration?: Record<string, unknown>
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  billing?: Address
  shipping?: Address
  createdAt: string | null
}

export type CardStatus =
  | 'active'
  | 'frozen'
  | 'closed'

export type Challenge = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The issuer of the card, which asks whether the cardholder agrees to the purchase. */
  issuer: string
  status: 'pending' | 'approved' | 'declined' | 'expired'
  /** The amount of the purchase, in minor units of `currency`. Absent: the issuer names no amount. */
  amount?: number
  /** ISO 4217 currency code. */
  currency?: string
  /** The amount that the shop asks for, in minor units of `merchantCurrency`, where that is another currency than `currency`. */
  merchantAmount?: number
  /** ISO 4217 currency code. */
  merchantCurrency?: string
  merchant: Merchant
  /** The intent that has answered the challenge, or whose approval answers it. */
  intentId?: string
  /** The id of the API key or the person that decided about the challenge. Absent: an intent that was declared before has answered it, or nobody has decided. */
  decidedBy?: string
  note?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if the subject does. Present while somebody can decide. */
  subjectHash?: string
  customerName?: string
  agentName?: string
  cardLabel?: string
  /** How many seconds are left to decide about the challenge. Present while the challenge waits. */
  secondsLeft?: number
  /** A time in UTC, always with milliseconds and `Z`. */
  decidedAt?: string
  /** When the issuer accepted the answer to the challenge. */
  answeredAt?: string
  /** Why the issuer refused the answer to the challenge. Purser does not send the answer again. */
  answerError?: string
  /** The page where a signed-in person decides about the challenge. Present while the challenge waits for one. */
  approvalUrl?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type ChallengeEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  challengeId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The issuer of the card, which asks whether the cardholder agrees to the purchase. */
  issuer: string
  status: 'pending' | 'approved' | 'declined' | 'expired'
  /** The amount of the purchase, in minor units of `currency`. Absent: the issuer names no amount. */
  amount?: number
  /** ISO 4217 currency code. */
  currency?: string
  /** The amount that the shop asks for, in minor units of `merchantCurrency`, where that is another currency than `currency`. */
  merchantAmount?: number
  /** ISO 4217 currency code. */
  merchantCurrency?: string
  merchant: Merchant
  /** The intent that has answered the challenge, or whose approval answers it. */
  intentId?: string
  /** The id of the API key or the person that decided about the challenge. Absent: an intent that was declared before has answered it, or nobody has decided. */
  decidedBy?: string
  note?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
}

export type ChangePasswordBody = {
  currentPassword: string
  /** The new password: at least 12 characters, and not one of the most common passwords. */
  newPassword: string
}

export type ChangeRequest = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The level that the change is for: the card, or the agent itself. */
  level: 'agent' | 'card'
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier, or null. */
  cardId: string | null
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled'
  /** The requested change, in the form of a PATCH. Fields of `policy` that can be requested: `cooldownMinutes`, `ttlMinutes`, `ttlDays`, `limits`, `maxAmount`, `lockToFirstMerchant`, `activeHours`, `maxTransactionsPerDay`, `duplicateWindowMinutes`, `maxPerMerchantPerDay`. */
  wanted: WantedChange
  once?: RequestedException
  /** What the change is needed for. */
  why: string
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId?: string
  /** Who approved, rejected or canceled the change request: the id of an API key, or of a person. */
  decidedBy?: string
  note?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  customerName?: string
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  agentName?: string
  cardLabel?: string
  /** The purchase that the change is for, as it was evaluated, if no charge was tried. */
  purchase?: WantedPurchase
  /** The changed fields: while the change request waits, what approving it would change now; after its approval, what that changed. Otherwise empty. */
  changes: ChangedField[]
  /** Warnings about rules that contradict each other, that no purchase can pass, or that only look strict. */
  warnings?: {
    code: string
    /** The explanation, in one sentence for people. */
    message: string
    fields: string[]
  }[]
  /** The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if the subject does. Present while somebody can decide. */
  subjectHash?: string
  /** Who requested the change: the id of an API key, or of a person. */
  requestedBy: string
  /** A time in UTC, always with milliseconds and `Z`. */
  decidedAt?: string
  /** The page where a signed-in person decides about the change request. Present while the request waits for one. */
  approvalUrl?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type ChangeRequestEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  changeRequestId: string
  /** The level that the change is for: the card, or the agent itself. */
  level: 'agent' | 'card'
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier, or null. */
  cardId: string | null
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled'
  /** The requested change, in the form of a PATCH. Fields of `policy` that can be requested: `cooldownMinutes`, `ttlMinutes`, `ttlDays`, `limits`, `maxAmount`, `lockToFirstMerchant`, `activeHours`, `maxTransactionsPerDay`, `duplicateWindowMinutes`, `maxPerMerchantPerDay`. */
  wanted: WantedChange
  once?: RequestedException
  /** What the change is needed for. */
  why: string
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId?: string
  /** Who approved, rejected or canceled the change request: the id of an API key, or of a person. */
  decidedBy?: string
  note?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** The purchase that the change is for, as it was evaluated, if no charge was tried. */
  purchase?: WantedPurchase
}

export type ChangedAgent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The name of the agent. Default: the `externalId`. */
  name: string
  status: AgentStatus
  /** Identifier, or null. */
  customerId: string | null
  externalId: string | null
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits?: Limits
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  createdAt: string | null
  /** A time in UTC, always with milliseconds and `Z`. */
  deletedAt?: string
  /** Warnings about rules that contradict each other, that no purchase can pass, or that only look strict. */
  warnings: {
    code: string
    /** The explanation, in one sentence for people. */
    message: string
    fields: string[]
  }[]
}

export type ChangedCard = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier, or null. */
  customerId: string | null
  /** Identifier, or null. */
  agentId: string | null
  /** A one-time card: the card on which its intent was declared. */
  parentCardId?: string
  /** A one-time card: the intent for whose purchase it was made. */
  intentId?: string
  type: 'virtual' | 'physical'
  /** The currency of the card, which is the customer's, as ISO 4217 code. */
  currency: string
  usage: 'single' | 'multi'
  status: CardStatus
  last4: string | null
  expMonth: string | null
  expYear: string | null
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits: Limits
  merchantLock: string | null
  expiresAt: string | null
  lastSpendAt: string | null
  firstSpendAt: string | null
  singleUseConsumedAt: string | null
  /** The time until which purchases by card number are declined, after five wrong expiries or CVVs in a row. */
  credentialsLockedUntil?: string
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** The name that people give the card. */
  label?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  configuration?: Record<string, unknown>
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  billing?: Address
  shipping?: Address
  /** The issuer of the card. Absent: Purser issues it. */
  issuer?: IssuedBy
  createdAt: string | null
  /** Warnings about rules that contradict each other, that no purchase can pass, or that only look strict. */
  warnings: {
    code: string
    /** The explanation, in one sentence for people. */
    message: string
    fields: string[]
  }[]
}

export type ChangedCustomer = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  type: 'consumer' | 'business'
  /** The currency of everything beneath the customer, as ISO 4217 code. It never changes. */
  currency: string
  status: 'active' | 'suspended'
  email?: string
  /** The name of the customer: `first` and `last` of a person, or `business`. */
  name?: CustomerName
  phone?: string
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits?: Limits
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** Warnings about rules that contradict each other, that no purchase can pass, or that only look strict. */
  warnings: {
    code: string
    /** The explanation, in one sentence for people. */
    message: string
    fields: string[]
  }[]
}

export type ChangedField = {
  path: string
  /** The value of the field before the change. Null: the field is not set. */
  before: unknown
  /** The value of the field after the change. Null: the field is not set any more. */
  after: unknown
}

/** With `assumeIntent`: the same purchase, which another agent of the customer has paid in the last 7 days: same shop, amount and currency, and no other items or order number where both name them. */
export type ColleaguePurchase = {
  agentName: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** ISO 4217 currency code. */
  currency: string
  /** A time in UTC, always with milliseconds and `Z`. */
  at: string
  /** What the purchase is for. */
  purpose?: string
}

export type ConfirmPasskeyBody = {
  proof?: PasskeyAssertion
}

export type ConnectProviderBody = {
  proof?: PasskeyAssertion
  /** The person's password, if no passkey of theirs confirms yet. */
  password?: string
}

export type CreateAdviceBody = {
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** The card number, digits only. */
  pan?: string
  /** The caller's own id of the fact, for instance the id of the issuer's event. A repeated fact has no second effect for 180 days. */
  factId: string
  /** The network's own reference of the authorization. A repeated reference gets the first answer. */
  networkReference: string
  /** Whether the issuer approved the purchase. */
  approved: boolean
  /** The amount that the issuer holds now, or that it declined, in minor units. */
  amount: number
  /** The time at which the advice was true. Default: now. An advice that is older than the latest one of the same reference changes nothing. */
  asOf?: string
  /** The issuer's reason for declining the purchase. */
  reason?: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in, any case. Needed with `merchantAmount`. */
  merchantCurrency?: string
  merchant?: MerchantInput
}

export type CreateAgentBody = {
  /** Identifier, as an earlier reply gave it. */
  customerId: string
  externalId: string
  /** The name of the agent. Default: the `externalId`. */
  name?: string
  status?: AgentStatus
  /** Hard caps by window, in minor units of the customer's currency, or one cap as `amount` and `interval`. */
  limits?: LimitsInput
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy?: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
}

export type CreateApiKeyBody = {
  name: string
  role: Role
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  tier?: 'standard' | 'pro' | 'enterprise'
  /** How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key with more than its own. */
  requestsPerMinute?: number
  /** Networks in CIDR notation from which the key works. Absent: it works from everywhere. */
  allowedAddresses?: string[]
  /** Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never. */
  mcpCardDetails?: 'plain'
  /** For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key. */
  mcpToken?: McpTokenInput
  /** RFC 3339 time with an offset or `Z`. */
  expiresAt?: string
  proof?: PasskeyAssertion
}

export type CreateApprovalOptionsBody = {
  decision: 'approve' | 'reject'
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
}

export type CreateAuthorizationBody = {
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** The card number, digits only. */
  pan?: string
  /** The expiry of the card, `MM/YY`. */
  exp?: string
  /** The card verification value (CVV), three or four digits. */
  cvv?: string
  /** The amount of the authorization, in minor units. 0 checks the card: the check is decided like a purchase, holds nothing, and is `settled` at once. */
  amount: number
  /** The currency of `amount` as ISO 4217 code, any case. Default: the customer's. */
  currency?: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in, any case. Needed with `merchantAmount`. */
  merchantCurrency?: string
  merchant?: MerchantInput
  /** The network's own reference of the authorization. A repeated reference gets the first answer. */
  networkReference?: string
}

export type CreateCardBody = {
  /** Identifier, as an earlier reply gave it. */
  customerId: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  type?: 'virtual' | 'physical'
  /** The issuer of the card. Default: the setting `PURSER_ISSUER`. */
  issuer?: 'purser' | 'stripe' | 'lithic'
  shipping?: Address
  status?: 'active' | 'frozen' | 'closed' | 'locked' | 'canceled' | 'cancelled'
  usage?: 'single' | 'multi'
  /** Hard caps by window, in minor units of the customer's currency, or one cap as `amount` and `interval`. */
  limits?: LimitsInput
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy?: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  billing?: Address
  /** The name that people give the card. */
  label?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  configuration?: Record<string, unknown>
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
}

export type CreateChangeRequestBody = {
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** The requested change, in the form of a PATCH. Fields of `policy` that can be requested: `cooldownMinutes`, `ttlMinutes`, `ttlDays`, `limits`, `maxAmount`, `lockToFirstMerchant`, `activeHours`, `maxTransactionsPerDay`, `duplicateWindowMinutes`, `maxPerMerchantPerDay`. */
  wanted?: WantedChange
  /** Asks, instead of for a change, for an exception: the rules that would decline the purchase of this intent are lifted for it alone, up to its ceiling, once a person approves. Without `wanted`, `cardId` and `agentId`. */
  once?: OnceForIntent
  /** What the change is needed for. */
  why: string
  /** The declined purchase that the change is for. */
  transactionId?: string
  /** The purchase that the change is for, as it was evaluated, if no charge was tried. */
  purchase?: WantedPurchase
  /** For how many minutes the change request waits for a person. Default 1440. */
  ttlMinutes?: number
}

export type CreateCustomerBody = {
  type?: 'consumer' | 'business'
  /** The currency of the customer as ISO 4217 code, any case. Default: the account's currency. A change of the customer cannot name another. */
  currency?: string
  status?: 'active' | 'suspended'
  email?: string
  /** The name of the customer: `first` and `last` of a person, or `business`. */
  name?: CustomerName
  phone?: string
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy?: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** Hard caps by window, in minor units of the customer's currency, or one cap as `amount` and `interval`. */
  limits?: LimitsInput
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
}

export type CreateDetailsOptionsBody = {
  /** Identifier, as an earlier reply gave it. */
  intentId?: string
  /** What the purchase is for. */
  purpose?: string
  /** The filler for which the card number is sealed, if it is read with `POST /cards/{cardId}/sealed-details`. */
  sealTo?: string
}

export type CreateFillerBody = {
  /** The name that people give the filler. */
  name: string
  /** A public key as JWK (RFC 7517): `EC` on `P-256` with `x` and `y`, or `OKP` on `X25519` with `x`. */
  publicKey: FillerKey
  proof?: PasskeyAssertion
}

export type CreateForceCaptureBody = {
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** The card number, digits only. */
  pan?: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount: number
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in, any case. Needed with `merchantAmount`. */
  merchantCurrency?: string
  merchant?: MerchantInput
}

export type CreateIntentBody = {
  /** What the purchase is for. */
  purpose: string
  /** The caller's own id of the intent, unique per card. */
  intentId?: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  expectedAmount?: number
  /** ISO 4217 currency code, any case. Default: the customer's. An intent in another currency matches no purchase. */
  expectedCurrency?: string
  /** Merchant name. */
  expectedMerchant?: string
  expectedMccs?: string[]
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  expectedOrigin?: string
  /** The shop's number of the order or the cart, where it is known before the payment. No decision reads it. */
  merchantOrderId?: string
  /** The active subscription of whose period the intent is the first charge. The purchase takes the period, needs no approval, and costs at most `maxAmount` of the subscription. */
  subscriptionId?: string
  /** The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to `expectedAmount`. No decision reads them. */
  items?: OrderItem[]
  /** The tax of the order that no item includes, in minor units of the currency of the purchase. */
  tax?: number
  /** The shipping costs of the order, in minor units of the currency of the purchase. */
  shipping?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  tolerance?: number
  tolerancePercent?: number
  /** For how many minutes an intent that needs no approval can be used for its purchase. Default: `validMinutes`, or else 30. */
  ttlMinutes?: number
  /** For how many minutes after its approval the intent can be used for its purchase, unless the approver says otherwise. Default: `ttlMinutes`. */
  validMinutes?: number
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
}

export type CreateInvitationBody = {
  /** The email address of the person, which is stored in lower case. */
  email: string
  role: 'owner' | 'admin' | 'approver' | 'viewer'
  proof?: PasskeyAssertion
}

export type CreateInvitationPasskeyOptionsBody = {
  secret: string
}

export type CreateNumberSessionBody = {
  /** Identifier, as an earlier reply gave it. */
  intentId?: string
  /** What the purchase is for. */
  purpose?: string
  proof?: PasskeyAssertion
  /** For cards of Stripe: the nonce of Stripe.js in the browser that will show the number. */
  nonce?: string
  /** For cards of Lithic: the origin of the page that will show the number. */
  origin?: string
}

export type CreatePasskeyBody = {
  /** The name that the person gave the passkey. */
  name: string
  /** `response.clientDataJSON` of the browser's WebAuthn credential, base64url. */
  clientData: string
  /** `response.attestationObject` of the browser's new WebAuthn credential, base64url. */
  attestationObject: string
  proof?: PasskeyAssertion
  /** The person's password, if no passkey of theirs confirms yet. */
  password?: string
  /** The `confirmation` that `POST /self/provider` answers. A person who signs in at the provider sends it in place of a password. */
  confirmation?: string
}

export type CreatePasskeySessionBody = {
  /** The credential id that the authenticator gave the passkey, base64url. */
  credentialId: string
  /** `response.clientDataJSON` of the browser's WebAuthn credential, base64url. */
  clientData: string
  /** `response.authenticatorData` of the browser's WebAuthn assertion, base64url. */
  authenticatorData: string
  /** `response.signature` of the browser's WebAuthn assertion, base64url. */
  signature: string
}

export type CreatePasswordResetBody = {
  proof?: PasskeyAssertion
}

export type CreatePostingBody = {
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** The card number, digits only. */
  pan?: string
  /** The caller's own id of the fact, for instance the id of the issuer's event. A repeated fact has no second effect for 180 days. */
  factId: string
  /** The network's own reference of the authorization. A repeated reference gets the first answer. */
  networkReference?: string
  kind: 'capture' | 'credit'
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount: number
  /** For a capture: false if further captures follow. Default: true. */
  final?: boolean
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in, any case. Needed with `merchantAmount`. */
  merchantCurrency?: string
  merchant?: MerchantInput
}

export type CreateProviderSessionBody = {
  /** The query of the address to which the provider sent the browser: everything behind the `?`. */
  query: string
}

export type CreateRefundBody = {
  /** Identifier, as an earlier reply gave it. */
  transactionId: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount?: number
  merchant?: MerchantInput
}

export type CreateResetPasskeyOptionsBody = {
  secret: string
}

export type CreateResumeOptionsBody = {
  /** Why all spending is stopped or resumed, in the words of the caller. */
  reason: string
}

export type CreateSessionBody = {
  /** The email address of the person, which is stored in lower case. */
  email: string
  password: string
}

export type CreateSubscriptionBody = {
  /** Merchant name. */
  merchant: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  maxAmount: number
  /** The length of a period of the subscription. A month or year that has no such day ends on its last day: 31 January is followed by 28 or 29 February, and then by 31 March. */
  interval: 'week' | 'month' | 'year'
  /** What the purchase is for. */
  purpose: string
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  expectedOrigin?: string
  /** The active or paused subscription of the card at this merchant that ends when this one becomes active. `autoApproveBelow` approves none that may take more. */
  replaces?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** When the subscription expires. Absent: the subscription has no end. */
  until?: string
}

export type CreateWebhookBody = {
  /** The URL of the HTTPS endpoint that receives the events. */
  url: string
  /** The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`. */
  events: ('transaction.created' | 'transaction.settled' | 'transaction.declined' | 'transaction.reversed' | 'transaction.refunded' | 'transaction.documented' | 'intent.created' | 'intent.corrected' | 'intent.matched' | 'intent.mismatched' | 'intent.expired' | 'intent.pending_approval' | 'intent.approved' | 'intent.rejected' | 'intent.canceled' | 'intent.reported' | 'card.created' | 'card.frozen' | 'card.unfrozen' | 'card.closed' | 'card.credentials_locked' | 'card.issuer_failed' | 'customer.updated' | 'agent.updated' | 'policy.changed' | 'budget.threshold' | 'change_request.created' | 'change_request.approved' | 'change_request.rejected' | 'change_request.canceled' | 'change_request.expired' | 'challenge.requested' | 'challenge.approved' | 'challenge.declined' | 'challenge.expired' | 'subscription.created' | 'subscription.pending_approval' | 'subscription.approved' | 'subscription.rejected' | 'subscription.paused' | 'subscription.resumed' | 'subscription.canceled' | 'subscription.expired' | 'subscription.matched' | 'subscription.exceeded' | 'access.granted' | 'access.denied' | 'person.passkeys_changed' | 'person.role_changed' | 'account.stopped' | 'account.resumed' | 'audit.recorded' | 'webhook.disabled' | 'webhook.test' | '*')[]
  description?: string
  status?: 'active' | 'disabled'
}

export type CurrencySums = {
  /** ISO 4217 currency code. */
  currency: string
  /** The sums of spend by bucket and group, sorted by time, then by size, the largest first. Empty buckets are left out. */
  data: SpendSums[]
}

export type Customer = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  type: 'consumer' | 'business'
  /** The currency of everything beneath the customer, as ISO 4217 code. It never changes. */
  currency: string
  status: 'active' | 'suspended'
  email?: string
  /** The name of the customer: `first` and `last` of a person, or `business`. */
  name?: CustomerName
  phone?: string
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  policy: Policy
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits?: Limits
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type CustomerEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  status: 'active' | 'suspended'
  /** The fields that changed: `name`, `status`, `policy`, ... */
  changed: string[]
  customer: Customer
}

/** The name of the customer: `first` and `last` of a person, or `business`. */
export type CustomerName = {
  first?: string
  last?: string
  business?: string
}

export type CustomerNamePatch = {
  first?: string | null
  last?: string | null
  business?: string | null
}

export type DeclineChallengeBody = {
  note?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

export type DeletePasskeyBody = {
  proof?: PasskeyAssertion
  /** The person's password, if no passkey of theirs confirms yet. */
  password?: string
  /** The `confirmation` that `POST /self/provider` answers. A person who signs in at the provider sends it in place of a password. */
  confirmation?: string
}

export type DeletedWebhook = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  deleted: true
}

export type Delivery = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  webhookId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  eventId: string
  eventType: EventType
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** Why the delivery is `canceled`: its webhook was disabled while it waited. */
  reason?: 'webhook_disabled'
  attemptCount: number
  nextAttemptAt: string | null
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  updatedAt: string
}

export type DeliveryAttempt = {
  number: number
  /** A time in UTC, always with milliseconds and `Z`. */
  startedAt: string
  durationMs: number
  statusCode: number | null
  error: string | null
  /** The first 1 KiB of the receiver's answer to the delivery. */
  responseSnippet: string | null
  manual: boolean
}

export type DeliveryWithAttempts = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  webhookId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  eventId: string
  eventType: EventType
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** Why the delivery is `canceled`: its webhook was disabled while it waited. */
  reason?: 'webhook_disabled'
  attemptCount: number
  nextAttemptAt: string | null
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  updatedAt: string
  /** The latest 1000 attempts to deliver the event, oldest first. */
  attempts: DeliveryAttempt[]
}

/** With `assumeIntent`: the waiting intent and the approved charge of the card for the same purchase: same shop, amount and currency, and no other items, origin, order number, or reference. */
export type EarlierPurchase = {
  /** The waiting intent of the card for the same purchase. */
  intentId?: string
  intentStatus?: 'pending' | 'pending_approval'
  /** The approved charge of the card for the same purchase in the last 24 hours: same merchant and amount, or by an intent that expected them. */
  transactionId?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  paidAt?: string
}

export type EndProviderSignInBody = {
  /** The query of the address to which the provider sent the browser: everything behind the `?`. */
  query: string
}

export type Ended = {
  /** Identifier, as an earlier reply gave it. */
  id: string
  ended: boolean
}

export type ErrorCode =
  | 'invalid_request'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'invalid_session'
  | 'sign_in_failed'
  | 'password_sign_in_off'
  | 'provider_required'
  | 'provider_sign_in_refused'
  | 'expired_api_key'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'token_not_bound'
  | 'insufficient_permissions'
  | 'address_not_allowed'
  | 'origin_not_allowed'
  | 'person_required'
  | 'owner_required'
  | 'passkey_required'
  | 'passkey_refused'
  | 'intent_required'
  | 'origin_required'
  | 'approval_required'
  | 'attestation_required'
  | 'agent_not_active'
  | 'self_approval'
  | 'account_stopped'
  | 'customer_not_active'
  | 'not_found'
  | 'customer_not_found'
  | 'agent_not_found'
  | 'card_not_found'
  | 'intent_not_found'
  | 'approval_not_found'
  | 'change_request_not_found'
  | 'challenge_not_found'
  | 'subscription_not_found'
  | 'access_event_not_found'
  | 'filler_not_found'
  | 'transaction_not_found'
  | 'document_not_found'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'event_not_found'
  | 'api_key_not_found'
  | 'audit_entry_not_found'
  | 'person_not_found'
  | 'invitation_not_found'
  | 'password_reset_not_found'
  | 'session_not_found'
  | 'passkey_not_found'
  | 'approval_proof_not_found'
  | 'method_not_allowed'
  | 'card_closed'
  | 'card_not_active'
  | 'number_at_issuer'
  | 'intent_not_pending'
  | 'intent_not_approved'
  | 'intent_conflict'
  | 'too_many_waiting'
  | 'subject_changed'
  | 'change_request_not_pending'
  | 'change_request_conflict'
  | 'challenge_not_pending'
  | 'challenge_of_intent'
  | 'subscription_not_pending'
  | 'subscription_conflict'
  | 'agent_disabled'
  | 'person_exists'
  | 'passkey_exists'
  | 'provider_not_set_up'
  | 'last_owner'
  | 'external_id_conflict'
  | 'transaction_not_open'
  | 'reference_conflict'
  | 'audit_not_signed'
  | 'no_shadow_policy'
  | 'idempotency_in_progress'
  | 'too_many_documents'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'credential_read_limit'
  | 'internal_error'
  | 'unavailable'

export type ErrorReason =
  | 'parameter_missing'
  | 'parameter_invalid'
  | 'parameter_unknown'
  | 'card_number_in_text'
  | 'body_parse_error'
  | 'id_mismatch'
  | 'cursor_invalid'
  | 'already_approved'
  | 'already_revoked'
  | 'sign_in_unknown'
  | 'answer_invalid'
  | 'denied'
  | 'no_role'
  | 'person_disabled'
  | 'email_not_verified'
  | 'another_person'
  | 'queue_full'
  | 'customer_locked'
  | 'database_unavailable'
  | 'fate_unknown'
  | 'shards_moving'
  | 'issuer_unavailable'
  | 'provider_unavailable'
  | 'replies_unread'
  | 'database_read_only'
  | 'not_migrated'
  | 'clock_difference'
  | 'draining'

export type EvaluateSpendBody = {
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount: number
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** The currency of `amount` as ISO 4217 code, any case. Default: the customer's. */
  currency?: string
  merchant?: MerchantInput
  /** Whether to decide as if an intent for exactly this purchase had been declared, and approved if that is needed. The flag `requiresApproval` says whether an approval is needed. Needs `cardId`. Default: false. */
  assumeIntent?: boolean
  /** With `assumeIntent`: the purpose of the purchase. With a purpose, `purpose`, `reference`, `origin`, `merchantOrderId` and `items` are the whole declaration: what is left out the purchase does not have. Without a purpose, what is left out is not compared with earlier purchases. */
  purpose?: string
  /** With `assumeIntent`: the `intentId` under which the purchase is declared. */
  reference?: string
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  origin?: string
  /** The shop's number of the order or the cart, where it is known before the payment. No decision reads it. */
  merchantOrderId?: string
  /** The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to `expectedAmount`. No decision reads them. */
  items?: OrderItem[]
}

export type EvaluateSpendQuery = {
  trace?: boolean
}

export type Evaluation = {
  decision: 'approve' | 'decline'
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons: Reason[]
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  context: {
    /** Identifier: a prefix and 26 characters in creation order. */
    customerId?: string
    /** Identifier: a prefix and 26 characters in creation order. */
    agentId?: string
    /** Identifier: a prefix and 26 characters in creation order. */
    cardId?: string
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    amount: number
    /** ISO 4217 currency code. */
    currency: string
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    available?: number
    spendStats: {
      /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
      totalDay: number
      /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
      totalMonth: number
      /** The time of the last approved purchase, in Unix milliseconds. Absent: there was none yet. */
      lastSpendAt?: number
    }
    /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
    policy: Policy
  }
  /** With `assumeIntent`: the waiting intent and the approved charge of the card for the same purchase: same shop, amount and currency, and no other items, origin, order number, or reference. */
  earlier?: EarlierPurchase
  /** With `assumeIntent`: an intent for another purchase at the same shop, whose tolerance holds the amount, and which waits or was paid in the last 24 hours. */
  similar?: SimilarIntent
  /** With `assumeIntent`: the newest intent at the same shop, for as much or more, that a person has rejected within `rejectionMemoryHours` of the policy, with their note. */
  rejected?: RejectedIntent
  /** With `assumeIntent`: the same purchase, which another agent of the customer has paid in the last 7 days: same shop, amount and currency, and no other items or order number where both name them. */
  alreadyBoughtBy?: ColleaguePurchase
  /** With `assumeIntent`: why a person would have to decide. Absent: nobody would have to. */
  approvalReasons?: ApprovalReason[]
  /** With `assumeIntent`: why the card number would not be released for the purchase, where the policy has `allowedOrigins` or `newOrigin`. The decision of a charge does not depend on it. */
  originObstacle?: 'origin_required' | 'origin_not_allowed'
  /** Every rule that the decision checked, in order. */
  trace?: TraceEntry[]
}

export type Event = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  type: EventType
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** The data of the event, whose fields depend on its `type`: see the webhooks of this document. */
  data: Record<string, unknown>
}

export type EventType =
  | 'transaction.created'
  | 'transaction.settled'
  | 'transaction.declined'
  | 'transaction.reversed'
  | 'transaction.refunded'
  | 'transaction.documented'
  | 'intent.created'
  | 'intent.corrected'
  | 'intent.matched'
  | 'intent.mismatched'
  | 'intent.expired'
  | 'intent.pending_approval'
  | 'intent.approved'
  | 'intent.rejected'
  | 'intent.canceled'
  | 'intent.reported'
  | 'card.created'
  | 'card.frozen'
  | 'card.unfrozen'
  | 'card.closed'
  | 'card.credentials_locked'
  | 'card.issuer_failed'
  | 'customer.updated'
  | 'agent.updated'
  | 'policy.changed'
  | 'budget.threshold'
  | 'change_request.created'
  | 'change_request.approved'
  | 'change_request.rejected'
  | 'change_request.canceled'
  | 'change_request.expired'
  | 'challenge.requested'
  | 'challenge.approved'
  | 'challenge.declined'
  | 'challenge.expired'
  | 'subscription.created'
  | 'subscription.pending_approval'
  | 'subscription.approved'
  | 'subscription.rejected'
  | 'subscription.paused'
  | 'subscription.resumed'
  | 'subscription.canceled'
  | 'subscription.expired'
  | 'subscription.matched'
  | 'subscription.exceeded'
  | 'access.granted'
  | 'access.denied'
  | 'person.passkeys_changed'
  | 'person.role_changed'
  | 'account.stopped'
  | 'account.resumed'
  | 'audit.recorded'
  | 'webhook.disabled'
  | 'webhook.test'

/** The last purchase at the merchant that the subscription did not cover. */
export type ExceededSubscriptionPurchase = {
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** Why the subscription did not cover the purchase. `amount`: the purchase was larger than `maxAmount`. `period`: the period had its purchase already. */
  why: 'amount' | 'period'
  decision: 'approve' | 'decline'
  /** A time in UTC, always with milliseconds and `Z`. */
  at: string
}

export type ExplainMerchantBody = {
  /** Merchant name. */
  observed: string
  /** Merchant name. */
  listed: string
  city?: string
  /** ISO 3166-1 alpha-2 country code. */
  country?: string
}

export type Exposure = {
  /** A time in UTC, always with milliseconds and `Z`. */
  now: string
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  horizons: {
    /** The period that `most` is for. `day`: the next 24 hours. `week`: the next 168 hours. `month`: until the end of the UTC month. `lifetime`: without an end. */
    until: 'day' | 'week' | 'month' | 'lifetime'
    /** The most, in minor units, that can still be approved in the period. Null: no limit applies. */
    most: number | null
    /** The limits from which `most` follows. */
    boundBy: {
      /** The level whose spend is limited. Limits of a policy count for each card. */
      level: 'customer' | 'agent' | 'card'
      /** Identifier: a prefix and 26 characters in creation order. */
      id: string
      window: Window
      /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
      limit: number
      /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
      remaining: number
    }[]
  }[]
  /** The most, in minor units, that can be approved in the next 24 hours without a person: with no approvals besides those already given. */
  unapprovedMost: number | null
}

/** A program that enters card numbers for an agent. Only the filler can open numbers that are sealed for it. */
export type Filler = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  agentId: string
  /** The name that people give the filler. */
  name: string
  /** A public key as JWK (RFC 7517): `EC` on `P-256` with `x` and `y`, or `OKP` on `X25519` with `x`. */
  publicKey: FillerKey
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

/** A public key as JWK (RFC 7517): `EC` on `P-256` with `x` and `y`, or `OKP` on `X25519` with `x`. */
export type FillerKey = {
  kty: 'EC' | 'OKP'
  crv: 'P-256' | 'X25519'
  x: string
  y?: string
}

/** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
export type Flags = {
  requiresIntent: boolean
  intentMatched: boolean
  intentMissing: boolean
  intentMismatch: boolean
  requiresApproval: boolean
  requiresAttestation: boolean
  unattested: boolean
  wouldLockMerchant: boolean
  nearLimit: boolean
  settlementOverIntent: boolean
  settlementOverAuthorized: boolean
  forcedCapture: boolean
  subscriptionMatched: boolean
  newMerchant: boolean
  /** The issuer approved the purchase without asking Purser. */
  standIn?: boolean
  /** The issuer declined the purchase, whatever Purser decided. */
  issuerDeclined?: boolean
}

export type FreezeCardBody = {
  /** Why the card is frozen. The event `card.frozen` has this text as its `note`. */
  reason?: string
}

export type GetBudgetStatsQuery = {
  limit?: number
  /** At most 100 ids of customers, agents and cards, with commas between them: only the limits of these, whatever their status. Ids of nothing are left out. */
  ids?: string
}

export type GetCardDetailsBody = {
  /** Identifier, as an earlier reply gave it. */
  intentId?: string
  /** What the purchase is for. */
  purpose?: string
  proof?: PasskeyAssertion
}

export type GetIntentQuery = {
  /** How many seconds to wait for another status of the intent. */
  waitSeconds?: number
  /** With `waitSeconds`: the status of the intent that the caller has seen last. If the intent has another status by now, the answer comes at once. */
  knownStatus?: IntentStatus
}

export type GetPostingSummaryQuery = {
  /** The beginning of the postings, included: a time, or a day of UTC. Default: 30 days before `to`. */
  from?: string
  /** The end of the postings: a time, which is excluded, or a day of UTC, whose whole is included. Default: now. */
  to?: string
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** Days are days of UTC. Of an agent: `day`, `card` or `costCenter`; of a card: `day`. Merchants are grouped by the name that the network sent. */
  groupBy?: 'none' | 'day' | 'customer' | 'agent' | 'card' | 'merchant' | 'costCenter'
}

export type GetSpendStatsQuery = {
  /** The beginning of the summed range, included: a time, or a day of UTC. Default: 30 days before `to`. */
  from?: string
  /** The end of the summed range: a time, which is excluded, or a day of UTC, which is included. Default: now. */
  to?: string
  /** The length of a bucket. Hours and days are in UTC; hours are available for the account or a customer, without groups. `range`: all days of the range as one bucket. */
  bucket?: 'hour' | 'day' | 'range'
  /** The field by which spend is grouped, except with `bucket=hour`. Available for an agent: `card`, `costCenter` or `reason`. For a card: `reason`. */
  groupBy?: 'none' | 'customer' | 'agent' | 'card' | 'merchant' | 'category' | 'costCenter' | 'reason'
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** Only purchases at the merchant with this name. Available for the account or a customer, without groups. */
  merchantName?: string
  /** Only purchases with this merchant category code, four digits. Available for the account or a customer, without groups. */
  mcc?: string
  /** Only customers in this currency, as ISO 4217 code. Default: the account's currency in `data`, and all others in `byCurrency`. */
  currency?: string
  /** With `bucket=range`: the beginning of another range, in the form of `from`. Each bucket has the sums of that range as `compared`. */
  compareFrom?: string
  /** With `bucket=range`: the end of the range that begins at `compareFrom`, in the form of `to`. */
  compareTo?: string
}

export type GetWebhookHealthQuery = {
  bucket?: 'hour' | 'day'
}

export type IncrementAuthorizationBody = {
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount: number
}

export type Intent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The card that was made for this purchase alone. Absent: `cardId` pays. */
  oneTimeCardId?: string
  /** The name of the customer: the business, or the first and last name. Absent: the customer has no name. */
  customerName?: string
  /** The name of the agent of the card. Absent: the card has no agent. */
  agentName?: string
  /** The label of the card. Absent: the card has none. */
  cardLabel?: string
  status: IntentStatus
  /** What the purchase is for. */
  purpose: string
  /** The caller's own id of the intent, unique per card. */
  intentId?: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  expectedAmount?: number
  /** ISO 4217 currency code, any case. Default: the customer's. An intent in another currency matches no purchase. */
  expectedCurrency?: string
  /** Merchant name. */
  expectedMerchant?: string
  expectedMccs?: string[]
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  expectedOrigin?: string
  /** The shop's number of the order or the cart, where it is known before the payment. No decision reads it. */
  merchantOrderId?: string
  /** The active subscription of whose period the intent is the first charge. The purchase takes the period, needs no approval, and costs at most `maxAmount` of the subscription. */
  subscriptionId?: string
  /** The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to `expectedAmount`. No decision reads them. */
  items?: OrderItem[]
  /** The tax of the order that no item includes, in minor units of the currency of the purchase. */
  tax?: number
  /** The shipping costs of the order, in minor units of the currency of the purchase. */
  shipping?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  tolerance?: number
  tolerancePercent?: number
  /** For how many minutes an intent that needs no approval can be used for its purchase. Default: `validMinutes`, or else 30. */
  ttlMinutes: number
  /** For how many minutes after its approval the intent can be used for its purchase, unless the approver says otherwise. Default: `ttlMinutes`. */
  validMinutes?: number
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** The most, in minor units, that the purchase of the intent may cost, with its increments. The ceiling is fixed when the intent is declared. */
  ceiling?: number
  /** The rules that are lifted for the purchase of this intent alone, once a person has approved it. No policy changes. */
  exception?: IntentException
  requiresApproval: boolean
  /** Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then. */
  approvalReasons?: ApprovalReason[]
  /** The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if the subject does. Present while somebody can decide. */
  subjectHash?: string
  /** Who approved or rejected the intent: the id of an API key, or of a person. */
  approvedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  approvedAt?: string
  /** Who approved or rejected the intent: the id of an API key, or of a person. */
  rejectedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  rejectedAt?: string
  rejectionReason?: string
  /** The note of the person or API key that approved or rejected the intent. */
  decisionNote?: string
  /** The page where a signed-in person decides about the intent. Present while the intent waits for one. */
  approvalUrl?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  canceledAt?: string
  /** Who took back the approval: the id of an API key, or of a person. Absent if nobody did. */
  revokedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  revokedAt?: string
  revocationReason?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  matchedAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  mismatchedAt?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId?: string
  matchResult?: MatchResult
  report?: IntentReport
  /** How often the declaration of the intent was corrected. Absent: never. */
  corrections?: number
  /** When the declaration of the intent was last corrected. */
  correctedAt?: string
  /** Whether the open intent may be paid now, as it was declared: a purchase by its terms would be approved, and the card number released. Present in answers to declarations, decisions and reads of one intent; absent in lists, events and reports. */
  payable?: boolean
  /** Everything that stands in the way of paying the open intent now. Absent: the intent is payable. */
  notPayable?: NotPayable[]
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type IntentEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  status: IntentStatus
  /** What the purchase is for. */
  purpose: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  expectedAmount?: number
  /** Merchant name. */
  expectedMerchant?: string
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  expectedOrigin?: string
  /** Whether, before this event, a purchase of this customer had matched another intent with the same `expectedOrigin`. Absent if the intent names no origin. */
  originSeen?: boolean
  /** The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to `expectedAmount`. No decision reads them. */
  items?: OrderItem[]
  /** The tax of the order that no item includes, in minor units of the currency of the purchase. */
  tax?: number
  /** The shipping costs of the order, in minor units of the currency of the purchase. */
  shipping?: number
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** For how many minutes after its approval the intent can be used for its purchase. */
  validMinutes?: number
  /** The rules that are lifted for the purchase of this intent alone, once a person has approved it. No policy changes. */
  exception?: IntentException
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId?: string
  matchResult?: MatchResult
  report?: IntentReport
  /** Who took back the approval: the id of an API key, or of a person. Absent if nobody did. */
  revokedBy?: string
  revocationReason?: string
  /** How often the declaration of the intent was corrected. Absent: never. */
  corrections?: number
  intent: Intent
}

/** The rules that are lifted for the purchase of this intent alone, once a person has approved it. No policy changes. */
export type IntentException = {
  /** Identifier: a prefix and 26 characters in creation order. */
  changeRequestId: string
  /** The rules that approving it lifts, for this purchase alone and up to its ceiling. */
  lifts: LiftedRule[]
}

export type IntentReport = {
  /** How the purchase ended. `completed`: the shop has confirmed it. `failed`: it failed. `abandoned`: the agent gave up before the end. */
  outcome: 'completed' | 'failed' | 'abandoned'
  /** The obstacle to a purchase that failed or was abandoned. `cdn_block` is a refusal before the shop, `payment_required` a shop that wants a payment token (HTTP 402). A filler tells `covered`, `hidden`, `step`, `terms`, `language`, `encrypts`, `nothing_sent` and `page_error` of the checkout. */
  obstacle?: 'captcha' | '3ds_challenge' | 'cdn_block' | 'login_required' | 'payment_declined' | 'payment_required' | 'out_of_stock' | 'price_changed' | 'page_changed' | 'covered' | 'hidden' | 'step' | 'terms' | 'language' | 'encrypts' | 'nothing_sent' | 'page_error' | 'other'
  /** The shop's number of the order. */
  orderReference?: string
  /** SHA-256 of the shop's receipt, in hexadecimal. */
  receiptHash?: string
  note?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  reportedAt: string
  /** Who reported how the purchase ended: the id of an API key, or of a person. */
  reportedBy: string
}

export type IntentStatus =
  | 'pending_approval'
  | 'pending'
  | 'matched'
  | 'mismatched'
  | 'expired'
  | 'rejected'
  | 'canceled'

export type Invitation = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The email address of the person, which is stored in lower case. */
  email?: string
  role: 'owner' | 'admin' | 'approver' | 'viewer'
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  /** What made the invitation. `request`: a person or an API key, see `createdBy`. `command`: `purser people invite`. `start`: a start of Purser, or the command that made the account, for its first owner. */
  madeBy: 'request' | 'command' | 'start'
  /** The id of the person or API key that made the invitation. */
  createdBy?: string
  /** The id of the person who joined with the invitation. */
  acceptedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
}

export type InvitationState = {
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  role?: 'owner' | 'admin' | 'approver' | 'viewer'
  /** The email address of the person, which is stored in lower case. */
  email?: string
  /** Whether the invitation is the link of a first owner, which ends when somebody becomes owner, or a later start of Purser makes another. */
  firstOwner?: boolean
  /** The names of the present owners. Present for the role `owner`, while the invitation can be accepted. */
  owners?: string[]
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** When the invitation was accepted, was revoked or expired. */
  endedAt?: string
}

export type InvitationWithSecret = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The email address of the person, which is stored in lower case. */
  email?: string
  role: 'owner' | 'admin' | 'approver' | 'viewer'
  status: 'pending' | 'accepted' | 'revoked' | 'expired'
  /** What made the invitation. `request`: a person or an API key, see `createdBy`. `command`: `purser people invite`. `start`: a start of Purser, or the command that made the account, for its first owner. */
  madeBy: 'request' | 'command' | 'start'
  /** The id of the person or API key that made the invitation. */
  createdBy?: string
  /** The id of the person who joined with the invitation. */
  acceptedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** The secret of the invitation. Only this answer shows it, and the dashboard accepts it once, at `/welcome#<secret>`. */
  secret: string
  /** Whether the link of the invitation goes to the person by mail, too. */
  mailed: boolean
}

/** The issuer of the card. Absent: Purser issues it. */
export type IssuedBy = {
  name: 'stripe' | 'lithic'
  /** The state of the card at the issuer. `pending`: the issuer has not made the card yet. `failed`: the issuer refused a call, or has not answered for 72 hours. */
  state: 'pending' | 'ready' | 'failed'
  /** How many calls to the issuer about the card are still to be made. */
  pendingCalls: number
  lastError: string | null
}

export type IssuerConnection = {
  name: 'stripe' | 'lithic'
  /** Whether this node's key for the issuer spends real money. */
  isLive: boolean
  /** The settings with which the operator connects the issuer. Their values are never shown. */
  settings: IssuerSetting[]
  authorizations: IssuerEndpoint
  events: IssuerEndpoint
  challenges?: IssuerEndpoint
}

export type IssuerConnections = {
  /** The issuers beside Purser. Empty for other accounts than the first one, to which the issuer keys of the operator belong. */
  data: IssuerConnection[]
}

export type IssuerEndpoint = {
  /** The path of the endpoint: what follows the node's host in the URL that the issuer is given. */
  path: string
  /** The minute of the last request of the issuer to the endpoint with a good signature. Other nodes may show it about a second later. Absent: there was no such request yet. */
  lastRequestAt?: string
}

export type IssuerSetting = {
  /** The name of the setting, which is a variable of the environment. */
  name: string
  /** Whether the setting has a value; of `PURSER_ISSUER`, whether it names this issuer. */
  isSet: boolean
}

export type LiftedRule = {
  /** The rule, named after the field that it checks, for instance `limits.perAuth`. */
  rule: string
  code: 'account_stopped' | 'customer_not_active' | 'agent_not_active' | 'card_frozen' | 'card_closed' | 'card_expired' | 'card_consumed' | 'currency_not_supported' | 'per_auth_exceeded' | 'per_day_exceeded' | 'per_week_exceeded' | 'per_month_exceeded' | 'total_exceeded' | 'limit_exceeded' | 'max_transactions_exceeded' | 'merchant_per_day_exceeded' | 'mcc_missing' | 'mcc_not_allowed' | 'mcc_blocked' | 'merchant_missing' | 'merchant_not_allowed' | 'merchant_blocked' | 'merchant_locked' | 'country_missing' | 'country_not_allowed' | 'country_blocked' | 'cooldown_active' | 'outside_active_hours' | 'intent_missing' | 'intent_mismatch' | 'duplicate_charge' | 'credentials_invalid' | 'credentials_locked' | 'issuer_declined' | 'origin_not_allowed'
  level: 'customer' | 'agent' | 'card' | 'default'
  window?: Window
  limit?: number | string | string[] | boolean
  asked?: number | string | string[] | boolean
}

/** Limits of spend by window, in minor units of the customer's currency. */
export type Limits = {
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perAuth?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perDay?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perWeek?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perMonth?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  total?: number
}

/** Hard caps by window, in minor units of the customer's currency, or one cap as `amount` and `interval`. */
export type LimitsInput = {
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perAuth?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perDay?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perWeek?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  perMonth?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  total?: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount?: number
  /** The currency of `amount`, which can only be the customer's currency. */
  currency?: string
  interval?: 'perAuth' | 'perDay' | 'perWeek' | 'perMonth' | 'total' | 'perTransaction' | 'per24HourPeriod' | 'allTime'
}

export type LimitsInputPatch = {
  perAuth?: number | null
  perDay?: number | null
  perWeek?: number | null
  perMonth?: number | null
  total?: number | null
  amount?: number | null
  currency?: string | null
  interval?: 'perAuth' | 'perDay' | 'perWeek' | 'perMonth' | 'total' | 'perTransaction' | 'per24HourPeriod' | 'allTime' | null
}

export type LimitsPatch = {
  perAuth?: number | null
  perDay?: number | null
  perWeek?: number | null
  perMonth?: number | null
  total?: number | null
}

export type ListAgentsQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  status?: AgentStatus
  externalId?: string
  /** Words to search for, each of which must occur in `name` or `externalId`. Upper and lower case of ASCII letters are the same. A page reads a bounded number of entries: it may end early or be empty, and still have `hasMore`. */
  search?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListApiKeyRequestsQuery = {
  /** Only requests with this outcome. `failed`: the status is 400 or above. */
  outcome?: 'succeeded' | 'failed'
}

export type ListApiKeysQuery = {
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListApprovalsQuery = {
  status?: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled'
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListAuditQuery = {
  /** Identifier, as an earlier reply gave it. */
  resourceId?: string
  actorId?: string
  operation?: string
  /** Only entries that were made at this time or later, as RFC 3339 time. */
  createdAfter?: string
  /** Only entries that were made before this time, which is excluded: the lower end of the next range. */
  createdBefore?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListCardAccessEventsQuery = {
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListCardIntentsQuery = {
  status?: IntentStatus
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListCardSubscriptionsQuery = {
  status?: 'pending_approval' | 'active' | 'paused' | 'canceled' | 'rejected' | 'expired'
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListCardsQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** The one-time cards of this card. Without this filter and `intentId` the list has no one-time cards. */
  parentCardId?: string
  /** The one-time cards that were made for this intent. */
  intentId?: string
  status?: 'active' | 'frozen' | 'closed' | 'locked' | 'canceled' | 'cancelled'
  /** Words to search for, each of which must occur in `label` or `last4`. Upper and lower case of ASCII letters are the same. A page reads a bounded number of entries: it may end early or be empty, and still have `hasMore`. */
  search?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListChallengesQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  status?: 'pending' | 'approved' | 'declined' | 'expired'
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListChangeRequestsQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  status?: 'pending' | 'approved' | 'rejected' | 'expired' | 'canceled'
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListCustomersQuery = {
  email?: string
  status?: 'active' | 'suspended'
  /** Words to search for, each of which must occur in `name` or `email`. Upper and lower case of ASCII letters are the same. A page reads a bounded number of entries: it may end early or be empty, and still have `hasMore`. */
  search?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListDeliveriesQuery = {
  status?: 'pending' | 'succeeded' | 'failed' | 'canceled'
  eventType?: EventType
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListEventsQuery = {
  type?: EventType
  /** Only events that were made at this time or before, as RFC 3339 time. */
  to?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListFillersQuery = {
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListIntentsQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  status?: IntentStatus
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListInvitationsQuery = {
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListPasskeysQuery = {
  /** Identifier, as an earlier reply gave it. */
  personId?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListPeopleQuery = {
  status?: 'active' | 'disabled'
  /** Words to search for, each of which must occur in `name` or `email`. Upper and lower case of ASCII letters are the same. A page reads a bounded number of entries: it may end early or be empty, and still have `hasMore`. */
  search?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListPostingsQuery = {
  /** The beginning of the postings, included: a time, or a day of UTC. Default: 30 days before `to`. */
  from?: string
  /** The end of the postings: a time, which is excluded, or a day of UTC, whose whole is included. Default: now. */
  to?: string
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListSessionsQuery = {
  /** Identifier, as an earlier reply gave it. */
  personId?: string
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListSubscriptionsQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  status?: 'pending_approval' | 'active' | 'paused' | 'canceled' | 'rejected' | 'expired'
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListTransactionsQuery = {
  /** Identifier, as an earlier reply gave it. */
  customerId?: string
  /** Identifier, as an earlier reply gave it. */
  agentId?: string
  /** Identifier, as an earlier reply gave it. */
  cardId?: string
  /** Identifier, as an earlier reply gave it. */
  intentId?: string
  /** Identifier, as an earlier reply gave it. */
  subscriptionId?: string
  status?: TransactionStatus
  /** Only transactions that were made at this time or later, as RFC 3339 time. */
  createdAfter?: string
  /** Only transactions that were made before this time, which is excluded: the lower end of the next range. */
  createdBefore?: string
  /** Only transactions that were settled (`settledAt`) at this time or later, as RFC 3339 time. */
  settledAfter?: string
  /** Only transactions that were settled (`settledAt`) before this time, which is excluded: the lower end of the next range. */
  settledBefore?: string
  /** Only transactions whose merchant's name has this text as a part. Upper and lower case of ASCII letters are the same. */
  merchant?: string
  /** Only transactions in this currency, as ISO 4217 code. With `summed`, those of the customers in this currency, as in the sums of `GET /stats/spend`: these count a decline in another currency, too. */
  currency?: string
  /** Only transactions with at least this `amount`, in minor units. Send `currency`, too: minor units of two currencies say nothing about each other. */
  minAmount?: number
  /** Only transactions with at most this `amount`, in minor units. Send `currency`, too. */
  maxAmount?: number
  /** Only declined transactions with this code among their `reasons`. */
  reason?: ReasonCode
  /** Only transactions whose merchant has exactly this name, as in the sums of `GET /stats/spend`. */
  merchantName?: string
  /** Merchant category code, four digits. */
  mcc?: string
  /** Only transactions without an agent, a merchant name, an MCC (`category`) or a cost center. */
  without?: 'agent' | 'merchant' | 'category' | 'costCenter'
  /** The cost center, a text of your own: the part of the business that purchases are for. A purchase has the cost center of its card, else of its agent, else of its customer, as it is at the authorization. */
  costCenter?: string
  /** Only transactions that `GET /stats/spend` counts as approved or as declined: no credits. */
  summed?: 'approved' | 'declined'
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type ListWebhooksQuery = {
  /** The most entries of a page. `nextCursor` leads to the next page. */
  limit?: number
  cursor?: string
}

export type MailNotifications = {
  /** The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no notifications. */
  events: ('intent.pending_approval' | 'change_request.created' | 'challenge.requested' | 'subscription.pending_approval' | 'subscription.exceeded' | 'card.frozen' | 'budget.threshold' | 'webhook.disabled' | 'transaction.created' | 'transaction.settled' | 'account.stopped' | 'account.resumed')[]
  email: string
  /** Whether this installation sends mail: an operator sets it up. */
  sendsMail: boolean
}

export type MatchResult = {
  amountMatch: boolean
  merchantMatch: boolean
  mccMatch: boolean
  currencyMatch: boolean
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  actualAmount: number
  actualMerchant: string | null
}

/** For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key. */
export type McpToken = {
  /** The issuer of the access tokens that act as the key: their claim `iss`. */
  issuer: string
  /** The subject of the access tokens, which is a person or the client itself: their claim `sub`. */
  subject: string
  /** The OAuth client to which the issuer gave the access tokens: their claim `client_id`, or else `azp`. */
  clientId: string
}

/** For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key. */
export type McpTokenInput = {
  /** The subject of the access tokens, which is a person or the client itself: their claim `sub`. */
  subject: string
  /** The OAuth client to which the issuer gave the access tokens: their claim `client_id`, or else `azp`. */
  clientId: string
}

export type Merchant = {
  /** Merchant name. */
  name?: string
  /** Merchant category code, four digits. */
  mcc?: string
  city?: string
  /** ISO 3166-1 alpha-2 country code. */
  country?: string
  /** The network's id of a merchant. */
  networkId?: string
}

export type MerchantExplanation = {
  matches: boolean
  /** The differences between the two names that were ignored, in the order of the observed name. */
  tolerated: {
    tolerance: 'shop_word' | 'legal_form' | 'number' | 'place' | 'own_place' | 'street' | 'currency' | 'web_address' | 'glued' | 'processor' | 'short_form' | 'cut' | 'spelling'
    /** The part of the observed name that differs from the listed name. */
    text: string
    /** The explanation, in one sentence for people. */
    why: string
  }[]
  /** The explanation, in one sentence for people. */
  message: string
  /** The name to add to the policy's list so that the observed name matches. Absent: it matches already. */
  add?: string
}

export type MerchantInput = {
  /** Merchant name. */
  name?: string
  /** Merchant category code, four digits. */
  mcc?: string
  city?: string
  /** ISO 3166-1 alpha-2 country code. */
  country?: string
  /** The network's id of a merchant. */
  networkId?: string
}

export type NewPasskey = {
  /** The name that the person gave the passkey. */
  name: string
  /** `response.clientDataJSON` of the browser's WebAuthn credential, base64url. */
  clientData: string
  /** `response.attestationObject` of the browser's new WebAuthn credential, base64url. */
  attestationObject: string
}

/** The next purchase that the subscription permits. Absent: the subscription is not active, or ends before. */
export type NextSubscriptionPurchase = {
  /** The earliest time at which the next purchase can match the subscription. */
  from: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  maxAmount: number
}

export type NotPayable = {
  code: 'account_stopped' | 'customer_not_active' | 'agent_not_active' | 'card_frozen' | 'card_closed' | 'card_expired' | 'card_consumed' | 'currency_not_supported' | 'per_auth_exceeded' | 'per_day_exceeded' | 'per_week_exceeded' | 'per_month_exceeded' | 'total_exceeded' | 'limit_exceeded' | 'max_transactions_exceeded' | 'merchant_per_day_exceeded' | 'mcc_missing' | 'mcc_not_allowed' | 'mcc_blocked' | 'merchant_missing' | 'merchant_not_allowed' | 'merchant_blocked' | 'merchant_locked' | 'country_missing' | 'country_not_allowed' | 'country_blocked' | 'cooldown_active' | 'outside_active_hours' | 'intent_missing' | 'intent_mismatch' | 'duplicate_charge' | 'credentials_invalid' | 'credentials_locked' | 'issuer_declined' | 'approval_required' | 'origin_required' | 'origin_not_allowed' | 'declined_before' | 'subscription_not_open'
  /** The explanation, in one sentence for people. */
  message: string
  /** The rule, named after the field that it checks, for instance `limits.perAuth`. */
  rule?: string
  level?: 'customer' | 'agent' | 'card' | 'default'
  window?: Window
  limit?: number | string | string[] | boolean
  observed?: number | string | string[] | boolean
  /** What would remove the reason, in words for people. */
  remedy?: string
  /** The exact value to add to the list that `rule` names, if that value differs from the observed one. */
  add?: string
  /** The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent: none is near. */
  nearestShop?: string
  /** Whether the same purchase can pass later without a change of the policy. */
  retryable?: boolean
  /** A time in UTC, always with milliseconds and `Z`. */
  retryAt?: string
  /** Who can remove the reason: `you`, with another request; `time`, at `retryAt`; `owner`, by changing the configuration. */
  fixedBy: 'you' | 'time' | 'owner'
  /** For `declined_before`: the declined purchase that would be declined again. */
  transactionId?: string
}

export type NumberSession = {
  issuer: 'stripe' | 'lithic'
  /** The value that the issuer's own script in the browser needs: for Stripe an ephemeral key, for Lithic a session. */
  session: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** Identifier: a prefix and 26 characters in creation order. */
  accessEventId: string
}

/** Asks, instead of for a change, for an exception: the rules that would decline the purchase of this intent are lifted for it alone, up to its ceiling, once a person approves. Without `wanted`, `cardId` and `agentId`. */
export type OnceForIntent = {
  /** The intent of the purchase. */
  intent: string
}

export type OrderItem = {
  description: string
  quantity: number
  /** The price of the item's whole quantity, after discounts, in minor units of the currency of the purchase. */
  amount: number
}

export type Passkey = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  personId: string
  /** The name that the person gave the passkey. */
  name: string
  /** The credential id that the authenticator gave the passkey, base64url. */
  credentialId: string
  /** The host at which the passkey was made, and at which it works. */
  host: string
  /** The status of the passkey. `waiting`: the passkey signs its person in, and confirms nothing yet. */
  status: 'active' | 'waiting'
  /** When the passkey begins to confirm, unless an owner agrees to it earlier. */
  waitsUntil?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  lastUsedAt: string | null
}

export type PasskeyAssertion = {
  /** The credential id that the authenticator gave the passkey, base64url. */
  credentialId: string
  /** `response.clientDataJSON` of the browser's WebAuthn credential, base64url. */
  clientData: string
  /** `response.authenticatorData` of the browser's WebAuthn assertion, base64url. */
  authenticatorData: string
  /** `response.signature` of the browser's WebAuthn assertion, base64url. */
  signature: string
}

export type PasskeyOptions = {
  /** The WebAuthn options: to make a passkey, for the browser's `PublicKeyCredential.parseCreationOptionsFromJSON`; to sign with one, for `parseRequestOptionsFromJSON`. */
  options: Record<string, unknown>
  /** The statement that the person agrees to by signing. The challenge in `options` is the SHA-256 of the canonical JSON of the statement. */
  statement: Record<string, unknown>
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
}

export type PasswordReset = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  personId: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  /** The secret of the password reset. Only this answer shows it, and the dashboard accepts it once, at `/reset#<secret>`. */
  secret: string
}

export type PasswordResetRequested = {
  /** Whether this installation sends mail. The answer does not tell whether a person has that address. */
  sendsMail: boolean
}

export type Person = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The email address of the person, which is stored in lower case. */
  email: string
  name: string
  role: 'owner' | 'admin' | 'approver' | 'viewer'
  status: 'active' | 'disabled'
  /** How the person signs in. `provider`: at the company's sign-in provider, whose groups set the role at each sign-in. The person has no password then. */
  signsInBy: 'password' | 'provider'
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type PersonEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  personId: string
  /** What happened to the passkeys. `confirmed`: an owner has agreed to a passkey that waited. */
  change: 'created' | 'renamed' | 'confirmed' | 'deleted'
  passkeyIds: string[]
}

export type PersonRoleEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  personId: string
  role: 'owner' | 'admin' | 'approver' | 'viewer'
  /** The role that the person had before. Absent: the person has joined. */
  previousRole?: 'owner' | 'admin' | 'approver' | 'viewer'
  /** Who changed the role: the id of a person, an API key or a user of the machine. When a person joins: their own id. */
  changedBy: string
}

/** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
export type Policy = {
  requireIntent?: boolean
  requireAttestation?: boolean
  requireApproval?: boolean
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  autoApproveBelow?: number
  /** The person or key that declared an intent cannot approve it. Default: false. */
  requireSeparateApprover?: boolean
  /** Whether a purchase by card number needs the CVV. Default: false. */
  requireCvv?: boolean
  /** For how many minutes an attestation stays valid. Default: 15. */
  attestationWindowMinutes?: number
  /** The least number of minutes between approved authorizations of a card. */
  cooldownMinutes?: number
  /** How many minutes after its creation the card expires. */
  ttlMinutes?: number
  ttlDays?: number
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits?: Limits
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  maxAmount?: number
  /** The merchant category codes (MCC) with which purchases are allowed. An empty list allows none. */
  allowedMccs?: string[]
  /** The merchant category codes (MCC) with which purchases are declined. */
  blockedMccs?: string[]
  /** The names of the merchants where purchases are allowed. An empty list allows none. */
  allowedMerchants?: string[]
  /** The names of the merchants where purchases are declined. */
  blockedMerchants?: string[]
  /** The network's ids, compared exactly, of the merchants where purchases are allowed. An empty list allows none. */
  allowedMerchantIds?: string[]
  /** The network's ids, compared exactly, of the merchants where purchases are declined. */
  blockedMerchantIds?: string[]
  /** The origins of shops where an agent may enter the card number. An empty list allows none. */
  allowedOrigins?: string[]
  /** The countries of merchants in which purchases are allowed, as ISO 3166-1 alpha-2 codes. An empty list allows none. */
  allowedCountries?: string[]
  /** The countries of merchants in which purchases are declined, as ISO 3166-1 alpha-2 codes. */
  blockedCountries?: string[]
  lockToFirstMerchant?: boolean
  activeHours?: ActiveHours
  maxTransactionsPerDay?: number
  /** Declines a purchase with the same merchant and amount as an authorization that was approved within so many minutes before it, even if that one was reversed. */
  duplicateWindowMinutes?: number
  /** By how many percent the amount of a purchase may differ from its intent. Default: 10. If a level sets the field, no intent may have a larger tolerance. */
  intentTolerancePercent?: number
  onIntentMismatch?: 'flag' | 'decline' | 'freeze'
  onMissingIntent?: 'flag' | 'decline' | 'freeze'
  /** `approve`: a person approves the first purchase of the customer at a merchant. Where `onMissingIntent` is `flag`, one that nobody approved is only flagged. Default: `off`. */
  newMerchant?: 'off' | 'approve'
  /** The most that may be spent at one merchant in 24 hours, by all cards of the customer, the agent or the card whose policy sets it. */
  maxPerMerchantPerDay?: number
  /** An intent that waits for its purchase gets a card for that purchase alone, and its number is the one that is released. Default: false. */
  cardPerIntent?: boolean
  /** What is approved automatically in 24 hours stays below this amount, or a person decides. It counts intents and subscriptions that `autoApproveBelow` approved, with their tolerance, on all cards of the customer, the agent or the card whose policy sets it. */
  autoApprovePerDay?: number
  /** For how many hours a rejection is remembered: a purchase at the same shop, of at most the rejected amount and its tolerance, waits for a person whatever `autoApproveBelow` says. It asks about rejections of the whole customer, where the policy has a person approve anything at all. 0: off. Default: 24. */
  rejectionMemoryHours?: number
  /** `approve`: the first purchase of the customer at an origin waits for a person, whatever `autoApproveBelow` says, and so does one that names no origin. Default: `off`. */
  newOrigin?: 'off' | 'approve'
}

export type PolicyEventData = {
  level: 'customer' | 'agent' | 'card'
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier, or null. */
  cardId: string | null
  /** The changed rules: `policy.requireIntent`, `limits.perDay`, ... */
  changed: string[]
  /** The name of the policy and limits that the level has now: the same rules have the same name. */
  version: string
}

export type PolicyPatch = {
  requireIntent?: boolean | null
  requireAttestation?: boolean | null
  requireApproval?: boolean | null
  autoApproveBelow?: number | null
  requireSeparateApprover?: boolean | null
  requireCvv?: boolean | null
  attestationWindowMinutes?: number | null
  cooldownMinutes?: number | null
  ttlMinutes?: number | null
  ttlDays?: number | null
  limits?: LimitsPatch | null
  maxAmount?: number | null
  allowedMccs?: string[] | null
  blockedMccs?: string[] | null
  allowedMerchants?: string[] | null
  blockedMerchants?: string[] | null
  allowedMerchantIds?: string[] | null
  blockedMerchantIds?: string[] | null
  allowedOrigins?: string[] | null
  allowedCountries?: string[] | null
  blockedCountries?: string[] | null
  lockToFirstMerchant?: boolean | null
  activeHours?: ActiveHoursPatch | null
  maxTransactionsPerDay?: number | null
  duplicateWindowMinutes?: number | null
  intentTolerancePercent?: number | null
  onIntentMismatch?: 'flag' | 'decline' | 'freeze' | null
  onMissingIntent?: 'flag' | 'decline' | 'freeze' | null
  newMerchant?: 'off' | 'approve' | null
  maxPerMerchantPerDay?: number | null
  cardPerIntent?: boolean | null
  autoApprovePerDay?: number | null
  rejectionMemoryHours?: number | null
  newOrigin?: 'off' | 'approve' | null
}

export type PolicySummary = {
  /** The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON. */
  effective: Policy
  /** The level that each field of the effective policy comes from. Nested fields have dotted keys (`limits.perAuth`). */
  sources: Record<string, 'customer' | 'agent' | 'card' | 'default'>
  /** Every limit that applies to purchases now, with the spent and the remaining amount. */
  limits: {
    kind: 'policy' | 'cap'
    level: 'customer' | 'agent' | 'card' | 'default'
    window: Window
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    limit: number
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    spent: number
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    remaining: number
  }[]
  /** A time in UTC, always with milliseconds and `Z`. */
  cooldownEndsAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt?: string
  /** Warnings about rules that contradict each other, that no purchase can pass, or that only look strict. */
  warnings: {
    code: string
    /** The explanation, in one sentence for people. */
    message: string
    fields: string[]
  }[]
}

export type Posting = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
  /** A time in UTC, always with milliseconds and `Z`. */
  postedAt: string
  /** `hold`: an approved purchase, or an increment. `reversal`: the merchant or the issuer gave up a hold. `release`: a hold expired, or ended with a capture of nothing; what a last capture leaves is in its `held`. */
  kind: 'hold' | 'capture' | 'reversal' | 'release' | 'refund' | 'chargeback'
  /** The minor units that moved, never below 0. */
  amount: number
  /** The minor units that are held in addition after this posting. Below 0: a hold was captured, reversed or released. */
  held: number
  /** ISO 4217 currency code. */
  currency: string
  merchant: Merchant
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The cost center of the purchase, as it was at the authorization. */
  costCenter?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  subscriptionId?: string
  /** The id of the person or API key that approved the purchase. */
  approvedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  approvedAt?: string
  /** The note of the approval. */
  approvalNote?: string
}

/** The transaction to which the capture or credit was posted, and a credit of the amount that this transaction could not take. */
export type PostingAnswer = {
  transaction: Transaction
  credit?: Transaction
}

export type PostingSummary = {
  /** A time in UTC, always with milliseconds and `Z`. */
  from: string
  /** A time in UTC, always with milliseconds and `Z`. */
  to: string
  groupBy: 'none' | 'day' | 'customer' | 'agent' | 'card' | 'merchant' | 'costCenter'
  /** By days, the oldest first; else the largest `net` first. Each currency has groups of its own. Groups in which nothing moved are left out. */
  data: PostingSums[]
}

export type PostingSums = {
  /** A day, an id, a merchant name or a cost center. Null: the purchases have none, or the entry is `others`. Absent without `groupBy`. */
  group?: string | null
  /** The name of the customer, agent or card that `group` names. */
  name?: string
  /** All groups together that are not among the largest. */
  others?: true
  /** ISO 4217 currency code. */
  currency: string
  /** The minor units of approved purchases and increments. */
  authorized: number
  /** The minor units that are held in addition at the end of the range. Below 0: less is held. */
  held: number
  /** The captured minor units. */
  captured: number
  /** The refunded minor units. */
  refunded: number
  /** The captured minor units less the refunded ones. */
  net: number
}

export type PromoteAgentShadowBody = {
  proof?: PasskeyAssertion
}

export type PromoteCardShadowBody = {
  proof?: PasskeyAssertion
}

export type PromoteCustomerShadowBody = {
  proof?: PasskeyAssertion
}

export type ProviderConfirmation = {
  /** Whether the person signs in at the provider from now on. */
  connected: boolean
  /** The secret that confirms one request in place of a password, within five minutes. Only this answer shows it. */
  confirmation?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt?: string
}

export type ProviderSignIn = {
  /** The provider's address to which the browser goes. The provider sends the browser back to `/sign-in/return` of the dashboard. */
  url: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
}

export type ReadInvitationBody = {
  secret: string
}

export type Reason = {
  code: ReasonCode
  /** The explanation, in one sentence for people. */
  message: string
  /** The rule, named after the field that it checks, for instance `limits.perAuth`. */
  rule: string
  level: 'customer' | 'agent' | 'card' | 'default'
  window?: Window
  limit?: number | string | string[] | boolean
  observed?: number | string | string[] | boolean
  /** What would remove the reason, in words for people. */
  remedy: string
  /** The exact value to add to the list that `rule` names, if that value differs from the observed one. */
  add?: string
  /** The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent: none is near. */
  nearestShop?: string
  /** Whether the same purchase can pass later without a change of the policy. */
  retryable: boolean
  /** A time in UTC, always with milliseconds and `Z`. */
  retryAt?: string
  /** Who can remove the reason: `you`, with another request; `time`, at `retryAt`; `owner`, by changing the configuration. */
  fixedBy: 'you' | 'time' | 'owner'
}

export type ReasonCode =
  | 'account_stopped'
  | 'customer_not_active'
  | 'agent_not_active'
  | 'card_frozen'
  | 'card_closed'
  | 'card_expired'
  | 'card_consumed'
  | 'currency_not_supported'
  | 'per_auth_exceeded'
  | 'per_day_exceeded'
  | 'per_week_exceeded'
  | 'per_month_exceeded'
  | 'total_exceeded'
  | 'limit_exceeded'
  | 'max_transactions_exceeded'
  | 'merchant_per_day_exceeded'
  | 'mcc_missing'
  | 'mcc_not_allowed'
  | 'mcc_blocked'
  | 'merchant_missing'
  | 'merchant_not_allowed'
  | 'merchant_blocked'
  | 'merchant_locked'
  | 'country_missing'
  | 'country_not_allowed'
  | 'country_blocked'
  | 'cooldown_active'
  | 'outside_active_hours'
  | 'intent_missing'
  | 'intent_mismatch'
  | 'duplicate_charge'
  | 'credentials_invalid'
  | 'credentials_locked'
  | 'issuer_declined'

export type Receipt = {
  /** The signed receipt of the decision: a compact JWS (ES256), which the keys of `GET /.well-known/jwks.json` (outside `/v1`) verify. The receipt contains: transaction, account, type, whether the issuer stood in, last four digits, agent, amount, currency, what the merchant asked for, merchant, decision, reasons, version of the policies, intent and approval, whether the cardholder was authenticated, sequence and time. */
  receipt: string
}

export type RejectChangeRequestBody = {
  note?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
}

export type RejectIntentBody = {
  reason?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

export type RejectSubscriptionBody = {
  reason?: string
  /** The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people. */
  shown?: string
  proof?: PasskeyAssertion
}

/** With `assumeIntent`: the newest intent at the same shop, for as much or more, that a person has rejected within `rejectionMemoryHours` of the policy, with their note. */
export type RejectedIntent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId: string
  /** The caller's own id of the intent, unique per card. */
  reference?: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** What the purchase is for. */
  purpose: string
  /** A time in UTC, always with milliseconds and `Z`. */
  at: string
  note?: string
}

export type RenamePasskeyBody = {
  /** The name that the person gave the passkey. */
  name: string
  proof?: PasskeyAssertion
  /** The person's password, if no passkey of theirs confirms yet. */
  password?: string
  /** The `confirmation` that `POST /self/provider` answers. A person who signs in at the provider sends it in place of a password. */
  confirmation?: string
}

export type Replay = {
  /** How many deliveries will be sent again. */
  replayed: number
  /** Identifier, or null. */
  next: string | null
}

export type ReplayDeliveriesBody = {
  /** Deliveries that were made at this moment or later. */
  since?: string
  /** Deliveries that were made before this moment. */
  until?: string
  /** Continues an earlier call: the `next` of its answer. */
  after?: string
}

export type ReportIntentBody = {
  /** How the purchase ended. `completed`: the shop has confirmed it. `failed`: it failed. `abandoned`: the agent gave up before the end. */
  outcome: 'completed' | 'failed' | 'abandoned'
  /** The obstacle to a purchase that failed or was abandoned. `cdn_block` is a refusal before the shop, `payment_required` a shop that wants a payment token (HTTP 402). A filler tells `covered`, `hidden`, `step`, `terms`, `language`, `encrypts`, `nothing_sent` and `page_error` of the checkout. */
  obstacle?: 'captcha' | '3ds_challenge' | 'cdn_block' | 'login_required' | 'payment_declined' | 'payment_required' | 'out_of_stock' | 'price_changed' | 'page_changed' | 'covered' | 'hidden' | 'step' | 'terms' | 'language' | 'encrypts' | 'nothing_sent' | 'page_error' | 'other'
  /** The shop's number of the order. */
  orderReference?: string
  /** SHA-256 of the shop's receipt, in hexadecimal. */
  receiptHash?: string
  note?: string
}

export type RequestCardAccessBody = {
  /** What the purchase is for. */
  purpose: string
  /** Identifier, as an earlier reply gave it. */
  intentId?: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  expectedAmount?: number
  /** Merchant name. */
  merchant?: string
}

export type RequestPasswordResetBody = {
  /** The email address of the person, which is stored in lower case. */
  email: string
}

export type RequestedException = {
  /** Identifier: a prefix and 26 characters in creation order. */
  intent: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  ceiling: number
  /** The rules that approving it lifts, for this purchase alone and up to its ceiling. */
  lifts: LiftedRule[]
}

export type ResetPasswordBody = {
  secret: string
  /** The new password: at least 12 characters, and not one of the most common passwords. */
  password: string
  /** The signed answers of the passkeys that the person keeps, each to a challenge of its own. All other passkeys are deleted. */
  keep?: PasskeyAssertion[]
}

export type ResumeAccountBody = {
  /** Why all spending is stopped or resumed, in the words of the caller. */
  reason: string
  proof?: PasskeyAssertion
}

export type ResumeSubscriptionBody = {
  proof?: PasskeyAssertion
}

export type ReverseAuthorizationBody = {
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount?: number
}

export type RevokeApprovalBody = {
  reason?: string
}

export type Role =
  | 'admin'
  | 'approver'
  | 'read'
  | 'agent'
  | 'network'

export type RotateApiKeyBody = {
  /** For how many minutes the previous secret of the API key still works. Default 1440. */
  overlapMinutes?: number
  proof?: PasskeyAssertion
}

export type RotatedApiKey = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  name: string
  role: Role
  /** Identifier: a prefix and 26 characters in creation order. */
  agentId?: string
  tier: 'standard' | 'pro' | 'enterprise'
  /** How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key with more than its own. */
  requestsPerMinute?: number
  /** Networks in CIDR notation from which the key works. Absent: it works from everywhere. */
  allowedAddresses?: string[]
  /** Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never. */
  mcpCardDetails?: 'plain'
  /** For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key. */
  mcpToken?: McpToken
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  revokedAt?: string
  /** The minute in which the API key was last used. Other nodes may show it about a second later. Absent: the key was not used yet. */
  lastUsedAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** The secret of the API key. Only this answer shows it. */
  secret: string
  /** The time, excluded, until which the previous secret of the API key works. Without an overlap, the moment of the rotation. */
  previousSecretUntil: string
}

export type RuleCode =
  | 'account_stopped'
  | 'customer_not_active'
  | 'agent_not_active'
  | 'card_frozen'
  | 'card_closed'
  | 'card_expired'
  | 'card_consumed'
  | 'currency_not_supported'
  | 'per_auth_exceeded'
  | 'per_day_exceeded'
  | 'per_week_exceeded'
  | 'per_month_exceeded'
  | 'total_exceeded'
  | 'limit_exceeded'
  | 'max_transactions_exceeded'
  | 'merchant_per_day_exceeded'
  | 'mcc_missing'
  | 'mcc_not_allowed'
  | 'mcc_blocked'
  | 'merchant_missing'
  | 'merchant_not_allowed'
  | 'merchant_blocked'
  | 'merchant_locked'
  | 'country_missing'
  | 'country_not_allowed'
  | 'country_blocked'
  | 'cooldown_active'
  | 'outside_active_hours'
  | 'intent_missing'
  | 'intent_mismatch'
  | 'duplicate_charge'
  | 'credentials_invalid'
  | 'credentials_locked'

export type SealCardDetailsBody = {
  /** The filler for which the card number is sealed. The filler must belong to the card's agent. */
  sealTo: string
  /** Identifier, as an earlier reply gave it. */
  intentId?: string
  /** What the purchase is for. */
  purpose?: string
  proof?: PasskeyAssertion
}

export type SealedDetails = {
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The sealed card number: a compact JWE (RFC 7516; `ECDH-ES`, `A256GCM`) of JSON with `pan`, `exp`, `cvv`, `cardId`, `intentId`, `expectedOrigin` and `expiresAt`. */
  sealed: string
  /** Last four digits of the card number. */
  last4: string
  /** The time after which a filler refuses the sealed number. */
  expiresAt: string
  /** Identifier: a prefix and 26 characters in creation order. */
  accessEventId: string
}

export type Self = {
  type: 'key' | 'person'
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  name: string
  role: Role
  /** Identifier: a prefix and 26 characters in creation order. */
  accountId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  agentId?: string
  personRole?: 'owner' | 'admin' | 'approver' | 'viewer'
  /** The email address of the person, which is stored in lower case. */
  email?: string
  /** How the person signs in. `provider`: at the company's sign-in provider, whose groups set the role at each sign-in. The person has no password then. */
  signsInBy?: 'password' | 'provider'
}

export type Session = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  personId: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  lastUsedAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  expiresAt: string
  address?: string
  userAgent?: string
  /** Whether the session is the one of this request. */
  current: boolean
}

export type SettleAuthorizationBody = {
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount?: number
  final?: boolean
}

export type Shadow = {
  /** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
  shadowPolicy?: ShadowPolicy
  /** When the shadow policy was last changed. */
  since?: string
  /** How many authorizations the shadow policy has decided since its last change: at most the newest 100,000. */
  decisions: number
  /** How many authorizations the shadow policy decided like the policy. */
  same: number
  /** How many authorizations the policy approved and the shadow policy would decline. */
  wouldDecline: number
  /** How many authorizations the policy declined and the shadow policy would approve. */
  wouldApprove: number
  /** Authorizations that the shadow policy decided differently from the policy, newest first. */
  examples: {
    /** Identifier: a prefix and 26 characters in creation order. */
    transactionId: string
    /** Identifier: a prefix and 26 characters in creation order. */
    cardId: string
    /** A time in UTC, always with milliseconds and `Z`. */
    at: string
    /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
    amount: number
    was: 'approve' | 'decline'
    would: 'approve' | 'decline'
    /** The reasons why the purchase would be declined, or why it was declined. */
    reasons: Reason[]
  }[]
}

/** Rules that decide each purchase as if they were the `policy`, without any effect. At most 64 KiB as JSON. */
export type ShadowPolicy = {
  requireIntent?: boolean
  requireAttestation?: boolean
  requireApproval?: boolean
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  autoApproveBelow?: number
  /** The person or key that declared an intent cannot approve it. Default: false. */
  requireSeparateApprover?: boolean
  /** Whether a purchase by card number needs the CVV. Default: false. */
  requireCvv?: boolean
  /** For how many minutes an attestation stays valid. Default: 15. */
  attestationWindowMinutes?: number
  /** The least number of minutes between approved authorizations of a card. */
  cooldownMinutes?: number
  /** How many minutes after its creation the card expires. */
  ttlMinutes?: number
  ttlDays?: number
  /** Limits of spend by window, in minor units of the customer's currency. */
  limits?: Limits
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  maxAmount?: number
  /** The merchant category codes (MCC) with which purchases are allowed. An empty list allows none. */
  allowedMccs?: string[]
  /** The merchant category codes (MCC) with which purchases are declined. */
  blockedMccs?: string[]
  /** The names of the merchants where purchases are allowed. An empty list allows none. */
  allowedMerchants?: string[]
  /** The names of the merchants where purchases are declined. */
  blockedMerchants?: string[]
  /** The network's ids, compared exactly, of the merchants where purchases are allowed. An empty list allows none. */
  allowedMerchantIds?: string[]
  /** The network's ids, compared exactly, of the merchants where purchases are declined. */
  blockedMerchantIds?: string[]
  /** The origins of shops where an agent may enter the card number. An empty list allows none. */
  allowedOrigins?: string[]
  /** The countries of merchants in which purchases are allowed, as ISO 3166-1 alpha-2 codes. An empty list allows none. */
  allowedCountries?: string[]
  /** The countries of merchants in which purchases are declined, as ISO 3166-1 alpha-2 codes. */
  blockedCountries?: string[]
  lockToFirstMerchant?: boolean
  activeHours?: ActiveHours
  maxTransactionsPerDay?: number
  /** Declines a purchase with the same merchant and amount as an authorization that was approved within so many minutes before it, even if that one was reversed. */
  duplicateWindowMinutes?: number
  /** By how many percent the amount of a purchase may differ from its intent. Default: 10. If a level sets the field, no intent may have a larger tolerance. */
  intentTolerancePercent?: number
  onIntentMismatch?: 'flag' | 'decline' | 'freeze'
  onMissingIntent?: 'flag' | 'decline' | 'freeze'
  /** `approve`: a person approves the first purchase of the customer at a merchant. Where `onMissingIntent` is `flag`, one that nobody approved is only flagged. Default: `off`. */
  newMerchant?: 'off' | 'approve'
  /** The most that may be spent at one merchant in 24 hours, by all cards of the customer, the agent or the card whose policy sets it. */
  maxPerMerchantPerDay?: number
  /** An intent that waits for its purchase gets a card for that purchase alone, and its number is the one that is released. Default: false. */
  cardPerIntent?: boolean
  /** What is approved automatically in 24 hours stays below this amount, or a person decides. It counts intents and subscriptions that `autoApproveBelow` approved, with their tolerance, on all cards of the customer, the agent or the card whose policy sets it. */
  autoApprovePerDay?: number
  /** For how many hours a rejection is remembered: a purchase at the same shop, of at most the rejected amount and its tolerance, waits for a person whatever `autoApproveBelow` says. It asks about rejections of the whole customer, where the policy has a person approve anything at all. 0: off. Default: 24. */
  rejectionMemoryHours?: number
  /** `approve`: the first purchase of the customer at an origin waits for a person, whatever `autoApproveBelow` says, and so does one that names no origin. Default: `off`. */
  newOrigin?: 'off' | 'approve'
}

export type ShadowPolicyPatch = {
  requireIntent?: boolean | null
  requireAttestation?: boolean | null
  requireApproval?: boolean | null
  autoApproveBelow?: number | null
  requireSeparateApprover?: boolean | null
  requireCvv?: boolean | null
  attestationWindowMinutes?: number | null
  cooldownMinutes?: number | null
  ttlMinutes?: number | null
  ttlDays?: number | null
  limits?: LimitsPatch | null
  maxAmount?: number | null
  allowedMccs?: string[] | null
  blockedMccs?: string[] | null
  allowedMerchants?: string[] | null
  blockedMerchants?: string[] | null
  allowedMerchantIds?: string[] | null
  blockedMerchantIds?: string[] | null
  allowedOrigins?: string[] | null
  allowedCountries?: string[] | null
  blockedCountries?: string[] | null
  lockToFirstMerchant?: boolean | null
  activeHours?: ActiveHoursPatch | null
  maxTransactionsPerDay?: number | null
  duplicateWindowMinutes?: number | null
  intentTolerancePercent?: number | null
  onIntentMismatch?: 'flag' | 'decline' | 'freeze' | null
  onMissingIntent?: 'flag' | 'decline' | 'freeze' | null
  newMerchant?: 'off' | 'approve' | null
  maxPerMerchantPerDay?: number | null
  cardPerIntent?: boolean | null
  autoApprovePerDay?: number | null
  rejectionMemoryHours?: number | null
  newOrigin?: 'off' | 'approve' | null
}

export type ShopObstacles = {
  /** The merchant as the agent declared it (`expectedMerchant`). Null: the intents named no merchant. */
  merchant: string | null
  /** How many purchases at the shop the agent has reported. */
  reports: number
  completed: number
  /** The obstacles that the agent met at the shop, the most frequent first. */
  obstacles: {
    obstacle: 'captcha' | '3ds_challenge' | 'cdn_block' | 'login_required' | 'payment_declined' | 'payment_required' | 'out_of_stock' | 'price_changed' | 'page_changed' | 'covered' | 'hidden' | 'step' | 'terms' | 'language' | 'encrypts' | 'nothing_sent' | 'page_error' | 'other'
    count: number
    /** A time in UTC, always with milliseconds and `Z`. */
    lastAt: string
  }[]
}

export type SignInWays = {
  /** Whether people can sign in with a password or a passkey, and with a link if they have lost it. */
  password: boolean
  /** The company's sign-in provider (OpenID Connect). */
  provider?: {
    name: string
  }
}

/** With `assumeIntent`: an intent for another purchase at the same shop, whose tolerance holds the amount, and which waits or was paid in the last 24 hours. */
export type SimilarIntent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId: string
  /** The caller's own id of the intent, unique per card. */
  reference?: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** What the purchase is for. */
  purpose: string
  status: IntentStatus
}

export type SlackNotifications = {
  /** The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no notifications. */
  events: ('intent.pending_approval' | 'change_request.created' | 'challenge.requested' | 'subscription.pending_approval' | 'subscription.exceeded' | 'card.frozen' | 'budget.threshold' | 'webhook.disabled' | 'transaction.created' | 'transaction.settled' | 'account.stopped' | 'account.resumed')[]
  /** The host and the last four characters of the Slack webhook URL, which is a secret. */
  url?: string
}

export type SpendStats = {
  /** The beginning of the summed range: the start of the first bucket. */
  from: string
  /** The end of the summed range, excluded: the end of the last bucket. */
  to: string
  bucket: 'hour' | 'day' | 'range'
  groupBy: 'none' | 'customer' | 'agent' | 'card' | 'merchant' | 'category' | 'costCenter' | 'reason'
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  /** The sums of spend by bucket and group, sorted by time, then by size, the largest first. Empty buckets are left out. */
  data: SpendSums[]
  /** The sums of each currency, those of `data` first. Present for the account where its customers have bought in several currencies. No sum has amounts of two currencies. */
  byCurrency?: CurrencySums[]
}

export type SpendSums = {
  /** A time in UTC, always with milliseconds and `Z`. */
  start: string
  /** The group: an id, merchant name, MCC, cost center or reason code. Null: the transactions have none, or the entry is `others`. Absent without `groupBy`. */
  group?: string | null
  /** The name of the customer, agent, card or merchant category that `group` is. */
  name?: string
  /** True: the entry has the sums of all groups together that are not among the 20 largest. */
  others?: boolean
  approved: {
    /** How many approved transactions were made in the bucket. */
    count: number
    /** The approved amounts and increments, in minor units, less amounts that were reversed, expired or not captured in the bucket. Below 0 if more was released than spent. */
    amount: number
  }
  declined: {
    /** How many declined transactions were made in the bucket. */
    count: number
    /** The amounts that the declined transactions asked for, in minor units. */
    amount: number
  }
  /** The sums of the other range, from `compareFrom` to `compareTo`. */
  compared?: {
    approved: {
      /** How many approved transactions were made in the bucket. */
      count: number
      /** The approved amounts and increments, in minor units, less amounts that were reversed, expired or not captured in the bucket. Below 0 if more was released than spent. */
      amount: number
    }
    declined: {
      /** How many declined transactions were made in the bucket. */
      count: number
      /** The amounts that the declined transactions asked for, in minor units. */
      amount: number
    }
  }
}

export type StatusCount = {
  /** The status that is counted, as the filter of the list takes it. */
  status: string
  count: number
  /** Whether more than 1000 have the status. */
  hasMore: boolean
}

export type StatusCounts = {
  /** How many customers there are of each status, one entry for each. */
  customers: StatusCount[]
  /** How many agents there are of each status, one entry for each. */
  agents: StatusCount[]
  /** How many cards there are of each status, one entry for each. */
  cards: StatusCount[]
}

export type StopAccountBody = {
  /** Why all spending is stopped or resumed, in the words of the caller. */
  reason: string
}

export type Subscription = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  status: 'pending_approval' | 'active' | 'paused' | 'canceled' | 'rejected' | 'expired'
  /** Merchant name. */
  merchant: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  maxAmount: number
  /** The length of a period of the subscription. A month or year that has no such day ends on its last day: 31 January is followed by 28 or 29 February, and then by 31 March. */
  interval: 'week' | 'month' | 'year'
  /** What the purchase is for. */
  purpose: string
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  expectedOrigin?: string
  /** The active or paused subscription of the card at this merchant that ends when this one becomes active. `autoApproveBelow` approves none that may take more. */
  replaces?: string
  /** Any JSON object, at most 16 KiB and 8 levels. */
  metadata?: Record<string, unknown>
  /** A time in UTC, always with milliseconds and `Z`. */
  until?: string
  customerName?: string
  agentName?: string
  cardLabel?: string
  /** The currency of the amounts in the same object, as ISO 4217 code. Absent: USD. */
  currency?: string
  requiresApproval: boolean
  /** Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then. */
  approvalReasons?: ApprovalReason[]
  /** The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if the subject does. Present while somebody can decide. */
  subjectHash?: string
  /** Who asked for the subscription: the id of an API key, or of a person. */
  requestedBy: string
  /** Who approved or rejected the subscription: the id of an API key, or of a person. */
  approvedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  approvedAt?: string
  /** Who approved or rejected the subscription: the id of an API key, or of a person. */
  rejectedBy?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  rejectedAt?: string
  rejectionReason?: string
  decisionNote?: string
  /** The page where a signed-in person decides about the subscription. Present while the subscription waits for one. */
  approvalUrl?: string
  /** When the subscription first became active. Its first period begins at that time, and later ones at 00:00 UTC of their day. */
  activatedAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  pausedAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  canceledAt?: string
  /** The current period of the subscription. Present while the subscription is active. */
  period?: SubscriptionPeriod
  /** The next purchase that the subscription permits. Absent: the subscription is not active, or ends before. */
  next?: NextSubscriptionPurchase
  /** The last purchase at the merchant that the subscription did not cover. */
  exceeded?: ExceededSubscriptionPurchase
  /** When the subscription expires: the end of its wait for a person, afterwards `until`. Absent: never. */
  expiresAt?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
}

export type SubscriptionEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  subscriptionId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  status: 'pending_approval' | 'active' | 'paused' | 'canceled' | 'rejected' | 'expired'
  /** Merchant name. */
  merchant: string
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  maxAmount: number
  /** The length of a period of the subscription. A month or year that has no such day ends on its last day: 31 January is followed by 28 or 29 February, and then by 31 March. */
  interval: 'week' | 'month' | 'year'
  /** What the purchase is for. */
  purpose: string
  /** The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the number nowhere else. */
  expectedOrigin?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  until?: string
  /** The time until which somebody may decide about the subscription, while it waits for a person. */
  expiresAt?: string
  /** While it waits for a person: why. */
  approvalReasons?: ApprovalReason[]
  /** The purchase that matched, or that the subscription did not cover. */
  transactionId?: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount?: number
  /** Why the subscription did not cover the purchase. `amount`: the purchase was larger than `maxAmount`. `period`: the period had its purchase already. */
  why?: 'amount' | 'period'
  decision?: 'approve' | 'decline'
}

/** The current period of the subscription. Present while the subscription is active. */
export type SubscriptionPeriod = {
  /** A time in UTC, always with milliseconds and `Z`. */
  startsAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  endsAt: string
  /** The purchase that has taken the period. Absent: there was none yet. */
  transactionId?: string
}

export type TestClock = {
  /** A time in UTC, always with milliseconds and `Z`. */
  now: string
}

export type TestEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  webhookId: string
}

export type TestMessage = {
  /** Whether the receiver accepted the test message: any 2xx of a mail server or of Slack. */
  succeeded: boolean
  statusCode: number | null
  /** Why the test message got no answer. `not_set_up`: no mail server or no Slack URL is set. */
  failure: string | null
  /** The first 1 KiB of the receiver's answer to the test message. */
  responseSnippet: string | null
}

/** One rule that the decision checked, with the result. */
export type TraceEntry = {
  /** The rule, named after the field that it checks, for instance `limits.perAuth`. */
  rule: string
  code: RuleCode
  passed: boolean
  level: 'customer' | 'agent' | 'card' | 'default'
  window?: Window
  limit?: number | string | string[] | boolean
  observed?: number | string | string[] | boolean
  /** The change request whose exception lifted the rule for this purchase alone. Without it the purchase had been declined. */
  liftedBy?: string
}

export type Transaction = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The one-time card of `cardId` that paid. Absent: the card itself. */
  oneTimeCardId?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  subscriptionId?: string
  /** The cost center of the purchase: that of its card, else of its agent, else of its customer, as it was at the authorization. */
  costCenter?: string
  type: 'authorization' | 'force_capture' | 'credit'
  status: TransactionStatus
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  authorizedAmount: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  settledAmount: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  refundedAmount: number
  /** ISO 4217 currency code. */
  currency: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in. */
  merchantCurrency?: string
  merchant: Merchant
  decision: 'approve' | 'decline'
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons: Reason[]
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  /** True: the cardholder was authenticated (3-D Secure) before the purchase. Absent otherwise. */
  authenticated?: boolean
  attestation: 'attested' | 'stale' | 'unattested'
  /** The network's own reference of the authorization. A repeated reference gets the first answer. */
  networkReference?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  updatedAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  settledAt?: string
  /** Data that the account stores with the transaction. The answers of the network API do not have the data. */
  metadata?: Record<string, unknown>
  /** A sentence about the purchase, for the people who keep the books. */
  memo?: string
  /** Under which accounts, tax codes and the like the purchase is booked: up to 20 texts of 100 characters. Names have up to 40 letters, digits, `_`, `.` and `-`. */
  coding?: Record<string, string>
  /** The documents of the purchase, such as its invoice, the oldest first. Absent: there are none. */
  documents?: TransactionDocument[]
}

export type TransactionDeclinedEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** Merchant name; empty when the network sent none. The whole merchant is in `transaction`. */
  merchant: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** ISO 4217 currency code. */
  currency: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in. */
  merchantCurrency?: string
  status: TransactionStatus
  /** Merchant category code, four digits. */
  mcc?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId?: string
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons: Reason[]
  transaction: Transaction
}

export type TransactionDocument = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The name of the file, as the caller gave it. */
  name: string
  /** The media type of the document, found by its content. */
  mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'message/rfc822'
  /** The size of the document in bytes. */
  size: number
  /** The SHA-256 hash of the bytes of the document, in hex. */
  sha256: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** Who attached the document: an API key or a person, by id. */
  createdBy: string
}

export type TransactionDocumentWithContent = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The name of the file, as the caller gave it. */
  name: string
  /** The media type of the document, found by its content. */
  mediaType: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp' | 'message/rfc822'
  /** The size of the document in bytes. */
  size: number
  /** The SHA-256 hash of the bytes of the document, in hex. */
  sha256: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** Who attached the document: an API key or a person, by id. */
  createdBy: string
  /** The bytes of the document, as base64 (RFC 4648, section 4). */
  content: string
}

export type TransactionDocumentedEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** Merchant name; empty when the network sent none. The whole merchant is in `transaction`. */
  merchant: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** ISO 4217 currency code. */
  currency: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in. */
  merchantCurrency?: string
  status: TransactionStatus
  /** Merchant category code, four digits. */
  mcc?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId?: string
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons?: Reason[]
  transaction: Transaction
  document: TransactionDocument
}

export type TransactionDocuments = {
  /** The documents of the transaction, the oldest first. */
  data: TransactionDocument[]
}

export type TransactionEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  transactionId: string
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** Merchant name; empty when the network sent none. The whole merchant is in `transaction`. */
  merchant: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** ISO 4217 currency code. */
  currency: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in. */
  merchantCurrency?: string
  status: TransactionStatus
  /** Merchant category code, four digits. */
  mcc?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId?: string
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons?: Reason[]
  transaction: Transaction
}

export type TransactionStatus =
  | 'pending'
  | 'settled'
  | 'declined'
  | 'reversed'
  | 'expired'

export type TransactionWithTrace = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** Identifier: a prefix and 26 characters in creation order. */
  customerId: string
  /** Identifier, or null. */
  agentId: string | null
  /** Identifier: a prefix and 26 characters in creation order. */
  cardId: string
  /** The one-time card of `cardId` that paid. Absent: the card itself. */
  oneTimeCardId?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  intentId?: string
  /** Identifier: a prefix and 26 characters in creation order. */
  subscriptionId?: string
  /** The cost center of the purchase: that of its card, else of its agent, else of its customer, as it was at the authorization. */
  costCenter?: string
  type: 'authorization' | 'force_capture' | 'credit'
  status: TransactionStatus
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  amount: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  authorizedAmount: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  settledAmount: number
  /** Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY. */
  refundedAmount: number
  /** ISO 4217 currency code. */
  currency: string
  /** The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it. */
  merchantAmount?: number
  /** ISO 4217 code of the currency that the merchant asked in. */
  merchantCurrency?: string
  merchant: Merchant
  decision: 'approve' | 'decline'
  /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
  reasons: Reason[]
  /** The flags of a purchase. All are always present, except those that an issuer raises: these are present only if they are true. */
  flags: Flags
  /** True: the cardholder was authenticated (3-D Secure) before the purchase. Absent otherwise. */
  authenticated?: boolean
  attestation: 'attested' | 'stale' | 'unattested'
  /** The network's own reference of the authorization. A repeated reference gets the first answer. */
  networkReference?: string
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  updatedAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  settledAt?: string
  /** Data that the account stores with the transaction. The answers of the network API do not have the data. */
  metadata?: Record<string, unknown>
  /** A sentence about the purchase, for the people who keep the books. */
  memo?: string
  /** Under which accounts, tax codes and the like the purchase is booked: up to 20 texts of 100 characters. Names have up to 40 letters, digits, `_`, `.` and `-`. */
  coding?: Record<string, string>
  /** The documents of the purchase, such as its invoice, the oldest first. Absent: there are none. */
  documents?: TransactionDocument[]
  /** Every rule that the decision checked, in order. */
  trace: TraceEntry[]
  /** The decision that the shadow policies would have made about the purchase. */
  shadow?: {
    decision: 'approve' | 'decline'
    /** The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is approved. */
    reasons: Reason[]
  }
}

export type UnfreezeCardBody = {
  proof?: PasskeyAssertion
}

export type UpdateAccountBody = {
  name?: string
  approvalPasskeyAbove?: number | null
  /** Whether every person has to confirm a read of a card number with a passkey. Otherwise only people who have a passkey have to. API keys cannot confirm. */
  numbersNeedPasskey?: boolean
  /** The time zone in which people read days and CSV files, as an IANA name such as `Europe/Berlin`. Limits, and the sums of `GET /stats/spend`, have days of UTC. */
  timeZone?: string
  /** The currency of new customers that name none, as ISO 4217 code. Customers keep the one that they have. */
  currency?: string
  proof?: PasskeyAssertion
}

export type UpdateAccountQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateAgentBody = {
  /** The name of the agent. Default: the `externalId`. */
  name?: string
  status?: AgentStatus
  limits?: LimitsInputPatch | null
  policy?: PolicyPatch | null
  shadowPolicy?: ShadowPolicyPatch | null
  metadata?: Record<string, unknown> | null
  costCenter?: string | null
  proof?: PasskeyAssertion
}

export type UpdateAgentQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateCardBody = {
  status?: 'active' | 'frozen' | 'closed' | 'locked' | 'canceled' | 'cancelled'
  usage?: 'single' | 'multi'
  limits?: LimitsInputPatch | null
  policy?: PolicyPatch | null
  shadowPolicy?: ShadowPolicyPatch | null
  billing?: AddressPatch | null
  label?: string | null
  configuration?: Record<string, unknown> | null
  metadata?: Record<string, unknown> | null
  costCenter?: string | null
  proof?: PasskeyAssertion
}

export type UpdateCardQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateCustomerBody = {
  type?: 'consumer' | 'business'
  /** The currency of the customer as ISO 4217 code, any case. Default: the account's currency. A change of the customer cannot name another. */
  currency?: string
  status?: 'active' | 'suspended'
  email?: string | null
  name?: CustomerNamePatch | null
  phone?: string | null
  policy?: PolicyPatch | null
  shadowPolicy?: ShadowPolicyPatch | null
  limits?: LimitsInputPatch | null
  metadata?: Record<string, unknown> | null
  costCenter?: string | null
  proof?: PasskeyAssertion
}

export type UpdateCustomerQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateMailNotificationsBody = {
  /** The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no notifications. */
  events?: ('intent.pending_approval' | 'change_request.created' | 'challenge.requested' | 'subscription.pending_approval' | 'subscription.exceeded' | 'card.frozen' | 'budget.threshold' | 'webhook.disabled' | 'transaction.created' | 'transaction.settled' | 'account.stopped' | 'account.resumed')[]
}

export type UpdateMailNotificationsQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdatePersonBody = {
  name?: string
  role?: 'owner' | 'admin' | 'approver' | 'viewer'
  status?: 'active' | 'disabled'
  proof?: PasskeyAssertion
}

export type UpdatePersonQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateSlackNotificationsBody = {
  /** The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no notifications. */
  events?: ('intent.pending_approval' | 'change_request.created' | 'challenge.requested' | 'subscription.pending_approval' | 'subscription.exceeded' | 'card.frozen' | 'budget.threshold' | 'webhook.disabled' | 'transaction.created' | 'transaction.settled' | 'account.stopped' | 'account.resumed')[]
  url?: string | null
}

export type UpdateSlackNotificationsQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateTransactionBody = {
  metadata?: Record<string, unknown> | null
  memo?: string | null
  coding?: Record<string, string | null> | null
}

export type UpdateTransactionQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

export type UpdateWebhookBody = {
  /** The URL of the HTTPS endpoint that receives the events. */
  url?: string
  /** The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`. */
  events?: ('transaction.created' | 'transaction.settled' | 'transaction.declined' | 'transaction.reversed' | 'transaction.refunded' | 'transaction.documented' | 'intent.created' | 'intent.corrected' | 'intent.matched' | 'intent.mismatched' | 'intent.expired' | 'intent.pending_approval' | 'intent.approved' | 'intent.rejected' | 'intent.canceled' | 'intent.reported' | 'card.created' | 'card.frozen' | 'card.unfrozen' | 'card.closed' | 'card.credentials_locked' | 'card.issuer_failed' | 'customer.updated' | 'agent.updated' | 'policy.changed' | 'budget.threshold' | 'change_request.created' | 'change_request.approved' | 'change_request.rejected' | 'change_request.canceled' | 'change_request.expired' | 'challenge.requested' | 'challenge.approved' | 'challenge.declined' | 'challenge.expired' | 'subscription.created' | 'subscription.pending_approval' | 'subscription.approved' | 'subscription.rejected' | 'subscription.paused' | 'subscription.resumed' | 'subscription.canceled' | 'subscription.expired' | 'subscription.matched' | 'subscription.exceeded' | 'access.granted' | 'access.denied' | 'person.passkeys_changed' | 'person.role_changed' | 'account.stopped' | 'account.resumed' | 'audit.recorded' | 'webhook.disabled' | 'webhook.test' | '*')[]
  description?: string | null
  status?: 'active' | 'disabled'
}

export type UpdateWebhookQuery = {
  /** Whether to answer the result of the change with its warnings, and change nothing. */
  dryRun?: boolean
}

/** The requested change, in the form of a PATCH. Fields of `policy` that can be requested: `cooldownMinutes`, `ttlMinutes`, `ttlDays`, `limits`, `maxAmount`, `lockToFirstMerchant`, `activeHours`, `maxTransactionsPerDay`, `duplicateWindowMinutes`, `maxPerMerchantPerDay`. */
export type WantedChange = {
  policy?: PolicyPatch
  limits?: LimitsPatch
  /** Entries that the lists of the policy should allow: they are added to the allowed lists, and removed from the blocked lists. */
  allow?: WantedEntries
  /** The wanted status: `active` unfreezes the card, or activates the paused agent. */
  status?: 'active'
}

/** Entries that the lists of the policy should allow: they are added to the allowed lists, and removed from the blocked lists. */
export type WantedEntries = {
  /** Merchant name. */
  merchant?: string
  /** The network's id of a merchant. */
  merchantId?: string
  /** Merchant category code, four digits. */
  mcc?: string
  /** ISO 3166-1 alpha-2 country code. */
  country?: string
  /** Origin of a site, `https://` and a host and port without a path, or `https://*.host` for one label. */
  origin?: string
}

/** The purchase that the change is for, as it was evaluated, if no charge was tried. */
export type WantedPurchase = {
  /** Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD. */
  amount: number
  merchant?: MerchantInput
}

export type Webhook = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The URL of the webhook, as it was parsed. The role `admin` sees all of it; other roles see its origin alone. */
  url: string
  /** The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`. */
  events: ('transaction.created' | 'transaction.settled' | 'transaction.declined' | 'transaction.reversed' | 'transaction.refunded' | 'transaction.documented' | 'intent.created' | 'intent.corrected' | 'intent.matched' | 'intent.mismatched' | 'intent.expired' | 'intent.pending_approval' | 'intent.approved' | 'intent.rejected' | 'intent.canceled' | 'intent.reported' | 'card.created' | 'card.frozen' | 'card.unfrozen' | 'card.closed' | 'card.credentials_locked' | 'card.issuer_failed' | 'customer.updated' | 'agent.updated' | 'policy.changed' | 'budget.threshold' | 'change_request.created' | 'change_request.approved' | 'change_request.rejected' | 'change_request.canceled' | 'change_request.expired' | 'challenge.requested' | 'challenge.approved' | 'challenge.declined' | 'challenge.expired' | 'subscription.created' | 'subscription.pending_approval' | 'subscription.approved' | 'subscription.rejected' | 'subscription.paused' | 'subscription.resumed' | 'subscription.canceled' | 'subscription.expired' | 'subscription.matched' | 'subscription.exceeded' | 'access.granted' | 'access.denied' | 'person.passkeys_changed' | 'person.role_changed' | 'account.stopped' | 'account.resumed' | 'audit.recorded' | 'webhook.disabled' | 'webhook.test' | '*')[]
  description?: string
  status: 'active' | 'disabled'
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  updatedAt: string
}

export type WebhookEventData = {
  /** Identifier: a prefix and 26 characters in creation order. */
  webhookId: string
  status: 'active' | 'disabled'
  /** Why the webhook was disabled. `failing`: Purser has disabled it, because no attempt has succeeded for days. */
  reason?: 'requested' | 'failing'
  /** A time in UTC, always with milliseconds and `Z`. */
  failingSince?: string
}

export type WebhookHealth = {
  bucket: 'hour' | 'day'
  /** A time in UTC, always with milliseconds and `Z`. */
  from: string
  /** The deliveries of the webhook, counted by the hour or day in which they were made, oldest first. */
  data: WebhookHealthBucket[]
  /** How many milliseconds passed from the event to the answer of the receiver, for the deliveries that succeeded: the median and the 95th percentile. Null: none succeeded. */
  lag: {
    p50Ms: number
    p95Ms: number
  } | null
  /** When the oldest delivery that waits was made. Null: no delivery waits. */
  oldestWaitingAt: string | null
  /** Whether the webhook had more than 5000 deliveries, of which only the newest are counted. */
  isPartial: boolean
}

export type WebhookHealthBucket = {
  /** The start of the bucket, which is an hour or a day of UTC. Buckets without a delivery are left out. */
  start: string
  succeeded: number
  /** How many deliveries failed: all their attempts, or the webhook was disabled meanwhile. */
  failed: number
  /** How many deliveries wait for an attempt. */
  waiting: number
}

export type WebhookWithSecret = {
  /** Identifier: a prefix and 26 characters in creation order. */
  id: string
  /** The URL of the webhook, as it was parsed. The role `admin` sees all of it; other roles see its origin alone. */
  url: string
  /** The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`. */
  events: ('transaction.created' | 'transaction.settled' | 'transaction.declined' | 'transaction.reversed' | 'transaction.refunded' | 'transaction.documented' | 'intent.created' | 'intent.corrected' | 'intent.matched' | 'intent.mismatched' | 'intent.expired' | 'intent.pending_approval' | 'intent.approved' | 'intent.rejected' | 'intent.canceled' | 'intent.reported' | 'card.created' | 'card.frozen' | 'card.unfrozen' | 'card.closed' | 'card.credentials_locked' | 'card.issuer_failed' | 'customer.updated' | 'agent.updated' | 'policy.changed' | 'budget.threshold' | 'change_request.created' | 'change_request.approved' | 'change_request.rejected' | 'change_request.canceled' | 'change_request.expired' | 'challenge.requested' | 'challenge.approved' | 'challenge.declined' | 'challenge.expired' | 'subscription.created' | 'subscription.pending_approval' | 'subscription.approved' | 'subscription.rejected' | 'subscription.paused' | 'subscription.resumed' | 'subscription.canceled' | 'subscription.expired' | 'subscription.matched' | 'subscription.exceeded' | 'access.granted' | 'access.denied' | 'person.passkeys_changed' | 'person.role_changed' | 'account.stopped' | 'account.resumed' | 'audit.recorded' | 'webhook.disabled' | 'webhook.test' | '*')[]
  description?: string
  status: 'active' | 'disabled'
  /** A time in UTC, always with milliseconds and `Z`. */
  createdAt: string
  /** A time in UTC, always with milliseconds and `Z`. */
  updatedAt: string
  /** The secret that signs the deliveries of the webhook. Only this answer shows it. */
  secret: string
}

export type Window =
  | 'perAuth'
  | 'perDay'
  | 'perWeek'
  | 'perMonth'
  | 'total'
