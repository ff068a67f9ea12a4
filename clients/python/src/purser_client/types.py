# Generated from src/contract by tools/generate.ts. Do not edit.
"""What the API takes and answers: dictionaries whose keys are spelt as in JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

ErrorCode = Literal[
    "invalid_request",
    "missing_api_key",
    "invalid_api_key",
    "invalid_session",
    "sign_in_failed",
    "password_sign_in_off",
    "provider_required",
    "provider_sign_in_refused",
    "expired_api_key",
    "invalid_token",
    "insufficient_scope",
    "token_not_bound",
    "insufficient_permissions",
    "address_not_allowed",
    "origin_not_allowed",
    "person_required",
    "owner_required",
    "passkey_required",
    "passkey_refused",
    "intent_required",
    "origin_required",
    "approval_required",
    "attestation_required",
    "agent_not_active",
    "self_approval",
    "account_stopped",
    "customer_not_active",
    "not_found",
    "customer_not_found",
    "agent_not_found",
    "card_not_found",
    "intent_not_found",
    "approval_not_found",
    "change_request_not_found",
    "challenge_not_found",
    "subscription_not_found",
    "access_event_not_found",
    "filler_not_found",
    "transaction_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "event_not_found",
    "api_key_not_found",
    "audit_entry_not_found",
    "person_not_found",
    "invitation_not_found",
    "password_reset_not_found",
    "session_not_found",
    "passkey_not_found",
    "approval_proof_not_found",
    "method_not_allowed",
    "card_closed",
    "card_not_active",
    "number_at_issuer",
    "intent_not_pending",
    "intent_not_approved",
    "intent_conflict",
    "too_many_waiting",
    "subject_changed",
    "change_request_not_pending",
    "change_request_conflict",
    "challenge_not_pending",
    "challenge_of_intent",
    "subscription_not_pending",
    "subscription_conflict",
    "agent_disabled",
    "person_exists",
    "passkey_exists",
    "provider_not_set_up",
    "last_owner",
    "external_id_conflict",
    "transaction_not_open",
    "reference_conflict",
    "audit_not_signed",
    "no_shadow_policy",
    "idempotency_in_progress",
    "payload_too_large",
    "unsupported_media_type",
    "idempotency_key_reused",
    "rate_limited",
    "credential_read_limit",
    "internal_error",
    "unavailable",
]

ErrorReason = Literal[
    "parameter_missing",
    "parameter_invalid",
    "parameter_unknown",
    "card_number_in_text",
    "body_parse_error",
    "id_mismatch",
    "cursor_invalid",
    "already_approved",
    "already_revoked",
    "sign_in_unknown",
    "answer_invalid",
    "denied",
    "no_role",
    "person_disabled",
    "email_not_verified",
    "another_person",
    "queue_full",
    "customer_locked",
    "database_unavailable",
    "fate_unknown",
    "shards_moving",
    "issuer_unavailable",
    "provider_unavailable",
    "replies_unread",
    "database_read_only",
    "not_migrated",
    "clock_difference",
    "draining",
]

EventType = Literal[
    "transaction.created",
    "transaction.settled",
    "transaction.declined",
    "transaction.reversed",
    "transaction.refunded",
    "intent.created",
    "intent.corrected",
    "intent.matched",
    "intent.mismatched",
    "intent.expired",
    "intent.pending_approval",
    "intent.approved",
    "intent.rejected",
    "intent.canceled",
    "intent.reported",
    "card.created",
    "card.frozen",
    "card.unfrozen",
    "card.closed",
    "card.credentials_locked",
    "card.issuer_failed",
    "customer.updated",
    "agent.updated",
    "policy.changed",
    "budget.threshold",
    "change_request.created",
    "change_request.approved",
    "change_request.rejected",
    "change_request.canceled",
    "change_request.expired",
    "challenge.requested",
    "challenge.approved",
    "challenge.declined",
    "challenge.expired",
    "subscription.created",
    "subscription.pending_approval",
    "subscription.approved",
    "subscription.rejected",
    "subscription.paused",
    "subscription.resumed",
    "subscription.canceled",
    "subscription.expired",
    "subscription.matched",
    "subscription.exceeded",
    "access.granted",
    "access.denied",
    "person.passkeys_changed",
    "person.role_changed",
    "account.stopped",
    "account.resumed",
    "audit.recorded",
    "webhook.disabled",
    "webhook.test",
]

ReasonCode = Literal[
    "account_stopped",
    "customer_not_active",
    "agent_not_active",
    "card_frozen",
    "card_closed",
    "card_expired",
    "card_consumed",
    "currency_not_supported",
    "per_auth_exceeded",
    "per_day_exceeded",
    "per_week_exceeded",
    "per_month_exceeded",
    "total_exceeded",
    "limit_exceeded",
    "max_transactions_exceeded",
    "merchant_per_day_exceeded",
    "mcc_missing",
    "mcc_not_allowed",
    "mcc_blocked",
    "merchant_missing",
    "merchant_not_allowed",
    "merchant_blocked",
    "merchant_locked",
    "country_missing",
    "country_not_allowed",
    "country_blocked",
    "cooldown_active",
    "outside_active_hours",
    "intent_missing",
    "intent_mismatch",
    "duplicate_charge",
    "credentials_invalid",
    "credentials_locked",
    "issuer_declined",
]

RuleCode = Literal[
    "account_stopped",
    "customer_not_active",
    "agent_not_active",
    "card_frozen",
    "card_closed",
    "card_expired",
    "card_consumed",
    "currency_not_supported",
    "per_auth_exceeded",
    "per_day_exceeded",
    "per_week_exceeded",
    "per_month_exceeded",
    "total_exceeded",
    "limit_exceeded",
    "max_transactions_exceeded",
    "merchant_per_day_exceeded",
    "mcc_missing",
    "mcc_not_allowed",
    "mcc_blocked",
    "merchant_missing",
    "merchant_not_allowed",
    "merchant_blocked",
    "merchant_locked",
    "country_missing",
    "country_not_allowed",
    "country_blocked",
    "cooldown_active",
    "outside_active_hours",
    "intent_missing",
    "intent_mismatch",
    "duplicate_charge",
    "credentials_invalid",
    "credentials_locked",
]


class AccessEventReason(TypedDict):
    code: str
    message: str
    """One sentence for a person."""


class AccessEvent(TypedDict):
    id: str
    cardId: str
    agentId: Optional[str]
    intentId: Optional[str]
    keyId: str
    status: Literal["granted", "denied", "consumed", "expired"]
    decision: Literal["granted", "denied"]
    reasons: List[AccessEventReason]
    """Why it was denied; empty when granted."""

    purpose: Optional[str]
    expectedAmount: NotRequired[int]
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    merchant: NotRequired[str]
    """Merchant name."""

    passkeyId: NotRequired[str]
    """The passkey with which a person has confirmed the read."""

    replayOf: NotRequired[str]
    """The access event of the first read with the same `Idempotency-Key`."""

    grantedAt: Optional[str]
    expiresAt: Optional[str]
    consumedAt: Optional[str]
    createdAt: str


class Account(TypedDict):
    id: str
    name: str
    approvalPasskeyAbove: NotRequired[int]
    """In minor units of `currency`. A person who decides about an intent that may cost more, that has no
    ceiling, or that is in another currency, has to confirm it with a passkey. Absent: nobody has to.
    """

    numbersNeedPasskey: bool
    """Whether every person has to confirm a read of a card number with a passkey. Otherwise only people
    who have a passkey have to. API keys cannot confirm.
    """

    timeZone: str
    """An IANA name, such as `Europe/Berlin`: how people read days and CSV files. Limits, and the sums of
    `GET /stats/spend`, have days of UTC.
    """

    currency: str
    """The currency of new customers that name none, as ISO 4217 code. Customers keep the one that they
    have.
    """

    issuers: NotRequired[List[AccountIssuer]]
    """The issuers of its cards. The first one issues a card that names none. Absent: only Purser issues
    cards.
    """

    stopped: NotRequired[AccountStop]
    demo: NotRequired[AccountDemo]
    createdAt: str


class AccountDemo(TypedDict):
    customerId: str


class AccountEventData(TypedDict):
    accountId: str
    reason: str
    """The reason that the caller gave."""

    by: str
    """The id of the API key or the person."""

    name: str
    """The name of the API key or the person."""


class AccountIssuer(TypedDict):
    name: Literal["purser", "stripe", "lithic"]
    givesNumbers: bool
    """Whether `POST /cards/{cardId}/details` answers with the numbers of its cards. Otherwise the issuer
    shows them itself, with `POST /cards/{cardId}/number-session`.
    """

    needsBilling: bool
    """Whether the first card of a customer needs `billing`, and the customer a `name`."""


class AccountStop(TypedDict):
    at: str
    by: str
    """The id of the API key or the person."""

    name: str
    """The name of the API key or the person at that time."""

    reason: str
    """Why, for the people who read it."""


ActiveHours = TypedDict(
    "ActiveHours",
    {
        "timezone": 'str',
        "days": 'List[int]',
        "from": 'str',
        "to": 'str',
    },
)


ActiveHoursPatch = TypedDict(
    "ActiveHoursPatch",
    {
        "timezone": 'Optional[str]',
        "days": 'Optional[List[int]]',
        "from": 'Optional[str]',
        "to": 'Optional[str]',
    },
    total=False,
)


class Address(TypedDict):
    line1: str
    line2: NotRequired[str]
    city: str
    state: NotRequired[str]
    postalCode: str
    country: str
    """ISO 3166-1 alpha-2 country code."""


class AddressPatch(TypedDict, total=False):
    line1: Optional[str]
    line2: Optional[str]
    city: Optional[str]
    state: Optional[str]
    postalCode: Optional[str]
    country: Optional[str]


class Agent(TypedDict):
    id: str
    name: str
    """Default: the `externalId`."""

    status: Literal["active", "paused", "disabled"]
    customerId: Optional[str]
    externalId: Optional[str]
    limits: NotRequired[Limits]
    policy: Policy
    shadowPolicy: NotRequired[ShadowPolicy]
    costCenter: NotRequired[str]
    """The cost center, a text of your own: the part of the business that purchases are for. A purchase has
    the cost center of its card, else of its agent, else of its customer, as it is at the authorization.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    createdAt: Optional[str]
    deletedAt: NotRequired[str]


class AgentBudgetApproval(TypedDict):
    autoApproveBelow: NotRequired[int]
    """Intents of this amount in cents or more wait for a person. 0: every intent does. Absent: none does,
    by the rules of this level.
    """

    waiting: int
    """Intents that wait for a person."""


class AgentBudgetCardApproval(TypedDict):
    autoApproveBelow: NotRequired[int]
    """Intents of this amount in cents or more wait for a person. 0: every intent does. Absent: none does,
    by the rules of this level.
    """

    waiting: int
    """Intents that wait for a person."""


class AgentBudgetCard(TypedDict):
    cardId: str
    last4: Optional[str]
    label: NotRequired[str]
    status: Literal["active", "frozen", "closed"]
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    available: Optional[int]
    """The most cents that one purchase may cost now, if its merchant and time are allowed. 0: a status
    prevents every purchase. Null: no limit applies.
    """

    windows: List[BudgetWindow]
    """Every limit that applies."""

    rules: List[str]
    """The other rules that apply, in short sentences."""

    approvals: AgentBudgetCardApproval
    nextAllowedAt: NotRequired[str]


class AgentBudget(TypedDict):
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    available: Optional[int]
    """The most cents that one purchase may cost now, if its merchant and time are allowed. 0: a status
    prevents every purchase. Null: no limit applies.
    """

    windows: List[BudgetWindow]
    """Every limit that applies."""

    rules: List[str]
    """The other rules that apply, in short sentences."""

    approvals: AgentBudgetApproval
    nextAllowedAt: NotRequired[str]
    cards: List[AgentBudgetCard]
    """The newest cards of the agent that are not closed."""

    hasMoreCards: bool
    """Whether the agent has more cards that are not closed."""


class AgentEventData(TypedDict):
    agentId: str
    customerId: str
    status: Literal["active", "paused", "disabled"]
    changed: List[str]
    """The fields that changed: `name`, `status`, `policy`, ..."""

    agent: Agent


class AgentObstacles(TypedDict):
    shops: List[ShopObstacles]
    """The shops with the most obstacles first."""

    isPartial: bool
    """Whether the agent has more than 1000 intents, of which the newest are counted, or more than 100
    shops.
    """


class ApiKey(TypedDict):
    id: str
    name: str
    role: Literal["admin", "approver", "read", "agent", "network"]
    agentId: NotRequired[str]
    tier: Literal["standard", "pro", "enterprise"]
    requestsPerMinute: NotRequired[int]
    """For the tier `enterprise`. A key cannot create a key with more than its own."""

    allowedAddresses: NotRequired[List[str]]
    """Networks in CIDR notation from which the key works. Absent: it works from everywhere."""

    mcpCardDetails: NotRequired[Literal["plain"]]
    """For the role `agent`. `plain`: its MCP tools show card numbers in clear, if PURSER_MCP_CARD_DETAILS
    is `plain`, too. Absent: they never do.
    """

    mcpToken: NotRequired[McpToken]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]
    lastUsedAt: NotRequired[str]
    createdAt: str


class ApiKeyRequest(TypedDict):
    id: str
    """Purser's own id of the request, as the audit trail has it."""

    requestId: str
    """The `requestId` of the reply: the `X-Request-Id` that the caller sent, or `id`."""

    at: str
    method: str
    path: str
    """The path without its query. In place of what is neither a word of the API's paths nor an id, there
    is `…`, because it may be a secret.
    """

    operation: NotRequired[str]
    """The operation. Absent: the request reached none, or was a call of `/mcp`."""

    status: int
    errorCode: NotRequired[str]
    """The `code` of the reply's error."""

    durationMs: int
    """Until the reply began."""

    byToken: NotRequired[bool]
    """True: it came to `/mcp` with an access token of the key's `mcpToken`. Absent: it came with the key's
    secret.
    """


class ApiKeyRequests(TypedDict):
    data: List[ApiKeyRequest]
    """The requests of the key, newest first."""

    notRecorded: int
    """How many requests before the newest one are missing, because a node had too many to record or could
    not store them. Those that a node had not stored when it was killed are not counted.
    """


class ApiKeyWithSecret(ApiKey):
    secret: str
    """It is shown only here."""


class ApprovalSubject(TypedDict):
    purpose: str
    """What the purchase is for."""

    intentId: NotRequired[str]
    """The caller's own id, unique per card."""

    expectedAmount: NotRequired[int]
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    expectedCurrency: NotRequired[str]
    """ISO 4217 currency code, any case. Default: the customer's. An intent in another currency matches no
    purchase.
    """

    expectedMerchant: NotRequired[str]
    """Merchant name."""

    expectedMccs: NotRequired[List[str]]
    expectedOrigin: NotRequired[str]
    """The origin at which the number will be entered: `https` and a host. Fillers enter it nowhere else."""

    merchantOrderId: NotRequired[str]
    """The shop's number of the order or the cart, where it is known before the payment. No decision reads
    it.
    """

    subscriptionId: NotRequired[str]
    """The active subscription whose first charge this is. Its purchase takes the period. It needs no
    approval, and costs at most `maxAmount`.
    """

    items: NotRequired[List[OrderItem]]
    """What is bought, as the caller says it. With `tax` and `shipping` the amounts come to
    `expectedAmount`. No decision reads it.
    """

    tax: NotRequired[int]
    """Cents of USD of tax that no item includes."""

    shipping: NotRequired[int]
    """Cents of USD of shipping."""

    tolerance: NotRequired[int]
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    tolerancePercent: NotRequired[float]
    ttlMinutes: int
    """Default 30."""

    validMinutes: NotRequired[int]
    """How many minutes after an approval the purchase can be made, unless the approver says otherwise.
    Default: `ttlMinutes`.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    ceiling: NotRequired[int]
    """The most that a purchase of this intent may cost, with its increments. It is fixed when the intent
    is declared.
    """

    policy: Policy


class Approval(TypedDict):
    id: str
    intentId: str
    cardId: str
    agentId: Optional[str]
    customerId: str
    customerName: NotRequired[str]
    """The business, or the first and last name. Absent if there is none."""

    agentName: NotRequired[str]
    """Absent if the card has no agent."""

    cardLabel: NotRequired[str]
    """Absent if the card has no label."""

    status: Literal["pending", "approved", "rejected", "expired", "canceled"]
    subjectHash: NotRequired[str]
    """Names what there is to decide about: a decision sends it as `shown`. Present while somebody can
    decide. It changes if the subject does.
    """

    requestedAt: str
    expiresAt: str
    validMinutes: int
    """How many minutes after an approval the purchase can be made."""

    decidedAt: NotRequired[str]
    decidedBy: NotRequired[str]
    """Who decided: the id of an API key, or of a person."""

    note: NotRequired[str]
    revokedBy: NotRequired[str]
    """Who took back the approval: the id of an API key, or of a person. Absent if nobody did."""

    revokedAt: NotRequired[str]
    revocationReason: NotRequired[str]
    originSeen: NotRequired[bool]
    """Whether a purchase of this customer has matched an intent with this `expectedOrigin` before. Absent
    if the intent names no origin.
    """

    subject: ApprovalSubject
    """What the person decides about: the declared fields, the ceiling, and the effective policy at that
    moment.
    """


class ApprovalProof(TypedDict):
    approvalId: str
    intentId: str
    personId: str
    statement: Dict[str, Any]
    """What the person agreed to: account, intent, its `subjectHash`, ceiling, decision, person, and a
    nonce.
    """

    credentialId: str
    """The authenticator's id of the credential, base64url."""

    publicKey: str
    """PEM."""

    host: str
    clientData: str
    """`response.clientDataJSON`, base64url."""

    authenticatorData: str
    """`response.authenticatorData`, base64url."""

    signature: str
    """`response.signature`, base64url."""

    createdAt: str
    howToCheck: str


class AuditEntryActor(TypedDict):
    type: Literal["key", "token", "person", "shell", "system"]
    id: str
    """The id of the actor: of the API key or person, or the name of the user at the shell. For an access
    token it is the id of the API key that the token acts as.
    """

    name: str
    """The name of the actor. For an access token it is the name of the API key, with the subject and
    client of the token.
    """


class AuditEntryResource(TypedDict):
    type: Literal["account", "customer", "agent", "card", "transaction", "intent", "change_request", "challenge", "subscription", "access_event", "filler", "api_key", "webhook", "person", "invitation", "notification_channel"]
    id: str


class AuditEntryChange(TypedDict):
    path: str
    """The field, named as in answers. Fields of a policy, a limit or an approval have a dot:
    `policy.requireIntent`.
    """

    before: Any
    """Null: it was not set."""

    after: Any
    """Null: it is not set any more."""


class AuditEntry(TypedDict):
    id: str
    sequence: int
    """The number of the entry in the account's chain, without gaps."""

    at: str
    actor: AuditEntryActor
    """Who did it: an API key, an access token at `/mcp`, a person, somebody at the shell, or the service
    itself.
    """

    requestId: Optional[str]
    """Null if no request caused it."""

    operation: str
    """The name of an operation of the API, or of a task of the service itself."""

    resource: AuditEntryResource
    customerId: NotRequired[str]
    changes: List[AuditEntryChange]
    redacted: NotRequired[List[str]]
    """Paths of changes whose values are shown shortened, because only the role `admin` sees them whole.
    `hash` is that of the whole entry, without this member.
    """

    hash: str
    """SHA-256 over the canonical JSON of all other members."""

    previousHash: str
    """`hash` of the entry before it; zeros for the first."""


class AuditHead(TypedDict):
    accountId: str
    sequence: int
    """The number of the last entry. 0: there is none."""

    hash: str
    """SHA-256, lower-case hex."""

    at: str
    signature: str
    """Ed25519 over the canonical JSON of `accountId`, `at`, `hash` and `sequence`, base64."""

    publicKey: str
    """The public key that verifies the signature, PEM."""


class AuthorizationAnswer(TypedDict):
    transactionId: str
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """Every rule that declines, in a fixed order; empty when approved."""

    flags: Flags
    transaction: Transaction


class BacktestElsewhere(TypedDict):
    wouldDecline: int
    """Approved then, and would be declined."""

    wouldApprove: int
    """Declined then, and would be approved."""


class BacktestByRule(TypedDict):
    rule: str
    """The field that decided, for instance `limits.perAuth`."""

    code: ReasonCode
    level: Literal["customer", "agent", "card", "default"]
    wouldDecline: int
    """Approved then, and would be declined."""

    wouldApprove: int
    """Declined then, and would be approved."""


class BacktestExample(TypedDict):
    transactionId: str
    cardId: str
    kind: Literal["authorization", "increment"]
    at: str
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    currency: NotRequired[str]
    """ISO 4217 currency code."""

    merchant: NotRequired[Merchant]
    was: Literal["approve", "decline"]
    would: Literal["approve", "decline"]
    reasons: List[Reason]
    """Why it would be declined, or why it was."""

    trace: List[TraceEntry]
    """Every rule that would be checked, in order."""


Backtest = TypedDict(
    "Backtest",
    {
        "from": 'str',
        "to": 'str',
        "decisions": 'int',
        "same": 'int',
        "wouldDecline": 'int',
        "wouldApprove": 'int',
        "notes": 'List[BacktestNote]',
        "elsewhere": 'BacktestElsewhere',
        "byRule": 'List[BacktestByRule]',
        "examples": 'List[BacktestExample]',
    },
)


class BacktestNote(TypedDict):
    code: Literal["intents_as_declared"]
    message: str


class BudgetApproval(TypedDict):
    autoApproveBelow: NotRequired[int]
    """Intents of this amount in cents or more wait for a person. 0: every intent does. Absent: none does,
    by the rules of this level.
    """

    waiting: int
    """Intents that wait for a person."""


class Budget(TypedDict):
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    available: Optional[int]
    """The most cents that one purchase may cost now, if its merchant and time are allowed. 0: a status
    prevents every purchase. Null: no limit applies.
    """

    windows: List[BudgetWindow]
    """Every limit that applies."""

    rules: List[str]
    """The other rules that apply, in short sentences."""

    approvals: BudgetApproval
    nextAllowedAt: NotRequired[str]


class BudgetEventData(TypedDict):
    level: Literal["customer", "agent", "card"]
    kind: Literal["policy", "cap"]
    window: Literal["perDay", "perWeek", "perMonth", "total"]
    threshold: Literal[80, 100]
    """Percent of the limit."""

    limit: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    spent: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    customerId: str
    agentId: Optional[str]
    cardId: str
    transactionId: str


class BudgetLimitCard(TypedDict):
    count: int
    tightestId: str
    isPartial: NotRequired[bool]
    """With `ids`: there are more active cards than were compared."""


class BudgetLimit(TypedDict):
    level: Literal["customer", "agent", "card"]
    """Whose limit it is. `card` only with `ids`."""

    id: str
    name: str
    """Of a customer without a name, the email address; else the id."""

    kind: Literal["policy", "cap"]
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    limit: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    spent: int
    """More than `limit` where it was lowered since, or forced."""

    held: int
    """The cents of `spent` that are authorized and still open."""

    remaining: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    committed: NotRequired[int]
    """As in budgets."""

    resetsAt: NotRequired[str]
    cards: NotRequired[BudgetLimitCard]
    """Where the limit is counted for each card: how many active cards have it, and the one that the
    amounts are of.
    """

    capLevel: NotRequired[Literal["customer", "agent"]]
    """With `ids`, where the agent or card has no limit of its own over time: the level above whose hard
    cap it is. Everything beneath that level counts.
    """


class BudgetStats(TypedDict):
    data: List[BudgetLimit]
    """One for each customer and agent that sets a limit over time: the one of which most is used. With
    `ids`, also for each card.
    """

    hasMore: bool
    """Whether more customers and agents have one."""

    isPartial: bool
    """Whether the account has more than the 100 newest active customers, 200 agents and 400 cards that
    were compared; with `ids`, whether one of these has more cards than were compared.
    """


class BudgetWindow(TypedDict):
    kind: Literal["policy", "cap"]
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    level: Literal["customer", "agent", "card", "default"]
    limit: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    spent: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    held: int
    """The cents of `spent` that are authorized and neither captured nor released yet."""

    remaining: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    committed: NotRequired[int]
    """The cents that active subscriptions may still take: in the next 24 hours (`perDay`), the next 168
    (`perWeek`), or until the end of the month. Absent: none.
    """

    resetsAt: NotRequired[str]


class Card(TypedDict):
    id: str
    customerId: Optional[str]
    agentId: Optional[str]
    type: Literal["virtual", "physical"]
    currency: str
    """The customer's currency, as ISO 4217 code."""

    usage: Literal["single", "multi"]
    status: Literal["active", "frozen", "closed"]
    last4: Optional[str]
    expMonth: Optional[str]
    expYear: Optional[str]
    limits: Limits
    merchantLock: Optional[str]
    expiresAt: Optional[str]
    lastSpendAt: Optional[str]
    firstSpendAt: Optional[str]
    singleUseConsumedAt: Optional[str]
    credentialsLockedUntil: NotRequired[str]
    policy: Policy
    shadowPolicy: NotRequired[ShadowPolicy]
    label: NotRequired[str]
    """The name that people give the card."""

    configuration: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    costCenter: NotRequired[str]
    """The cost center, a text of your own: the part of the business that purchases are for. A purchase has
    the cost center of its card, else of its agent, else of its customer, as it is at the authorization.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    billing: NotRequired[Address]
    shipping: NotRequired[Address]
    issuer: NotRequired[IssuedBy]
    createdAt: Optional[str]


class CardCredentials(TypedDict):
    pan: str
    """Full card number."""

    exp: str
    """Expiry, `MM/YY`."""

    cvv: str
    """Card verification value."""

    accessEventId: str


class CardEventData(TypedDict):
    cardId: str
    customerId: str
    agentId: Optional[str]
    status: Literal["active", "frozen", "closed"]
    last4: Optional[str]
    reason: NotRequired[Literal["requested", "intent_missing", "intent_mismatch", "single_use", "expired", "agent_deleted"]]
    note: NotRequired[str]
    """For `card.frozen`: why, in the words of the caller."""

    credentialsLockedUntil: NotRequired[str]
    card: CardOfEvent


class CardIssuerEventData(TypedDict):
    cardId: str
    customerId: str
    agentId: Optional[str]
    status: Literal["active", "frozen", "closed"]
    last4: Optional[str]
    issuer: str
    """Who issues the card."""

    error: str
    """Why the last call to the issuer failed."""

    card: CardOfEvent


class CardOfEvent(TypedDict):
    id: str
    customerId: Optional[str]
    agentId: Optional[str]
    type: Literal["virtual", "physical"]
    currency: str
    """The customer's currency, as ISO 4217 code."""

    usage: Literal["single", "multi"]
    status: Literal["active", "frozen", "closed"]
    last4: Optional[str]
    expMonth: Optional[str]
    expYear: Optional[str]
    limits: Limits
    merchantLock: Optional[str]
    expiresAt: Optional[str]
    firstSpendAt: Optional[str]
    singleUseConsumedAt: Optional[str]
    credentialsLockedUntil: NotRequired[str]
    policy: Policy
    shadowPolicy: NotRequired[ShadowPolicy]
    label: NotRequired[str]
    """The name that people give the card."""

    configuration: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    costCenter: NotRequired[str]
    """The cost center, a text of your own: the part of the business that purchases are for. A purchase has
    the cost center of its card, else of its agent, else of its customer, as it is at the authorization.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    billing: NotRequired[Address]
    shipping: NotRequired[Address]
    createdAt: Optional[str]


class Challenge(TypedDict):
    id: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    issuer: str
    """Who issues the card, and asks."""

    status: Literal["pending", "approved", "declined", "expired"]
    amount: NotRequired[int]
    """Cents of the purchase. Absent: the issuer names no amount."""

    currency: NotRequired[str]
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """What the shop asks for, where that is in another currency."""

    merchantCurrency: NotRequired[str]
    """ISO 4217 currency code."""

    merchant: Merchant
    intentId: NotRequired[str]
    """The intent that has answered the challenge, or whose approval answers it."""

    decidedBy: NotRequired[str]
    """The id of the API key or the person that decided. Absent: an intent that was declared before, or
    nobody.
    """

    note: NotRequired[str]
    expiresAt: str
    subjectHash: NotRequired[str]
    """Names what there is to decide about: a decision sends it as `shown`. Present while somebody can
    decide. It changes if the subject does.
    """

    customerName: NotRequired[str]
    agentName: NotRequired[str]
    cardLabel: NotRequired[str]
    secondsLeft: NotRequired[int]
    """Seconds that are left to decide. Present while the challenge waits."""

    decidedAt: NotRequired[str]
    answeredAt: NotRequired[str]
    answerError: NotRequired[str]
    """Why the issuer refused the answer to the challenge. Purser does not send the answer again."""

    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides. Present while the challenge waits for one."""

    createdAt: str


class ChallengeEventData(TypedDict):
    challengeId: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    issuer: str
    """Who issues the card, and asks."""

    status: Literal["pending", "approved", "declined", "expired"]
    amount: NotRequired[int]
    """Cents of the purchase. Absent: the issuer names no amount."""

    currency: NotRequired[str]
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """What the shop asks for, where that is in another currency."""

    merchantCurrency: NotRequired[str]
    """ISO 4217 currency code."""

    merchant: Merchant
    intentId: NotRequired[str]
    """The intent that has answered the challenge, or whose approval answers it."""

    decidedBy: NotRequired[str]
    """The id of the API key or the person that decided. Absent: an intent that was declared before, or
    nobody.
    """

    note: NotRequired[str]
    expiresAt: str


class PolicyWarning(TypedDict):
    code: str
    message: str
    """One sentence for a person."""

    fields: List[str]


class ChangeRequest(TypedDict):
    id: str
    level: Literal["agent", "card"]
    """What the change is for: the card, or the agent itself."""

    customerId: str
    agentId: Optional[str]
    cardId: Optional[str]
    status: Literal["pending", "approved", "rejected", "expired", "canceled"]
    wanted: WantedChange
    why: str
    """What the change is needed for."""

    transactionId: NotRequired[str]
    decidedBy: NotRequired[str]
    """The id of an API key, or of a person."""

    note: NotRequired[str]
    expiresAt: str
    customerName: NotRequired[str]
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    agentName: NotRequired[str]
    cardLabel: NotRequired[str]
    purchase: NotRequired[WantedPurchase]
    changes: List[ChangedField]
    """While the request waits: what approving it would change now. After it was approved: what that
    changed. Otherwise empty.
    """

    warnings: NotRequired[List[PolicyWarning]]
    """Rules that contradict each other, that no purchase can pass, or that only look strict."""

    subjectHash: NotRequired[str]
    """Names what there is to decide about: a decision sends it as `shown`. Present while somebody can
    decide. It changes if the subject does.
    """

    requestedBy: str
    """The id of an API key, or of a person."""

    decidedAt: NotRequired[str]
    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides. Present while the request waits for one."""

    createdAt: str


class ChangeRequestEventData(TypedDict):
    changeRequestId: str
    level: Literal["agent", "card"]
    """What the change is for: the card, or the agent itself."""

    customerId: str
    agentId: Optional[str]
    cardId: Optional[str]
    status: Literal["pending", "approved", "rejected", "expired", "canceled"]
    wanted: WantedChange
    why: str
    """What the change is needed for."""

    transactionId: NotRequired[str]
    decidedBy: NotRequired[str]
    """The id of an API key, or of a person."""

    note: NotRequired[str]
    expiresAt: str


class ChangedAgent(Agent):
    warnings: List[PolicyWarning]
    """Rules that contradict each other, that no purchase can pass, or that only look strict."""


class ChangedCard(Card):
    warnings: List[PolicyWarning]
    """Rules that contradict each other, that no purchase can pass, or that only look strict."""


class Customer(TypedDict):
    id: str
    type: Literal["consumer", "business"]
    currency: str
    """The currency of everything beneath the customer, as ISO 4217 code. It never changes."""

    status: Literal["active", "suspended"]
    email: NotRequired[str]
    name: NotRequired[CustomerName]
    phone: NotRequired[str]
    policy: Policy
    shadowPolicy: NotRequired[ShadowPolicy]
    limits: NotRequired[Limits]
    costCenter: NotRequired[str]
    """The cost center, a text of your own: the part of the business that purchases are for. A purchase has
    the cost center of its card, else of its agent, else of its customer, as it is at the authorization.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    createdAt: str


class ChangedCustomer(Customer):
    warnings: List[PolicyWarning]
    """Rules that contradict each other, that no purchase can pass, or that only look strict."""


class ChangedField(TypedDict):
    path: str
    before: Any
    """Null: it is not set."""

    after: Any
    """Null: it is not set any more."""


class ColleaguePurchase(TypedDict):
    agentName: str
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    currency: str
    """ISO 4217 currency code."""

    at: str
    purpose: NotRequired[str]
    """What the purchase is for."""


class CurrencySums(TypedDict):
    currency: str
    """ISO 4217 currency code."""

    data: List[SpendSums]
    """Sorted by time, then by size, the largest first. Empty buckets are left out."""


class CustomerEventData(TypedDict):
    customerId: str
    status: Literal["active", "suspended"]
    changed: List[str]
    """The fields that changed: `name`, `status`, `policy`, ..."""

    customer: Customer


class CustomerName(TypedDict, total=False):
    first: str
    last: str
    business: str


class CustomerNamePatch(TypedDict, total=False):
    first: Optional[str]
    last: Optional[str]
    business: Optional[str]


class DeletedWebhook(TypedDict):
    id: str
    deleted: Literal[True]


class Delivery(TypedDict):
    id: str
    webhookId: str
    eventId: str
    eventType: EventType
    status: Literal["pending", "succeeded", "failed", "canceled"]
    reason: NotRequired[Literal["webhook_disabled"]]
    """Why the delivery is `canceled`: its webhook was disabled while it waited."""

    attemptCount: int
    nextAttemptAt: Optional[str]
    createdAt: str
    updatedAt: str


class DeliveryAttempt(TypedDict):
    number: int
    startedAt: str
    durationMs: int
    statusCode: Optional[int]
    error: Optional[str]
    responseSnippet: Optional[str]
    """First 1 KiB of the answer."""

    manual: bool


class DeliveryWithAttempts(Delivery):
    attempts: List[DeliveryAttempt]
    """The latest 1000, oldest first."""


class EarlierPurchase(TypedDict, total=False):
    intentId: str
    """The waiting intent of the card for the same purchase."""

    intentStatus: Literal["pending", "pending_approval"]
    transactionId: str
    """The approved charge of the card for the same purchase in the last 24 hours: same merchant and
    amount, or by an intent that expected them.
    """

    paidAt: str


class Ended(TypedDict):
    id: str
    ended: bool


class EvaluationContextSpendStat(TypedDict):
    totalDay: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    totalMonth: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    lastSpendAt: NotRequired[int]
    """Unix milliseconds. Absent: never."""


class EvaluationContext(TypedDict):
    customerId: NotRequired[str]
    agentId: NotRequired[str]
    cardId: NotRequired[str]
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    currency: str
    """ISO 4217 currency code."""

    available: NotRequired[int]
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    spendStats: EvaluationContextSpendStat
    policy: Policy


class Evaluation(TypedDict):
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """Every rule that declines, in a fixed order; empty when approved."""

    flags: Flags
    context: EvaluationContext
    earlier: NotRequired[EarlierPurchase]
    similar: NotRequired[SimilarIntent]
    rejected: NotRequired[RejectedIntent]
    alreadyBoughtBy: NotRequired[ColleaguePurchase]
    originObstacle: NotRequired[Literal["origin_required", "origin_not_allowed"]]
    """With `assumeIntent`: why the card number would not be released for the purchase, where the policy
    has `allowedOrigins`. The decision of a charge does not depend on it.
    """

    trace: NotRequired[List[TraceEntry]]
    """Every rule that was checked, in order."""


class Event(TypedDict):
    id: str
    type: EventType
    createdAt: str
    data: Dict[str, Any]
    """By type: see the webhooks of this document."""


class ExceededSubscriptionPurchase(TypedDict):
    transactionId: str
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    why: Literal["amount", "period"]
    """`amount`: it was larger than `maxAmount`. `period`: the period had its purchase already."""

    decision: Literal["approve", "decline"]
    at: str


class ExposureHorizonBoundBy(TypedDict):
    level: Literal["customer", "agent", "card"]
    """The level whose spend is limited. Limits of a policy count for each card."""

    id: str
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    limit: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    remaining: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """


class ExposureHorizon(TypedDict):
    until: Literal["day", "week", "month", "lifetime"]
    """The next 24 hours, the next 168 hours, until the end of the UTC month, and without an end."""

    most: Optional[int]
    """The most, in cents, that can be approved until then. Null: no limit applies."""

    boundBy: List[ExposureHorizonBoundBy]
    """The limits from which the amount comes."""


class Exposure(TypedDict):
    now: str
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    horizons: List[ExposureHorizon]
    unapprovedMost: Optional[int]
    """The most that can be approved in the next 24 hours without a person: with no approvals besides those
    already given.
    """


class Filler(TypedDict):
    id: str
    agentId: str
    name: str
    """The name that people give the filler."""

    publicKey: FillerKey
    createdAt: str


class FillerKey(TypedDict):
    kty: Literal["EC", "OKP"]
    crv: Literal["P-256", "X25519"]
    x: str
    y: NotRequired[str]


class Flags(TypedDict):
    requiresIntent: bool
    intentMatched: bool
    intentMissing: bool
    intentMismatch: bool
    requiresApproval: bool
    requiresAttestation: bool
    unattested: bool
    wouldLockMerchant: bool
    nearLimit: bool
    settlementOverIntent: bool
    settlementOverAuthorized: bool
    forcedCapture: bool
    subscriptionMatched: bool
    newMerchant: bool
    standIn: NotRequired[bool]
    """The issuer approved the purchase without asking Purser."""

    issuerDeclined: NotRequired[bool]
    """The issuer declined the purchase, whatever Purser decided."""


class Intent(TypedDict):
    id: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    customerName: NotRequired[str]
    """The business, or the first and last name. Absent if there is none."""

    agentName: NotRequired[str]
    """Absent if the card has no agent."""

    cardLabel: NotRequired[str]
    """Absent if the card has no label."""

    status: Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]
    purpose: str
    """What the purchase is for."""

    intentId: NotRequired[str]
    """The caller's own id, unique per card."""

    expectedAmount: NotRequired[int]
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    expectedCurrency: NotRequired[str]
    """ISO 4217 currency code, any case. Default: the customer's. An intent in another currency matches no
    purchase.
    """

    expectedMerchant: NotRequired[str]
    """Merchant name."""

    expectedMccs: NotRequired[List[str]]
    expectedOrigin: NotRequired[str]
    """The origin at which the number will be entered: `https` and a host. Fillers enter it nowhere else."""

    merchantOrderId: NotRequired[str]
    """The shop's number of the order or the cart, where it is known before the payment. No decision reads
    it.
    """

    subscriptionId: NotRequired[str]
    """The active subscription whose first charge this is. Its purchase takes the period. It needs no
    approval, and costs at most `maxAmount`.
    """

    items: NotRequired[List[OrderItem]]
    """What is bought, as the caller says it. With `tax` and `shipping` the amounts come to
    `expectedAmount`. No decision reads it.
    """

    tax: NotRequired[int]
    """Cents of USD of tax that no item includes."""

    shipping: NotRequired[int]
    """Cents of USD of shipping."""

    tolerance: NotRequired[int]
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    tolerancePercent: NotRequired[float]
    ttlMinutes: int
    """Default 30."""

    validMinutes: NotRequired[int]
    """How many minutes after an approval the purchase can be made, unless the approver says otherwise.
    Default: `ttlMinutes`.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    ceiling: NotRequired[int]
    """The most that a purchase of this intent may cost, with its increments. It is fixed when the intent
    is declared.
    """

    requiresApproval: bool
    subjectHash: NotRequired[str]
    """Names what there is to decide about: a decision sends it as `shown`. Present while somebody can
    decide. It changes if the subject does.
    """

    approvedBy: NotRequired[str]
    """Who decided: the id of an API key, or of a person."""

    approvedAt: NotRequired[str]
    rejectedBy: NotRequired[str]
    """Who decided: the id of an API key, or of a person."""

    rejectedAt: NotRequired[str]
    rejectionReason: NotRequired[str]
    decisionNote: NotRequired[str]
    """The note of the person or key that approved or rejected it."""

    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides. Present while the intent waits for one."""

    canceledAt: NotRequired[str]
    revokedBy: NotRequired[str]
    """Who took back the approval: the id of an API key, or of a person. Absent if nobody did."""

    revokedAt: NotRequired[str]
    revocationReason: NotRequired[str]
    matchedAt: NotRequired[str]
    mismatchedAt: NotRequired[str]
    transactionId: NotRequired[str]
    matchResult: NotRequired[MatchResult]
    report: NotRequired[IntentReport]
    corrections: NotRequired[int]
    """How often its declaration was corrected. Absent: never."""

    correctedAt: NotRequired[str]
    payable: NotRequired[bool]
    """Of an open intent: whether it may be paid now, as it was declared: a purchase by these terms would
    be approved, and its card number released. Declarations, decisions and the answer about one intent
    have it; lists, events and reports do not.
    """

    notPayable: NotRequired[List[NotPayable]]
    """Everything that stands in the way. Absent if it is payable."""

    expiresAt: str
    createdAt: str


class IntentEventData(TypedDict):
    intentId: str
    cardId: str
    customerId: str
    agentId: Optional[str]
    status: Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]
    purpose: str
    """What the purchase is for."""

    expectedAmount: NotRequired[int]
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    expectedMerchant: NotRequired[str]
    """Merchant name."""

    expectedOrigin: NotRequired[str]
    """The origin at which the number will be entered: `https` and a host. Fillers enter it nowhere else."""

    originSeen: NotRequired[bool]
    """Whether, before this event, a purchase of this customer had matched another intent with the same
    `expectedOrigin`. Absent if the intent names no origin.
    """

    items: NotRequired[List[OrderItem]]
    """What is bought, as the caller says it. With `tax` and `shipping` the amounts come to
    `expectedAmount`. No decision reads it.
    """

    tax: NotRequired[int]
    """Cents of USD of tax that no item includes."""

    shipping: NotRequired[int]
    """Cents of USD of shipping."""

    expiresAt: str
    validMinutes: NotRequired[int]
    """How many minutes after an approval the purchase can be made."""

    transactionId: NotRequired[str]
    matchResult: NotRequired[MatchResult]
    report: NotRequired[IntentReport]
    revokedBy: NotRequired[str]
    """Who took back the approval: the id of an API key, or of a person. Absent if nobody did."""

    revocationReason: NotRequired[str]
    corrections: NotRequired[int]
    """How often its declaration was corrected. Absent: never."""

    intent: Intent


class IntentReport(TypedDict):
    outcome: Literal["completed", "failed", "abandoned"]
    """`completed`: the shop has confirmed the purchase. `failed`: the purchase failed. `abandoned`: the
    agent gave up before the end.
    """

    obstacle: NotRequired[Literal["captcha", "3ds_challenge", "cdn_block", "login_required", "payment_declined", "payment_required", "out_of_stock", "price_changed", "page_changed", "covered", "hidden", "step", "terms", "language", "encrypts", "nothing_sent", "page_error", "other"]]
    """What stood in the way, of a purchase that failed or was abandoned: `cdn_block` is a refusal before
    the shop, `payment_required` a shop that wants a payment token (HTTP 402). A filler tells `covered`,
    `hidden`, `step`, `terms`, `language`, `encrypts`, `nothing_sent` and `page_error` of the checkout.
    """

    orderReference: NotRequired[str]
    """The shop's number of the order."""

    receiptHash: NotRequired[str]
    """SHA-256 of the receipt, in hexadecimal."""

    note: NotRequired[str]
    reportedAt: str
    reportedBy: str
    """Who reported it: the id of an API key, or of a person."""


class Invitation(TypedDict):
    id: str
    email: NotRequired[str]
    """It is stored in lower case."""

    role: Literal["owner", "admin", "approver", "viewer"]
    status: Literal["pending", "accepted", "revoked", "expired"]
    madeBy: Literal["request", "command", "start"]
    """`request`: a person or an API key, see `createdBy`. `command`: `purser people invite`. `start`: a
    start of Purser, or the command that made the account, for its first owner.
    """

    createdBy: NotRequired[str]
    """The person or API key that made it."""

    acceptedBy: NotRequired[str]
    """The person who joined with it."""

    createdAt: str
    expiresAt: str


class InvitationState(TypedDict):
    status: Literal["pending", "accepted", "revoked", "expired"]
    role: NotRequired[Literal["owner", "admin", "approver", "viewer"]]
    email: NotRequired[str]
    """It is stored in lower case."""

    firstOwner: NotRequired[bool]
    """Whether it is a link of a first owner. It ends when somebody becomes owner, or a later start of
    Purser makes another.
    """

    owners: NotRequired[List[str]]
    """For the role `owner`, while it can be accepted: the names of the owners that there are."""

    expiresAt: str
    endedAt: NotRequired[str]


class InvitationWithSecret(Invitation):
    secret: str
    """It is shown only here. The dashboard accepts it once, at `/welcome#<secret>`."""

    mailed: bool
    """Whether the link goes to the person by mail, too."""


class IssuedBy(TypedDict):
    name: Literal["stripe", "lithic"]
    state: Literal["pending", "ready", "failed"]
    """`pending`: the issuer has not made the card yet. `failed`: the issuer refused a call, or has not
    answered for 72 hours.
    """

    pendingCalls: int
    """How many calls to the issuer are still to be made."""

    lastError: Optional[str]


class IssuerConnection(TypedDict):
    name: Literal["stripe", "lithic"]
    isLive: bool
    """Whether the key of this node spends real money."""

    settings: List[IssuerSetting]
    """What the operator sets to connect the issuer. Its values are never shown."""

    authorizations: IssuerEndpoint
    events: IssuerEndpoint
    challenges: NotRequired[IssuerEndpoint]


class IssuerConnections(TypedDict):
    data: List[IssuerConnection]
    """Empty for other accounts than the first one, to which the keys of the operator belong."""


class IssuerEndpoint(TypedDict):
    path: str
    """What follows the node's host in the URL that the issuer is given."""

    lastRequestAt: NotRequired[str]


class IssuerSetting(TypedDict):
    name: str
    """A variable of the environment."""

    isSet: bool
    """For `PURSER_ISSUER`: whether it names this issuer."""


class Limits(TypedDict, total=False):
    perAuth: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    perDay: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    perWeek: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    perMonth: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    total: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """


class LimitsInput(TypedDict, total=False):
    perAuth: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    perDay: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    perWeek: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    perMonth: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    total: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    currency: str
    """The customer's currency, if anything: limits are in no other."""

    interval: Literal["perAuth", "perDay", "perWeek", "perMonth", "total", "perTransaction", "per24HourPeriod", "allTime"]


class LimitsInputPatch(TypedDict, total=False):
    perAuth: Optional[int]
    perDay: Optional[int]
    perWeek: Optional[int]
    perMonth: Optional[int]
    total: Optional[int]
    amount: Optional[int]
    currency: Optional[str]
    interval: Optional[Literal["perAuth", "perDay", "perWeek", "perMonth", "total", "perTransaction", "per24HourPeriod", "allTime"]]


class LimitsPatch(TypedDict, total=False):
    perAuth: Optional[int]
    perDay: Optional[int]
    perWeek: Optional[int]
    perMonth: Optional[int]
    total: Optional[int]


class MailNotifications(TypedDict):
    events: List[Literal["intent.pending_approval", "change_request.created", "challenge.requested", "subscription.pending_approval", "subscription.exceeded", "card.frozen", "budget.threshold", "webhook.disabled", "transaction.created", "transaction.settled", "account.stopped", "account.resumed"]]
    """Event types. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no
    notifications.
    """

    email: str
    sendsMail: bool
    """Whether this installation sends mail: an operator sets it up."""


class MatchResult(TypedDict):
    amountMatch: bool
    merchantMatch: bool
    mccMatch: bool
    currencyMatch: bool
    actualAmount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    actualMerchant: Optional[str]


class McpToken(TypedDict):
    issuer: str
    """The issuer of the tokens."""

    subject: str
    """The subject of the access tokens, which is a person or the client itself: their claim `sub`."""

    clientId: str
    """The OAuth client to which the issuer gave the access tokens: their claim `client_id`, or else `azp`."""


class McpTokenInput(TypedDict):
    subject: str
    """The subject of the access tokens, which is a person or the client itself: their claim `sub`."""

    clientId: str
    """The OAuth client to which the issuer gave the access tokens: their claim `client_id`, or else `azp`."""


class Merchant(TypedDict, total=False):
    name: str
    """Merchant name."""

    mcc: str
    """Merchant category code, four digits."""

    city: str
    country: str
    """ISO 3166-1 alpha-2 country code."""

    networkId: str
    """The network's id of a merchant."""


class MerchantExplanationTolerated(TypedDict):
    tolerance: Literal["shop_word", "legal_form", "number", "place", "own_place", "street", "currency", "web_address", "glued", "processor", "short_form", "cut", "spelling"]
    text: str
    """The part of the observed name."""

    why: str
    """One sentence for a person."""


class MerchantExplanation(TypedDict):
    matches: bool
    tolerated: List[MerchantExplanationTolerated]
    """The differences that were ignored, the nearest to the name first."""

    message: str
    """One sentence for a person."""

    add: NotRequired[str]
    """What to list so that the observed name matches. Absent if it matches already."""


class MerchantInput(TypedDict, total=False):
    name: str
    """Merchant name."""

    mcc: str
    """Merchant category code, four digits."""

    city: str
    country: str
    """ISO 3166-1 alpha-2 country code."""

    networkId: str
    """The network's id of a merchant."""


class NewPasskey(TypedDict):
    name: str
    """The name that its person gave it."""

    clientData: str
    """`response.clientDataJSON`, base64url."""

    attestationObject: str
    """`response.attestationObject`, base64url."""


NextSubscriptionPurchase = TypedDict(
    "NextSubscriptionPurchase",
    {
        "from": 'str',
        "maxAmount": 'int',
    },
)


class NotPayable(TypedDict):
    code: Union[ReasonCode, Literal["approval_required", "origin_required", "origin_not_allowed", "declined_before", "subscription_not_open"]]
    message: str
    """One sentence for a person."""

    rule: NotRequired[str]
    """The field that decided, for instance `limits.perAuth`."""

    level: NotRequired[Literal["customer", "agent", "card", "default"]]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    observed: NotRequired[Union[float, str, List[str], bool]]
    remedy: NotRequired[str]
    """What would make this reason go away."""

    add: NotRequired[str]
    """The exact value to add to the list that `rule` names, if it differs from the observed one."""

    nearestShop: NotRequired[str]
    """The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent:
    none is near.
    """

    retryable: NotRequired[bool]
    """Whether the same purchase can pass later without a change of the policy."""

    retryAt: NotRequired[str]
    fixedBy: Literal["you", "time", "owner"]
    """Who can remove it: `you`, with another request; `time`, at `retryAt`; `owner`, by changing the
    configuration.
    """

    transactionId: NotRequired[str]
    """For `declined_before`: the try that would be declined again."""


class NumberSession(TypedDict):
    issuer: Literal["stripe", "lithic"]
    session: str
    """The value that the issuer's own script in the browser needs: for Stripe an ephemeral key, for Lithic
    a session.
    """

    expiresAt: str
    accessEventId: str


class OrderItem(TypedDict):
    description: str
    quantity: int
    amount: int
    """Cents of USD for the whole quantity, after discounts."""


class Passkey(TypedDict):
    id: str
    personId: str
    name: str
    """The name that its person gave it."""

    credentialId: str
    """The authenticator's id of the credential, base64url."""

    host: str
    """The host at which it was made, and works."""

    status: Literal["active", "waiting"]
    """`waiting`: it signs its person in, and confirms nothing yet."""

    waitsUntil: NotRequired[str]
    createdAt: str
    lastUsedAt: Optional[str]


class PasskeyAssertion(TypedDict):
    credentialId: str
    """The authenticator's id of the credential, base64url."""

    clientData: str
    """`response.clientDataJSON`, base64url."""

    authenticatorData: str
    """`response.authenticatorData`, base64url."""

    signature: str
    """`response.signature`, base64url."""


class PasskeyOptions(TypedDict):
    options: Dict[str, Any]
    """For the browser's `PublicKeyCredential.parseCreationOptionsFromJSON`, or to sign for
    `parseRequestOptionsFromJSON`.
    """

    statement: Dict[str, Any]
    """What the person agrees to. The challenge is the SHA-256 of its canonical JSON."""

    expiresAt: str


class PasswordReset(TypedDict):
    id: str
    personId: str
    expiresAt: str
    secret: str
    """It is shown only here. The dashboard accepts it once, at `/reset#<secret>`."""


class PasswordResetRequested(TypedDict):
    sendsMail: bool
    """Whether this installation sends mail. It does not say whether a person has that address."""


class Person(TypedDict):
    id: str
    email: str
    """It is stored in lower case."""

    name: str
    role: Literal["owner", "admin", "approver", "viewer"]
    status: Literal["active", "disabled"]
    signsInBy: Literal["password", "provider"]
    """`provider`: at the company's sign-in provider, whose groups set the role at each sign-in. The person
    has no password.
    """

    createdAt: str


class PersonEventData(TypedDict):
    personId: str
    change: Literal["created", "renamed", "confirmed", "deleted"]
    """`confirmed`: an owner has agreed to a passkey that waited."""

    passkeyIds: List[str]


class PersonRoleEventData(TypedDict):
    personId: str
    role: Literal["owner", "admin", "approver", "viewer"]
    previousRole: NotRequired[Literal["owner", "admin", "approver", "viewer"]]
    """Absent: the person has joined."""

    changedBy: str
    """Who changed it: the id of a person, an API key or a user of the machine. Of a person who joins:
    their own id.
    """


class Policy(TypedDict, total=False):
    requireIntent: bool
    requireAttestation: bool
    requireApproval: bool
    autoApproveBelow: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    requireSeparateApprover: bool
    """The person or key that declared an intent cannot approve it. Default: false."""

    requireCvv: bool
    """A purchase by card number needs the CVV. Default false."""

    attestationWindowMinutes: int
    """How long an attestation stays valid. Default 15."""

    cooldownMinutes: int
    """Minimum time between approved authorizations of a card."""

    ttlMinutes: int
    """The card expires so many minutes after its creation."""

    ttlDays: int
    limits: Limits
    maxAmount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    allowedMccs: List[str]
    """Only these merchant categories. Empty allows nothing."""

    blockedMccs: List[str]
    """Never these merchant categories."""

    allowedMerchants: List[str]
    """Only these merchants. Empty allows nothing."""

    blockedMerchants: List[str]
    """Never these merchants."""

    allowedMerchantIds: List[str]
    """Only merchants with these ids of the network, exactly. An empty list allows nothing."""

    blockedMerchantIds: List[str]
    """No merchants with these ids of the network, exactly."""

    allowedOrigins: List[str]
    """The only origins where an agent may enter the number. An empty list allows none."""

    allowedCountries: List[str]
    """Only these merchant countries."""

    blockedCountries: List[str]
    """Never these merchant countries."""

    lockToFirstMerchant: bool
    activeHours: ActiveHours
    maxTransactionsPerDay: int
    duplicateWindowMinutes: int
    """Declines a purchase with the same merchant and amount as an authorization that was approved within
    so many minutes before it, even if that one was reversed.
    """

    intentTolerancePercent: float
    """Default: 10. If a level sets it, no intent may have a larger tolerance."""

    onIntentMismatch: Literal["flag", "decline", "freeze"]
    onMissingIntent: Literal["flag", "decline", "freeze"]
    newMerchant: Literal["off", "approve"]
    """`approve`: a person approves the first purchase of the customer at a merchant. Where
    `onMissingIntent` is `flag`, one that nobody approved is only flagged. Default: `off`.
    """

    maxPerMerchantPerDay: int
    """The most that may be spent at one merchant in 24 hours, by all cards of the customer, the agent or
    the card whose policy sets it.
    """


class PolicyEventData(TypedDict):
    level: Literal["customer", "agent", "card"]
    id: str
    customerId: str
    agentId: Optional[str]
    cardId: Optional[str]
    changed: List[str]
    """The changed rules: `policy.requireIntent`, `limits.perDay`, ..."""

    version: str
    """Names the policy and limits that the level has now: the same rules have the same name."""


class PolicyPatch(TypedDict, total=False):
    requireIntent: Optional[bool]
    requireAttestation: Optional[bool]
    requireApproval: Optional[bool]
    autoApproveBelow: Optional[int]
    requireSeparateApprover: Optional[bool]
    requireCvv: Optional[bool]
    attestationWindowMinutes: Optional[int]
    cooldownMinutes: Optional[int]
    ttlMinutes: Optional[int]
    ttlDays: Optional[int]
    limits: Optional[LimitsPatch]
    maxAmount: Optional[int]
    allowedMccs: Optional[List[str]]
    blockedMccs: Optional[List[str]]
    allowedMerchants: Optional[List[str]]
    blockedMerchants: Optional[List[str]]
    allowedMerchantIds: Optional[List[str]]
    blockedMerchantIds: Optional[List[str]]
    allowedOrigins: Optional[List[str]]
    allowedCountries: Optional[List[str]]
    blockedCountries: Optional[List[str]]
    lockToFirstMerchant: Optional[bool]
    activeHours: Optional[ActiveHoursPatch]
    maxTransactionsPerDay: Optional[int]
    duplicateWindowMinutes: Optional[int]
    intentTolerancePercent: Optional[float]
    onIntentMismatch: Optional[Literal["flag", "decline", "freeze"]]
    onMissingIntent: Optional[Literal["flag", "decline", "freeze"]]
    newMerchant: Optional[Literal["off", "approve"]]
    maxPerMerchantPerDay: Optional[int]


class PolicySummaryLimit(TypedDict):
    kind: Literal["policy", "cap"]
    level: Literal["customer", "agent", "card", "default"]
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    limit: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    spent: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    remaining: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """


class PolicySummary(TypedDict):
    effective: Policy
    sources: Dict[str, Literal["customer", "agent", "card", "default"]]
    """The level that each effective field comes from. Nested fields have dotted keys (`limits.perAuth`)."""

    limits: List[PolicySummaryLimit]
    """Every limit that applies, with the spent and the remaining amount."""

    cooldownEndsAt: NotRequired[str]
    expiresAt: NotRequired[str]
    warnings: List[PolicyWarning]
    """Rules that contradict each other, that no purchase can pass, or that only look strict."""


class PostingAnswer(TypedDict):
    transaction: Transaction
    credit: NotRequired[Transaction]


class ProviderConfirmation(TypedDict):
    connected: bool
    """Whether the person signs in at the provider from now on."""

    confirmation: NotRequired[str]
    """It is shown only here. It replaces a password once, within five minutes."""

    expiresAt: NotRequired[str]


class ProviderSignIn(TypedDict):
    url: str
    """The address for the browser. The provider sends the browser back to `/sign-in/return` of the
    dashboard.
    """

    expiresAt: str


class Reason(TypedDict):
    code: ReasonCode
    message: str
    """One sentence for a person."""

    rule: str
    """The field that decided, for instance `limits.perAuth`."""

    level: Literal["customer", "agent", "card", "default"]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    observed: NotRequired[Union[float, str, List[str], bool]]
    remedy: str
    """What would make this reason go away."""

    add: NotRequired[str]
    """The exact value to add to the list that `rule` names, if it differs from the observed one."""

    nearestShop: NotRequired[str]
    """The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent:
    none is near.
    """

    retryable: bool
    """Whether the same purchase can pass later without a change of the policy."""

    retryAt: NotRequired[str]
    fixedBy: Literal["you", "time", "owner"]
    """Who can remove it: `you`, with another request; `time`, at `retryAt`; `owner`, by changing the
    configuration.
    """


class Receipt(TypedDict):
    receipt: str
    """A compact JWS (ES256), which the keys of `GET /.well-known/jwks.json` (outside `/v1`) verify. It
    contains: transaction, account, type, whether the issuer stood in, last four digits, agent, amount,
    currency, what the merchant asked for, merchant, decision, reasons, version of the policies, intent
    and approval, whether the cardholder was authenticated, sequence and time.
    """


class RejectedIntent(TypedDict):
    intentId: str
    reference: NotRequired[str]
    """The caller's own id, unique per card."""

    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    purpose: str
    """What the purchase is for."""

    at: str
    note: NotRequired[str]


class Replay(TypedDict):
    replayed: int
    """How many deliveries will be sent again."""

    next: Optional[str]


class RotatedApiKey(TypedDict):
    id: str
    name: str
    role: Literal["admin", "approver", "read", "agent", "network"]
    agentId: NotRequired[str]
    tier: Literal["standard", "pro", "enterprise"]
    requestsPerMinute: NotRequired[int]
    """For the tier `enterprise`. A key cannot create a key with more than its own."""

    allowedAddresses: NotRequired[List[str]]
    """Networks in CIDR notation from which the key works. Absent: it works from everywhere."""

    mcpCardDetails: NotRequired[Literal["plain"]]
    """For the role `agent`. `plain`: its MCP tools show card numbers in clear, if PURSER_MCP_CARD_DETAILS
    is `plain`, too. Absent: they never do.
    """

    mcpToken: NotRequired[McpToken]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]
    lastUsedAt: NotRequired[str]
    createdAt: str
    secret: str
    """It is shown only here."""

    previousSecretUntil: str


class SealedDetails(TypedDict):
    cardId: str
    sealed: str
    """Compact JWE (RFC 7516; `ECDH-ES`, `A256GCM`) of JSON: `pan`, `exp`, `cvv`, `cardId`, `intentId`,
    `expectedOrigin`, `expiresAt`.
    """

    last4: str
    """Last four digits of the card number."""

    expiresAt: str
    accessEventId: str


class Self(TypedDict):
    type: Literal["key", "person"]
    id: str
    name: str
    role: Literal["admin", "approver", "read", "agent", "network"]
    accountId: str
    agentId: NotRequired[str]
    personRole: NotRequired[Literal["owner", "admin", "approver", "viewer"]]
    email: NotRequired[str]
    """It is stored in lower case."""

    signsInBy: NotRequired[Literal["password", "provider"]]
    """`provider`: at the company's sign-in provider, whose groups set the role at each sign-in. The person
    has no password.
    """


class Session(TypedDict):
    id: str
    personId: str
    createdAt: str
    lastUsedAt: str
    expiresAt: str
    address: NotRequired[str]
    userAgent: NotRequired[str]
    current: bool
    """Whether it is the session of this request."""


class ShadowExample(TypedDict):
    transactionId: str
    cardId: str
    at: str
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    was: Literal["approve", "decline"]
    would: Literal["approve", "decline"]
    reasons: List[Reason]
    """Why it would be declined, or why it was."""


class Shadow(TypedDict):
    shadowPolicy: NotRequired[ShadowPolicy]
    since: NotRequired[str]
    decisions: int
    """How many authorizations it has decided since then: at most the newest 100,000."""

    same: int
    """Decided like the policy."""

    wouldDecline: int
    """Approved, and would be declined."""

    wouldApprove: int
    """Declined, and would be approved."""

    examples: List[ShadowExample]
    """Decisions in which the two differ, newest first."""


class ShadowPolicy(TypedDict, total=False):
    requireIntent: bool
    requireAttestation: bool
    requireApproval: bool
    autoApproveBelow: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    requireSeparateApprover: bool
    """The person or key that declared an intent cannot approve it. Default: false."""

    requireCvv: bool
    """A purchase by card number needs the CVV. Default false."""

    attestationWindowMinutes: int
    """How long an attestation stays valid. Default 15."""

    cooldownMinutes: int
    """Minimum time between approved authorizations of a card."""

    ttlMinutes: int
    """The card expires so many minutes after its creation."""

    ttlDays: int
    limits: Limits
    maxAmount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    allowedMccs: List[str]
    """Only these merchant categories. Empty allows nothing."""

    blockedMccs: List[str]
    """Never these merchant categories."""

    allowedMerchants: List[str]
    """Only these merchants. Empty allows nothing."""

    blockedMerchants: List[str]
    """Never these merchants."""

    allowedMerchantIds: List[str]
    """Only merchants with these ids of the network, exactly. An empty list allows nothing."""

    blockedMerchantIds: List[str]
    """No merchants with these ids of the network, exactly."""

    allowedOrigins: List[str]
    """The only origins where an agent may enter the number. An empty list allows none."""

    allowedCountries: List[str]
    """Only these merchant countries."""

    blockedCountries: List[str]
    """Never these merchant countries."""

    lockToFirstMerchant: bool
    activeHours: ActiveHours
    maxTransactionsPerDay: int
    duplicateWindowMinutes: int
    """Declines a purchase with the same merchant and amount as an authorization that was approved within
    so many minutes before it, even if that one was reversed.
    """

    intentTolerancePercent: float
    """Default: 10. If a level sets it, no intent may have a larger tolerance."""

    onIntentMismatch: Literal["flag", "decline", "freeze"]
    onMissingIntent: Literal["flag", "decline", "freeze"]
    newMerchant: Literal["off", "approve"]
    """`approve`: a person approves the first purchase of the customer at a merchant. Where
    `onMissingIntent` is `flag`, one that nobody approved is only flagged. Default: `off`.
    """

    maxPerMerchantPerDay: int
    """The most that may be spent at one merchant in 24 hours, by all cards of the customer, the agent or
    the card whose policy sets it.
    """


class ShadowPolicyPatch(TypedDict, total=False):
    requireIntent: Optional[bool]
    requireAttestation: Optional[bool]
    requireApproval: Optional[bool]
    autoApproveBelow: Optional[int]
    requireSeparateApprover: Optional[bool]
    requireCvv: Optional[bool]
    attestationWindowMinutes: Optional[int]
    cooldownMinutes: Optional[int]
    ttlMinutes: Optional[int]
    ttlDays: Optional[int]
    limits: Optional[LimitsPatch]
    maxAmount: Optional[int]
    allowedMccs: Optional[List[str]]
    blockedMccs: Optional[List[str]]
    allowedMerchants: Optional[List[str]]
    blockedMerchants: Optional[List[str]]
    allowedMerchantIds: Optional[List[str]]
    blockedMerchantIds: Optional[List[str]]
    allowedOrigins: Optional[List[str]]
    allowedCountries: Optional[List[str]]
    blockedCountries: Optional[List[str]]
    lockToFirstMerchant: Optional[bool]
    activeHours: Optional[ActiveHoursPatch]
    maxTransactionsPerDay: Optional[int]
    duplicateWindowMinutes: Optional[int]
    intentTolerancePercent: Optional[float]
    onIntentMismatch: Optional[Literal["flag", "decline", "freeze"]]
    onMissingIntent: Optional[Literal["flag", "decline", "freeze"]]
    newMerchant: Optional[Literal["off", "approve"]]
    maxPerMerchantPerDay: Optional[int]


class ShopObstaclesObstacle(TypedDict):
    obstacle: Literal["captcha", "3ds_challenge", "cdn_block", "login_required", "payment_declined", "payment_required", "out_of_stock", "price_changed", "page_changed", "covered", "hidden", "step", "terms", "language", "encrypts", "nothing_sent", "page_error", "other"]
    count: int
    lastAt: str


class ShopObstacles(TypedDict):
    merchant: Optional[str]
    """As the agent declared it. Null: its intents named none."""

    reports: int
    """Purchases that were reported."""

    completed: int
    obstacles: List[ShopObstaclesObstacle]
    """Those that were met most first."""


class SignInWaysProvider(TypedDict):
    name: str


class SignInWays(TypedDict):
    password: bool
    """Whether people can sign in with a password or a passkey, and with a link if they have lost it."""

    provider: NotRequired[SignInWaysProvider]
    """The company's sign-in provider (OpenID Connect)."""


class SimilarIntent(TypedDict):
    intentId: str
    reference: NotRequired[str]
    """The caller's own id, unique per card."""

    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    purpose: str
    """What the purchase is for."""

    status: Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]


class SlackNotifications(TypedDict):
    events: List[Literal["intent.pending_approval", "change_request.created", "challenge.requested", "subscription.pending_approval", "subscription.exceeded", "card.frozen", "budget.threshold", "webhook.disabled", "transaction.created", "transaction.settled", "account.stopped", "account.resumed"]]
    """Event types. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no
    notifications.
    """

    url: NotRequired[str]
    """The host and the last four characters of the URL, which is a secret."""


SpendStats = TypedDict(
    "SpendStats",
    {
        "from": 'str',
        "to": 'str',
        "bucket": 'Literal["hour", "day", "range"]',
        "groupBy": 'Literal["none", "customer", "agent", "card", "merchant", "category", "costCenter", "reason"]',
        "currency": 'NotRequired[str]',
        "data": 'List[SpendSums]',
        "byCurrency": 'NotRequired[List[CurrencySums]]',
    },
)


class SpendSumsApproved(TypedDict):
    count: int
    """Transactions made in the bucket."""

    amount: int
    """Cents: approved amounts and increments, less amounts that were reversed, expired or not captured in
    the bucket. Below 0 if more was released than spent.
    """


class SpendSumsDeclined(TypedDict):
    count: int
    """Transactions made in the bucket."""

    amount: int
    """Cents that were asked for."""


class SpendSumsComparedApproved(TypedDict):
    count: int
    """Transactions made in the bucket."""

    amount: int
    """Cents: approved amounts and increments, less amounts that were reversed, expired or not captured in
    the bucket. Below 0 if more was released than spent.
    """


class SpendSumsComparedDeclined(TypedDict):
    count: int
    """Transactions made in the bucket."""

    amount: int
    """Cents that were asked for."""


class SpendSumsCompared(TypedDict):
    approved: SpendSumsComparedApproved
    declined: SpendSumsComparedDeclined


class SpendSums(TypedDict):
    start: str
    group: NotRequired[Optional[str]]
    """An id, merchant name, MCC, cost center or reason code. Null: the transactions have none, or the
    entry is `others`. Absent without `groupBy`.
    """

    name: NotRequired[str]
    """What a customer, agent, card or category of `group` is called."""

    others: NotRequired[bool]
    """True: all groups together that are not among the 20 largest."""

    approved: SpendSumsApproved
    declined: SpendSumsDeclined
    compared: NotRequired[SpendSumsCompared]
    """Sums of the range from `compareFrom` to `compareTo`."""


class StatusCount(TypedDict):
    status: str
    """A status, as the filter of the list takes it."""

    count: int
    hasMore: bool
    """Whether there are more than 1000."""


class StatusCounts(TypedDict):
    customers: List[StatusCount]
    """One entry for each status."""

    agents: List[StatusCount]
    """One entry for each status."""

    cards: List[StatusCount]
    """One entry for each status."""


class Subscription(TypedDict):
    id: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    status: Literal["pending_approval", "active", "paused", "canceled", "rejected", "expired"]
    merchant: str
    """Merchant name."""

    maxAmount: int
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    interval: Literal["week", "month", "year"]
    """How long a period is. A month or year that has no such day ends on its last day: 31 January is
    followed by 28 or 29 February, and then by 31 March.
    """

    purpose: str
    """What the purchase is for."""

    expectedOrigin: NotRequired[str]
    """The origin at which the number will be entered: `https` and a host. Fillers enter it nowhere else."""

    replaces: NotRequired[str]
    """The active or paused subscription of the card at this merchant that ends when this one becomes
    active. `autoApproveBelow` approves none that may take more.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    until: NotRequired[str]
    customerName: NotRequired[str]
    agentName: NotRequired[str]
    cardLabel: NotRequired[str]
    currency: NotRequired[str]
    """The currency of all amounts, as ISO 4217 code. Absent: USD."""

    requiresApproval: bool
    subjectHash: NotRequired[str]
    """Names what there is to decide about: a decision sends it as `shown`. Present while somebody can
    decide. It changes if the subject does.
    """

    requestedBy: str
    """Who decided: the id of an API key, or of a person."""

    approvedBy: NotRequired[str]
    """Who decided: the id of an API key, or of a person."""

    approvedAt: NotRequired[str]
    rejectedBy: NotRequired[str]
    """Who decided: the id of an API key, or of a person."""

    rejectedAt: NotRequired[str]
    rejectionReason: NotRequired[str]
    decisionNote: NotRequired[str]
    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides. Present while the subscription waits for one."""

    activatedAt: NotRequired[str]
    pausedAt: NotRequired[str]
    canceledAt: NotRequired[str]
    period: NotRequired[SubscriptionPeriod]
    next: NotRequired[NextSubscriptionPurchase]
    exceeded: NotRequired[ExceededSubscriptionPurchase]
    expiresAt: NotRequired[str]
    createdAt: str


class SubscriptionEventData(TypedDict):
    subscriptionId: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    status: Literal["pending_approval", "active", "paused", "canceled", "rejected", "expired"]
    merchant: str
    """Merchant name."""

    maxAmount: int
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    interval: Literal["week", "month", "year"]
    """How long a period is. A month or year that has no such day ends on its last day: 31 January is
    followed by 28 or 29 February, and then by 31 March.
    """

    purpose: str
    """What the purchase is for."""

    expectedOrigin: NotRequired[str]
    """The origin at which the number will be entered: `https` and a host. Fillers enter it nowhere else."""

    until: NotRequired[str]
    expiresAt: NotRequired[str]
    transactionId: NotRequired[str]
    """The purchase that matched, or that the subscription did not cover."""

    amount: NotRequired[int]
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    why: NotRequired[Literal["amount", "period"]]
    """`amount`: it was larger than `maxAmount`. `period`: the period had its purchase already."""

    decision: NotRequired[Literal["approve", "decline"]]


class SubscriptionPeriod(TypedDict):
    startsAt: str
    endsAt: str
    transactionId: NotRequired[str]
    """The purchase of this period. Absent: there was none yet."""


class TestClock(TypedDict):
    now: str


class TestEventData(TypedDict):
    webhookId: str


class TestMessage(TypedDict):
    succeeded: bool
    """Whether the receiver accepted the message: any 2xx of a mail server or of Slack."""

    statusCode: Optional[int]
    failure: Optional[str]
    """Why there is no answer. `not_set_up`: no mail server or no Slack URL is set."""

    responseSnippet: Optional[str]
    """First 1 KiB of the answer."""


class TraceEntry(TypedDict):
    rule: str
    """The field that decided, for instance `limits.perAuth`."""

    code: RuleCode
    passed: bool
    level: Literal["customer", "agent", "card", "default"]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    observed: NotRequired[Union[float, str, List[str], bool]]


class Transaction(TypedDict):
    id: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    intentId: NotRequired[str]
    subscriptionId: NotRequired[str]
    costCenter: NotRequired[str]
    """The cost center of the purchase: that of its card, else of its agent, else of its customer, as it
    was at the authorization.
    """

    type: Literal["authorization", "force_capture", "credit"]
    status: Literal["pending", "settled", "declined", "reversed", "expired"]
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    authorizedAmount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    settledAmount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    refundedAmount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    currency: str
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network
    converted it.
    """

    merchantCurrency: NotRequired[str]
    """ISO 4217 code of the currency that the merchant asked in."""

    merchant: Merchant
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """Every rule that declines, in a fixed order; empty when approved."""

    flags: Flags
    authenticated: NotRequired[bool]
    """True: the cardholder was authenticated (3-D Secure) before the purchase. Absent otherwise."""

    attestation: Literal["attested", "stale", "unattested"]
    networkReference: NotRequired[str]
    """The network's own reference of the authorization. A repeated one gets the first answer."""

    createdAt: str
    updatedAt: str
    settledAt: NotRequired[str]
    metadata: NotRequired[Dict[str, Any]]
    """Data that the account stores with the transaction. The answers of the network API do not have it."""


class TransactionDeclinedEventData(TypedDict):
    transactionId: str
    cardId: str
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    merchant: str
    """Merchant name; empty when the network sent none. The whole merchant is in `transaction`."""

    customerId: str
    agentId: Optional[str]
    currency: str
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network
    converted it.
    """

    merchantCurrency: NotRequired[str]
    """ISO 4217 code of the currency that the merchant asked in."""

    status: Literal["pending", "settled", "declined", "reversed", "expired"]
    mcc: NotRequired[str]
    """Merchant category code, four digits."""

    intentId: NotRequired[str]
    flags: Flags
    reasons: List[Reason]
    """Every rule that declines, in a fixed order; empty when approved."""

    transaction: Transaction


class TransactionEventData(TypedDict):
    transactionId: str
    cardId: str
    amount: int
    """Integer amount in minor units of the customer's currency, in USD cents: 4999 is 49.99 USD, and 4999
    JPY where the customer is in JPY.
    """

    merchant: str
    """Merchant name; empty when the network sent none. The whole merchant is in `transaction`."""

    customerId: str
    agentId: Optional[str]
    currency: str
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network
    converted it.
    """

    merchantCurrency: NotRequired[str]
    """ISO 4217 code of the currency that the merchant asked in."""

    status: Literal["pending", "settled", "declined", "reversed", "expired"]
    mcc: NotRequired[str]
    """Merchant category code, four digits."""

    intentId: NotRequired[str]
    flags: Flags
    reasons: NotRequired[List[Reason]]
    """Every rule that declines, in a fixed order; empty when approved."""

    transaction: Transaction


class TransactionWithTraceShadow(TypedDict):
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """Every rule that declines, in a fixed order; empty when approved."""


class TransactionWithTrace(Transaction):
    trace: List[TraceEntry]
    """Every rule that was checked, in order."""

    shadow: NotRequired[TransactionWithTraceShadow]
    """What the shadow policies would have decided."""


class WantedChange(TypedDict, total=False):
    policy: PolicyPatch
    limits: LimitsPatch
    allow: WantedEntries
    status: Literal["active"]
    """Unfreeze the card, or activate the paused agent."""


class WantedEntries(TypedDict, total=False):
    merchant: str
    """Merchant name."""

    merchantId: str
    """The network's id of a merchant."""

    mcc: str
    """Merchant category code, four digits."""

    country: str
    """ISO 3166-1 alpha-2 country code."""

    origin: str
    """Origin of a site, `https://` and a host and port without a path, or `https://*.host` for one label."""


class WantedPurchase(TypedDict):
    amount: int
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    merchant: NotRequired[MerchantInput]


class Webhook(TypedDict):
    id: str
    url: str
    """The URL as it was parsed. The role `admin` sees all of it; other roles see its origin alone."""

    events: List[Union[EventType, Literal["*"]]]
    """Event types, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`."""

    description: NotRequired[str]
    status: Literal["active", "disabled"]
    createdAt: str
    updatedAt: str


class WebhookEventData(TypedDict):
    webhookId: str
    status: Literal["active", "disabled"]
    reason: NotRequired[Literal["requested", "failing"]]
    """`failing`: Purser has disabled it, because no attempt has succeeded for days."""

    failingSince: NotRequired[str]


class WebhookHealthLag(TypedDict):
    p50Ms: int
    p95Ms: int


WebhookHealth = TypedDict(
    "WebhookHealth",
    {
        "bucket": 'Literal["hour", "day"]',
        "from": 'str',
        "data": 'List[WebhookHealthBucket]',
        "lag": 'Optional[WebhookHealthLag]',
        "oldestWaitingAt": 'Optional[str]',
        "isPartial": 'bool',
    },
)


class WebhookHealthBucket(TypedDict):
    start: str
    succeeded: int
    failed: int
    """How many deliveries failed: all their attempts, or the webhook was disabled meanwhile."""

    waiting: int
    """How many deliveries wait for an attempt."""


class WebhookWithSecret(Webhook):
    secret: str
    """Signs the deliveries. It is shown only here."""


class TransactionWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["transaction.created", "transaction.settled", "transaction.reversed", "transaction.refunded"]
    createdAt: str
    data: TransactionEventData


class TransactionDeclinedWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["transaction.declined"]
    createdAt: str
    data: TransactionDeclinedEventData


class IntentWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["intent.created", "intent.corrected", "intent.matched", "intent.mismatched", "intent.expired", "intent.pending_approval", "intent.approved", "intent.rejected", "intent.canceled", "intent.reported"]
    createdAt: str
    data: IntentEventData


class CardWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["card.created", "card.frozen", "card.unfrozen", "card.closed", "card.credentials_locked"]
    createdAt: str
    data: CardEventData


class CardIssuerWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["card.issuer_failed"]
    createdAt: str
    data: CardIssuerEventData


class CustomerWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["customer.updated"]
    createdAt: str
    data: CustomerEventData


class AgentWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["agent.updated"]
    createdAt: str
    data: AgentEventData


class PolicyWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["policy.changed"]
    createdAt: str
    data: PolicyEventData


class BudgetWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["budget.threshold"]
    createdAt: str
    data: BudgetEventData


class ChangeRequestWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["change_request.created", "change_request.approved", "change_request.rejected", "change_request.canceled", "change_request.expired"]
    createdAt: str
    data: ChangeRequestEventData


class ChallengeWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["challenge.requested", "challenge.approved", "challenge.declined", "challenge.expired"]
    createdAt: str
    data: ChallengeEventData


class SubscriptionWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["subscription.created", "subscription.pending_approval", "subscription.approved", "subscription.rejected", "subscription.paused", "subscription.resumed", "subscription.canceled", "subscription.expired", "subscription.matched", "subscription.exceeded"]
    createdAt: str
    data: SubscriptionEventData


class AccessWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["access.granted", "access.denied"]
    createdAt: str
    data: AccessEvent


class PersonWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["person.passkeys_changed"]
    createdAt: str
    data: PersonEventData


class PersonRoleWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["person.role_changed"]
    createdAt: str
    data: PersonRoleEventData


class AccountWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["account.stopped", "account.resumed"]
    createdAt: str
    data: AccountEventData


class AuditEntryWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["audit.recorded"]
    createdAt: str
    data: AuditEntry


class WebhookWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["webhook.disabled"]
    createdAt: str
    data: WebhookEventData


class TestWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["webhook.test"]
    createdAt: str
    data: TestEventData


WebhookEvent = Union[
    TransactionWebhookEvent,
    TransactionDeclinedWebhookEvent,
    IntentWebhookEvent,
    CardWebhookEvent,
    CardIssuerWebhookEvent,
    CustomerWebhookEvent,
    AgentWebhookEvent,
    PolicyWebhookEvent,
    BudgetWebhookEvent,
    ChangeRequestWebhookEvent,
    ChallengeWebhookEvent,
    SubscriptionWebhookEvent,
    AccessWebhookEvent,
    PersonWebhookEvent,
    PersonRoleWebhookEvent,
    AccountWebhookEvent,
    AuditEntryWebhookEvent,
    WebhookWebhookEvent,
    TestWebhookEvent,
]
