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
    "document_not_found",
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
    "too_many_documents",
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
    "transaction.documented",
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
    """The explanation, in one sentence for people."""


class AccessEvent(TypedDict):
    id: str
    cardId: str
    agentId: Optional[str]
    intentId: Optional[str]
    keyId: str
    status: Literal["granted", "denied", "consumed", "expired"]
    decision: Literal["granted", "denied"]
    reasons: List[AccessEventReason]
    """Why access to the card number was denied; empty if it was granted."""

    purpose: Optional[str]
    expectedAmount: NotRequired[int]
    """Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD."""

    merchant: NotRequired[str]
    """Merchant name."""

    passkeyId: NotRequired[str]
    """The passkey with which a person has confirmed the read of the card number."""

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
    """Amount in minor units of `currency`. A person who decides about an intent that may cost more, that
    has no ceiling, or that is in another currency, has to confirm the decision with a passkey. Absent:
    no decision needs one.
    """

    numbersNeedPasskey: bool
    """Whether every person has to confirm a read of a card number with a passkey. Otherwise only people
    who have a passkey have to. API keys cannot confirm.
    """

    timeZone: str
    """The time zone in which people read days and CSV files, as an IANA name such as `Europe/Berlin`.
    Limits, and the sums of `GET /stats/spend`, have days of UTC.
    """

    currency: str
    """The currency of new customers that name none, as ISO 4217 code. Customers keep the one that they
    have.
    """

    issuers: NotRequired[List[AccountIssuer]]
    """The issuers of the account's cards. The first one issues a card that names none. Absent: only Purser
    issues cards.
    """

    stopped: NotRequired[AccountStop]
    demo: NotRequired[AccountDemo]
    createdAt: str


class AccountDemo(TypedDict):
    customerId: str


class AccountEventData(TypedDict):
    accountId: str
    reason: str
    """Why all spending was stopped or resumed, in the words of the caller."""

    by: str
    """The id of the API key or the person that stopped or resumed spending."""

    name: str
    """The name of the API key or the person that stopped or resumed spending."""


class AccountIssuer(TypedDict):
    name: Literal["purser", "stripe", "lithic"]
    givesNumbers: bool
    """Whether `POST /cards/{cardId}/details` answers with the numbers of the issuer's cards. Otherwise the
    issuer shows them itself, with `POST /cards/{cardId}/number-session`.
    """

    needsBilling: bool
    """Whether the issuer needs `billing` for the first card of a customer, and a `name` of the customer."""


class AccountStop(TypedDict):
    at: str
    by: str
    """The id of the API key or the person that stopped all spending."""

    name: str
    """The name that the API key or the person had when spending was stopped."""

    reason: str
    """Why all spending is stopped or resumed, in the words of the caller."""


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
    """The name of the agent. Default: the `externalId`."""

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
    """The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent:
    none does, by the rules of this level.
    """

    waiting: int
    """How many intents wait for a person to decide."""


class AgentBudgetCardApproval(TypedDict):
    autoApproveBelow: NotRequired[int]
    """The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent:
    none does, by the rules of this level.
    """

    waiting: int
    """How many intents wait for a person to decide."""


class AgentBudgetCard(TypedDict):
    cardId: str
    last4: Optional[str]
    label: NotRequired[str]
    status: Literal["active", "frozen", "closed"]
    currency: NotRequired[str]
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    available: Optional[int]
    """The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a
    status prevents every purchase. Null: no limit applies.
    """

    windows: List[BudgetWindow]
    """Every limit that applies to purchases now, with its spent and remaining amount."""

    rules: List[str]
    """The rules beside the limits that apply to purchases, in short sentences."""

    approvals: AgentBudgetCardApproval
    nextAllowedAt: NotRequired[str]


class AgentBudget(TypedDict):
    currency: NotRequired[str]
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    available: Optional[int]
    """The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a
    status prevents every purchase. Null: no limit applies.
    """

    windows: List[BudgetWindow]
    """Every limit that applies to purchases now, with its spent and remaining amount."""

    rules: List[str]
    """The rules beside the limits that apply to purchases, in short sentences."""

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
    """How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key
    with more than its own.
    """

    allowedAddresses: NotRequired[List[str]]
    """Networks in CIDR notation from which the key works. Absent: it works from everywhere."""

    mcpCardDetails: NotRequired[Literal["plain"]]
    """Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if
    PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never.
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
    """The path of the request without its query. In place of what is neither a word of the API's paths nor
    an id, there is `…`, because it may be a secret.
    """

    operation: NotRequired[str]
    """The API operation that the request called. Absent: the request reached none, or was a call of
    `/mcp`.
    """

    status: int
    errorCode: NotRequired[str]
    """The `code` of the error in the reply."""

    durationMs: int
    """How many milliseconds passed from the arrival of the request until its reply began."""

    byToken: NotRequired[bool]
    """True: the request came to `/mcp` with an access token of the key's `mcpToken`. Absent: the request
    came with the key's secret.
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
    """The secret of the API key. Only this answer shows it."""


class ApprovalSubject(TypedDict):
    purpose: str
    """What the purchase is for."""

    intentId: NotRequired[str]
    """The caller's own id of the intent, unique per card."""

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
    """The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the
    number nowhere else.
    """

    merchantOrderId: NotRequired[str]
    """The shop's number of the order or the cart, where it is known before the payment. No decision reads
    it.
    """

    subscriptionId: NotRequired[str]
    """The active subscription of whose period the intent is the first charge. The purchase takes the
    period, needs no approval, and costs at most `maxAmount` of the subscription.
    """

    items: NotRequired[List[OrderItem]]
    """The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to
    `expectedAmount`. No decision reads them.
    """

    tax: NotRequired[int]
    """The tax of the order that no item includes, in minor units of the currency of the purchase."""

    shipping: NotRequired[int]
    """The shipping costs of the order, in minor units of the currency of the purchase."""

    tolerance: NotRequired[int]
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    tolerancePercent: NotRequired[float]
    ttlMinutes: int
    """For how many minutes an intent that needs no approval can be used for its purchase. Default:
    `validMinutes`, or else 30.
    """

    validMinutes: NotRequired[int]
    """For how many minutes after its approval the intent can be used for its purchase, unless the approver
    says otherwise. Default: `ttlMinutes`.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    ceiling: NotRequired[int]
    """The most, in minor units, that the purchase of the intent may cost, with its increments. The ceiling
    is fixed when the intent is declared.
    """

    exception: NotRequired[IntentException]
    policy: Policy
    approvalReasons: NotRequired[List[ApprovalReason]]
    """Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then."""


class Approval(TypedDict):
    id: str
    intentId: str
    cardId: str
    agentId: Optional[str]
    customerId: str
    customerName: NotRequired[str]
    """The name of the customer: the business, or the first and last name. Absent: the customer has no
    name.
    """

    agentName: NotRequired[str]
    """The name of the agent of the card. Absent: the card has no agent."""

    cardLabel: NotRequired[str]
    """The label of the card. Absent: the card has none."""

    status: Literal["pending", "approved", "rejected", "expired", "canceled"]
    subjectHash: NotRequired[str]
    """The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if
    the subject does. Present while somebody can decide.
    """

    requestedAt: str
    expiresAt: str
    validMinutes: int
    """For how many minutes after its approval the intent can be used for its purchase."""

    decidedAt: NotRequired[str]
    decidedBy: NotRequired[str]
    """Who approved or rejected the intent: the id of an API key, or of a person."""

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
    moment, with why it needs a person.
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
    """The credential id that the authenticator gave the passkey, base64url."""

    publicKey: str
    """The public key of the passkey, as PEM."""

    host: str
    clientData: str
    """`response.clientDataJSON` of the browser's WebAuthn credential, base64url."""

    authenticatorData: str
    """`response.authenticatorData` of the browser's WebAuthn assertion, base64url."""

    signature: str
    """`response.signature` of the browser's WebAuthn assertion, base64url."""

    createdAt: str
    howToCheck: str


class ApprovalReason(TypedDict):
    rule: Literal["requireApproval", "autoApproveBelow", "rejectionMemoryHours", "autoApprovePerDay", "newMerchant", "newOrigin"]
    """The field of the policy that asks for a person."""

    level: Literal["customer", "agent", "card", "default"]
    message: str
    """The explanation, in one sentence for people."""

    amount: NotRequired[int]
    """For `rejectionMemoryHours`: the amount that a person rejected. For `autoApprovePerDay`: what was
    approved automatically in the 24 hours before.
    """

    limit: NotRequired[int]
    """For `autoApproveBelow` and `autoApprovePerDay`: the value of the field."""

    at: NotRequired[str]


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
    """The changed field, named as in answers. Fields of a policy, a limit or an approval have a dot:
    `policy.requireIntent`.
    """

    before: Any
    """The value of the field before the change. Null: the field was not set."""

    after: Any
    """The value of the field after the change. Null: the field is not set any more."""


class AuditEntry(TypedDict):
    id: str
    sequence: int
    """The number of the audit entry in the account's chain, without gaps."""

    at: str
    actor: AuditEntryActor
    """Who made the change: an API key, an access token at `/mcp`, a person, somebody at the shell, or the
    service itself.
    """

    requestId: Optional[str]
    """The id of the request that caused the change (`req_...`). Null: no request did."""

    operation: str
    """The name of the API operation, or of the task of the service itself, that made the change."""

    resource: AuditEntryResource
    customerId: NotRequired[str]
    changes: List[AuditEntryChange]
    redacted: NotRequired[List[str]]
    """Paths of changes whose values are shown shortened, because only the role `admin` sees them whole.
    `hash` is that of the whole entry, without `redacted`.
    """

    hash: str
    """The hash of the audit entry: SHA-256 over the canonical JSON of all its other members, in
    hexadecimal.
    """

    previousHash: str
    """The `hash` of the previous audit entry in the account's chain; zeros for the first entry."""


class AuditHead(TypedDict):
    accountId: str
    sequence: int
    """The number of the last audit entry in the account's chain. 0: there is none."""

    hash: str
    """The `hash` of the last audit entry: SHA-256 in lower-case hexadecimal. Zeros: there is no entry."""

    at: str
    signature: str
    """The signature of the end of the audit trail: Ed25519 over the canonical JSON of `accountId`, `at`,
    `hash` and `sequence`, base64.
    """

    publicKey: str
    """The public key that verifies the signature, PEM."""


class AuthorizationAnswer(TypedDict):
    transactionId: str
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """

    flags: Flags
    transaction: Transaction


class BacktestElsewhere(TypedDict):
    wouldDecline: int
    """How many decisions were approvals, and would be declines under the changed rules."""

    wouldApprove: int
    """How many decisions were declines, and would be approvals under the changed rules."""


class BacktestByRule(TypedDict):
    rule: str
    """The rule, named after the field that it checks, for instance `limits.perAuth`."""

    code: ReasonCode
    level: Literal["customer", "agent", "card", "default"]
    wouldDecline: int
    """How many decisions were approvals, and would be declines under the changed rules."""

    wouldApprove: int
    """How many decisions were declines, and would be approvals under the changed rules."""


class BacktestExample(TypedDict):
    transactionId: str
    cardId: str
    kind: Literal["authorization", "increment"]
    at: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    currency: NotRequired[str]
    """ISO 4217 currency code."""

    merchant: NotRequired[Merchant]
    was: Literal["approve", "decline"]
    would: Literal["approve", "decline"]
    reasons: List[Reason]
    """The reasons why the purchase would be declined, or why it was declined."""

    trace: List[TraceEntry]
    """Every rule that the changed decision would check, in order."""


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
    """The amount, in minor units, from which an intent waits for a person. 0: every intent does. Absent:
    none does, by the rules of this level.
    """

    waiting: int
    """How many intents wait for a person to decide."""


class Budget(TypedDict):
    currency: NotRequired[str]
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    available: Optional[int]
    """The most, in minor units, that one purchase may cost now, if its merchant and time are allowed. 0: a
    status prevents every purchase. Null: no limit applies.
    """

    windows: List[BudgetWindow]
    """Every limit that applies to purchases now, with its spent and remaining amount."""

    rules: List[str]
    """The rules beside the limits that apply to purchases, in short sentences."""

    approvals: BudgetApproval
    nextAllowedAt: NotRequired[str]


class BudgetEventData(TypedDict):
    level: Literal["customer", "agent", "card"]
    kind: Literal["policy", "cap"]
    window: Literal["perDay", "perWeek", "perMonth", "total"]
    threshold: Literal[80, 100]
    """The share of the limit that was reached, in percent."""

    limit: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    spent: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    customerId: str
    agentId: Optional[str]
    cardId: str
    transactionId: str


class BudgetLimitCard(TypedDict):
    count: int
    tightestId: str
    isPartial: NotRequired[bool]
    """True, in answers to requests with `ids`: more active cards have the limit than were compared."""


class BudgetLimit(TypedDict):
    level: Literal["customer", "agent", "card"]
    """The level that has the limit. `card` only in answers to requests with `ids`."""

    id: str
    name: str
    """The name of the customer, agent or card that has the limit; without a name, the email address of a
    customer, else the id.
    """

    kind: Literal["policy", "cap"]
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    currency: NotRequired[str]
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    limit: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    spent: int
    """What counts towards the limit, in minor units. More than `limit` where the limit was lowered since,
    or a capture was forced.
    """

    held: int
    """The part of `spent`, in minor units, that is authorized and still open."""

    remaining: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    committed: NotRequired[int]
    """Minor units that active subscriptions may still take from the limit: in the next 24 hours
    (`perDay`), the next 168 (`perWeek`), or until the end of the UTC month (`perMonth`). Absent: none.
    """

    resetsAt: NotRequired[str]
    cards: NotRequired[BudgetLimitCard]
    """How many active cards have the limit, and which of them the amounts are of. Present where the limit
    is counted for each card.
    """

    capLevel: NotRequired[Literal["customer", "agent"]]
    """The level above whose hard cap the limit is, with `ids`, where the agent or card has no limit of its
    own over time. Everything beneath that level counts towards the cap.
    """


class BudgetStats(TypedDict):
    data: List[BudgetLimit]
    """The most used limit over time of each customer and agent that sets one, those that are used most
    first. With `ids`, also of each card.
    """

    hasMore: bool
    """Whether more customers and agents have a limit over time than `data` has."""

    isPartial: bool
    """Whether the account has more than the 100 newest active customers, 200 agents and 400 cards that
    were compared; with `ids`, whether one of these has more cards than were compared.
    """


class BudgetWindow(TypedDict):
    kind: Literal["policy", "cap"]
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    level: Literal["customer", "agent", "card", "default"]
    limit: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    spent: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    held: int
    """The part of `spent`, in minor units, that is authorized and neither captured nor released yet."""

    remaining: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    committed: NotRequired[int]
    """Minor units that active subscriptions may still take from the limit: in the next 24 hours
    (`perDay`), the next 168 (`perWeek`), or until the end of the UTC month (`perMonth`). Absent: none.
    """

    resetsAt: NotRequired[str]


class Card(TypedDict):
    id: str
    customerId: Optional[str]
    agentId: Optional[str]
    parentCardId: NotRequired[str]
    """A one-time card: the card on which its intent was declared."""

    intentId: NotRequired[str]
    """A one-time card: the intent for whose purchase it was made."""

    type: Literal["virtual", "physical"]
    currency: str
    """The currency of the card, which is the customer's, as ISO 4217 code."""

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
    """The full card number, 16 digits."""

    exp: str
    """The expiry of the card, `MM/YY`."""

    cvv: str
    """The card verification value (CVV), three digits."""

    accessEventId: str


class CardEventData(TypedDict):
    cardId: str
    customerId: str
    agentId: Optional[str]
    status: Literal["active", "frozen", "closed"]
    last4: Optional[str]
    reason: NotRequired[Literal["requested", "intent_missing", "intent_mismatch", "single_use", "expired", "agent_deleted", "intent_ended"]]
    note: NotRequired[str]
    """For `card.frozen`: why the card was frozen, in the words of the caller."""

    credentialsLockedUntil: NotRequired[str]
    card: CardOfEvent


class CardIssuerEventData(TypedDict):
    cardId: str
    customerId: str
    agentId: Optional[str]
    status: Literal["active", "frozen", "closed"]
    last4: Optional[str]
    issuer: str
    """The issuer of the card."""

    error: str
    """Why the last call to the issuer about the card failed."""

    card: CardOfEvent


class CardOfEvent(TypedDict):
    id: str
    customerId: Optional[str]
    agentId: Optional[str]
    parentCardId: NotRequired[str]
    """A one-time card: the card on which its intent was declared."""

    intentId: NotRequired[str]
    """A one-time card: the intent for whose purchase it was made."""

    type: Literal["virtual", "physical"]
    currency: str
    """The currency of the card, which is the customer's, as ISO 4217 code."""

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
    """The issuer of the card, which asks whether the cardholder agrees to the purchase."""

    status: Literal["pending", "approved", "declined", "expired"]
    amount: NotRequired[int]
    """The amount of the purchase, in minor units of `currency`. Absent: the issuer names no amount."""

    currency: NotRequired[str]
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """The amount that the shop asks for, in minor units of `merchantCurrency`, where that is another
    currency than `currency`.
    """

    merchantCurrency: NotRequired[str]
    """ISO 4217 currency code."""

    merchant: Merchant
    intentId: NotRequired[str]
    """The intent that has answered the challenge, or whose approval answers it."""

    decidedBy: NotRequired[str]
    """The id of the API key or the person that decided about the challenge. Absent: an intent that was
    declared before has answered it, or nobody has decided.
    """

    note: NotRequired[str]
    expiresAt: str
    subjectHash: NotRequired[str]
    """The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if
    the subject does. Present while somebody can decide.
    """

    customerName: NotRequired[str]
    agentName: NotRequired[str]
    cardLabel: NotRequired[str]
    secondsLeft: NotRequired[int]
    """How many seconds are left to decide about the challenge. Present while the challenge waits."""

    decidedAt: NotRequired[str]
    answeredAt: NotRequired[str]
    answerError: NotRequired[str]
    """Why the issuer refused the answer to the challenge. Purser does not send the answer again."""

    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides about the challenge. Present while the challenge waits for
    one.
    """

    createdAt: str


class ChallengeEventData(TypedDict):
    challengeId: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    issuer: str
    """The issuer of the card, which asks whether the cardholder agrees to the purchase."""

    status: Literal["pending", "approved", "declined", "expired"]
    amount: NotRequired[int]
    """The amount of the purchase, in minor units of `currency`. Absent: the issuer names no amount."""

    currency: NotRequired[str]
    """ISO 4217 currency code."""

    merchantAmount: NotRequired[int]
    """The amount that the shop asks for, in minor units of `merchantCurrency`, where that is another
    currency than `currency`.
    """

    merchantCurrency: NotRequired[str]
    """ISO 4217 currency code."""

    merchant: Merchant
    intentId: NotRequired[str]
    """The intent that has answered the challenge, or whose approval answers it."""

    decidedBy: NotRequired[str]
    """The id of the API key or the person that decided about the challenge. Absent: an intent that was
    declared before has answered it, or nobody has decided.
    """

    note: NotRequired[str]
    expiresAt: str


class PolicyWarning(TypedDict):
    code: str
    message: str
    """The explanation, in one sentence for people."""

    fields: List[str]


class ChangeRequest(TypedDict):
    id: str
    level: Literal["agent", "card"]
    """The level that the change is for: the card, or the agent itself."""

    customerId: str
    agentId: Optional[str]
    cardId: Optional[str]
    status: Literal["pending", "approved", "rejected", "expired", "canceled"]
    wanted: WantedChange
    once: NotRequired[RequestedException]
    why: str
    """What the change is needed for."""

    transactionId: NotRequired[str]
    decidedBy: NotRequired[str]
    """Who approved, rejected or canceled the change request: the id of an API key, or of a person."""

    note: NotRequired[str]
    expiresAt: str
    customerName: NotRequired[str]
    currency: NotRequired[str]
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    agentName: NotRequired[str]
    cardLabel: NotRequired[str]
    purchase: NotRequired[WantedPurchase]
    changes: List[ChangedField]
    """The changed fields: while the change request waits, what approving it would change now; after its
    approval, what that changed. Otherwise empty.
    """

    warnings: NotRequired[List[PolicyWarning]]
    """Warnings about rules that contradict each other, that no purchase can pass, or that only look
    strict.
    """

    subjectHash: NotRequired[str]
    """The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if
    the subject does. Present while somebody can decide.
    """

    requestedBy: str
    """Who requested the change: the id of an API key, or of a person."""

    decidedAt: NotRequired[str]
    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides about the change request. Present while the request waits
    for one.
    """

    createdAt: str


class ChangeRequestEventData(TypedDict):
    changeRequestId: str
    level: Literal["agent", "card"]
    """The level that the change is for: the card, or the agent itself."""

    customerId: str
    agentId: Optional[str]
    cardId: Optional[str]
    status: Literal["pending", "approved", "rejected", "expired", "canceled"]
    wanted: WantedChange
    once: NotRequired[RequestedException]
    why: str
    """What the change is needed for."""

    transactionId: NotRequired[str]
    decidedBy: NotRequired[str]
    """Who approved, rejected or canceled the change request: the id of an API key, or of a person."""

    note: NotRequired[str]
    expiresAt: str
    purchase: NotRequired[WantedPurchase]


class ChangedAgent(Agent):
    warnings: List[PolicyWarning]
    """Warnings about rules that contradict each other, that no purchase can pass, or that only look
    strict.
    """


class ChangedCard(Card):
    warnings: List[PolicyWarning]
    """Warnings about rules that contradict each other, that no purchase can pass, or that only look
    strict.
    """


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
    """Warnings about rules that contradict each other, that no purchase can pass, or that only look
    strict.
    """


class ChangedField(TypedDict):
    path: str
    before: Any
    """The value of the field before the change. Null: the field is not set."""

    after: Any
    """The value of the field after the change. Null: the field is not set any more."""


class ColleaguePurchase(TypedDict):
    agentName: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
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
    """The sums of spend by bucket and group, sorted by time, then by size, the largest first. Empty
    buckets are left out.
    """


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
    """The first 1 KiB of the receiver's answer to the delivery."""

    manual: bool


class DeliveryWithAttempts(Delivery):
    attempts: List[DeliveryAttempt]
    """The latest 1000 attempts to deliver the event, oldest first."""


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
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    totalMonth: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    lastSpendAt: NotRequired[int]
    """The time of the last approved purchase, in Unix milliseconds. Absent: there was none yet."""


class EvaluationContext(TypedDict):
    customerId: NotRequired[str]
    agentId: NotRequired[str]
    cardId: NotRequired[str]
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    currency: str
    """ISO 4217 currency code."""

    available: NotRequired[int]
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    spendStats: EvaluationContextSpendStat
    policy: Policy


class Evaluation(TypedDict):
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """

    flags: Flags
    context: EvaluationContext
    earlier: NotRequired[EarlierPurchase]
    similar: NotRequired[SimilarIntent]
    rejected: NotRequired[RejectedIntent]
    alreadyBoughtBy: NotRequired[ColleaguePurchase]
    approvalReasons: NotRequired[List[ApprovalReason]]
    """With `assumeIntent`: why a person would have to decide. Absent: nobody would have to."""

    originObstacle: NotRequired[Literal["origin_required", "origin_not_allowed"]]
    """With `assumeIntent`: why the card number would not be released for the purchase, where the policy
    has `allowedOrigins` or `newOrigin`. The decision of a charge does not depend on it.
    """

    trace: NotRequired[List[TraceEntry]]
    """Every rule that the decision checked, in order."""


class Event(TypedDict):
    id: str
    type: EventType
    createdAt: str
    data: Dict[str, Any]
    """The data of the event, whose fields depend on its `type`: see the webhooks of this document."""


class ExceededSubscriptionPurchase(TypedDict):
    transactionId: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    why: Literal["amount", "period"]
    """Why the subscription did not cover the purchase. `amount`: the purchase was larger than `maxAmount`.
    `period`: the period had its purchase already.
    """

    decision: Literal["approve", "decline"]
    at: str


class ExposureHorizonBoundBy(TypedDict):
    level: Literal["customer", "agent", "card"]
    """The level whose spend is limited. Limits of a policy count for each card."""

    id: str
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    limit: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    remaining: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """


class ExposureHorizon(TypedDict):
    until: Literal["day", "week", "month", "lifetime"]
    """The period that `most` is for. `day`: the next 24 hours. `week`: the next 168 hours. `month`: until
    the end of the UTC month. `lifetime`: without an end.
    """

    most: Optional[int]
    """The most, in minor units, that can still be approved in the period. Null: no limit applies."""

    boundBy: List[ExposureHorizonBoundBy]
    """The limits from which `most` follows."""


class Exposure(TypedDict):
    now: str
    currency: NotRequired[str]
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    horizons: List[ExposureHorizon]
    unapprovedMost: Optional[int]
    """The most, in minor units, that can be approved in the next 24 hours without a person: with no
    approvals besides those already given.
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
    oneTimeCardId: NotRequired[str]
    """The card that was made for this purchase alone. Absent: `cardId` pays."""

    customerName: NotRequired[str]
    """The name of the customer: the business, or the first and last name. Absent: the customer has no
    name.
    """

    agentName: NotRequired[str]
    """The name of the agent of the card. Absent: the card has no agent."""

    cardLabel: NotRequired[str]
    """The label of the card. Absent: the card has none."""

    status: Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]
    purpose: str
    """What the purchase is for."""

    intentId: NotRequired[str]
    """The caller's own id of the intent, unique per card."""

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
    """The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the
    number nowhere else.
    """

    merchantOrderId: NotRequired[str]
    """The shop's number of the order or the cart, where it is known before the payment. No decision reads
    it.
    """

    subscriptionId: NotRequired[str]
    """The active subscription of whose period the intent is the first charge. The purchase takes the
    period, needs no approval, and costs at most `maxAmount` of the subscription.
    """

    items: NotRequired[List[OrderItem]]
    """The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to
    `expectedAmount`. No decision reads them.
    """

    tax: NotRequired[int]
    """The tax of the order that no item includes, in minor units of the currency of the purchase."""

    shipping: NotRequired[int]
    """The shipping costs of the order, in minor units of the currency of the purchase."""

    tolerance: NotRequired[int]
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    tolerancePercent: NotRequired[float]
    ttlMinutes: int
    """For how many minutes an intent that needs no approval can be used for its purchase. Default:
    `validMinutes`, or else 30.
    """

    validMinutes: NotRequired[int]
    """For how many minutes after its approval the intent can be used for its purchase, unless the approver
    says otherwise. Default: `ttlMinutes`.
    """

    metadata: NotRequired[Dict[str, Any]]
    """Any JSON object, at most 16 KiB and 8 levels."""

    ceiling: NotRequired[int]
    """The most, in minor units, that the purchase of the intent may cost, with its increments. The ceiling
    is fixed when the intent is declared.
    """

    exception: NotRequired[IntentException]
    requiresApproval: bool
    approvalReasons: NotRequired[List[ApprovalReason]]
    """Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then."""

    subjectHash: NotRequired[str]
    """The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if
    the subject does. Present while somebody can decide.
    """

    approvedBy: NotRequired[str]
    """Who approved or rejected the intent: the id of an API key, or of a person."""

    approvedAt: NotRequired[str]
    rejectedBy: NotRequired[str]
    """Who approved or rejected the intent: the id of an API key, or of a person."""

    rejectedAt: NotRequired[str]
    rejectionReason: NotRequired[str]
    decisionNote: NotRequired[str]
    """The note of the person or API key that approved or rejected the intent."""

    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides about the intent. Present while the intent waits for one."""

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
    """How often the declaration of the intent was corrected. Absent: never."""

    correctedAt: NotRequired[str]
    payable: NotRequired[bool]
    """Whether the open intent may be paid now, as it was declared: a purchase by its terms would be
    approved, and the card number released. Present in answers to declarations, decisions and reads of
    one intent; absent in lists, events and reports.
    """

    notPayable: NotRequired[List[NotPayable]]
    """Everything that stands in the way of paying the open intent now. Absent: the intent is payable."""

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
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    expectedMerchant: NotRequired[str]
    """Merchant name."""

    expectedOrigin: NotRequired[str]
    """The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the
    number nowhere else.
    """

    originSeen: NotRequired[bool]
    """Whether, before this event, a purchase of this customer had matched another intent with the same
    `expectedOrigin`. Absent if the intent names no origin.
    """

    items: NotRequired[List[OrderItem]]
    """The items of the order, in the words of the caller. With `tax` and `shipping` their amounts come to
    `expectedAmount`. No decision reads them.
    """

    tax: NotRequired[int]
    """The tax of the order that no item includes, in minor units of the currency of the purchase."""

    shipping: NotRequired[int]
    """The shipping costs of the order, in minor units of the currency of the purchase."""

    expiresAt: str
    validMinutes: NotRequired[int]
    """For how many minutes after its approval the intent can be used for its purchase."""

    exception: NotRequired[IntentException]
    transactionId: NotRequired[str]
    matchResult: NotRequired[MatchResult]
    report: NotRequired[IntentReport]
    revokedBy: NotRequired[str]
    """Who took back the approval: the id of an API key, or of a person. Absent if nobody did."""

    revocationReason: NotRequired[str]
    corrections: NotRequired[int]
    """How often the declaration of the intent was corrected. Absent: never."""

    intent: Intent


class IntentException(TypedDict):
    changeRequestId: str
    lifts: List[LiftedRule]
    """The rules that approving it lifts, for this purchase alone and up to its ceiling."""


class IntentReport(TypedDict):
    outcome: Literal["completed", "failed", "abandoned"]
    """How the purchase ended. `completed`: the shop has confirmed it. `failed`: it failed. `abandoned`:
    the agent gave up before the end.
    """

    obstacle: NotRequired[Literal["captcha", "3ds_challenge", "cdn_block", "login_required", "payment_declined", "payment_required", "out_of_stock", "price_changed", "page_changed", "covered", "hidden", "step", "terms", "language", "encrypts", "nothing_sent", "page_error", "other"]]
    """The obstacle to a purchase that failed or was abandoned. `cdn_block` is a refusal before the shop,
    `payment_required` a shop that wants a payment token (HTTP 402). A filler tells `covered`, `hidden`,
    `step`, `terms`, `language`, `encrypts`, `nothing_sent` and `page_error` of the checkout.
    """

    orderReference: NotRequired[str]
    """The shop's number of the order."""

    receiptHash: NotRequired[str]
    """SHA-256 of the shop's receipt, in hexadecimal."""

    note: NotRequired[str]
    reportedAt: str
    reportedBy: str
    """Who reported how the purchase ended: the id of an API key, or of a person."""


class Invitation(TypedDict):
    id: str
    email: NotRequired[str]
    """The email address of the person, which is stored in lower case."""

    role: Literal["owner", "admin", "approver", "viewer"]
    status: Literal["pending", "accepted", "revoked", "expired"]
    madeBy: Literal["request", "command", "start"]
    """What made the invitation. `request`: a person or an API key, see `createdBy`. `command`: `purser
    people invite`. `start`: a start of Purser, or the command that made the account, for its first
    owner.
    """

    createdBy: NotRequired[str]
    """The id of the person or API key that made the invitation."""

    acceptedBy: NotRequired[str]
    """The id of the person who joined with the invitation."""

    createdAt: str
    expiresAt: str


class InvitationState(TypedDict):
    status: Literal["pending", "accepted", "revoked", "expired"]
    role: NotRequired[Literal["owner", "admin", "approver", "viewer"]]
    email: NotRequired[str]
    """The email address of the person, which is stored in lower case."""

    firstOwner: NotRequired[bool]
    """Whether the invitation is the link of a first owner, which ends when somebody becomes owner, or a
    later start of Purser makes another.
    """

    owners: NotRequired[List[str]]
    """The names of the present owners. Present for the role `owner`, while the invitation can be accepted."""

    expiresAt: str
    endedAt: NotRequired[str]


class InvitationWithSecret(Invitation):
    secret: str
    """The secret of the invitation. Only this answer shows it, and the dashboard accepts it once, at
    `/welcome#<secret>`.
    """

    mailed: bool
    """Whether the link of the invitation goes to the person by mail, too."""


class IssuedBy(TypedDict):
    name: Literal["stripe", "lithic"]
    state: Literal["pending", "ready", "failed"]
    """The state of the card at the issuer. `pending`: the issuer has not made the card yet. `failed`: the
    issuer refused a call, or has not answered for 72 hours.
    """

    pendingCalls: int
    """How many calls to the issuer about the card are still to be made."""

    lastError: Optional[str]


class IssuerConnection(TypedDict):
    name: Literal["stripe", "lithic"]
    isLive: bool
    """Whether this node's key for the issuer spends real money."""

    settings: List[IssuerSetting]
    """The settings with which the operator connects the issuer. Their values are never shown."""

    authorizations: IssuerEndpoint
    events: IssuerEndpoint
    challenges: NotRequired[IssuerEndpoint]


class IssuerConnections(TypedDict):
    data: List[IssuerConnection]
    """The issuers beside Purser. Empty for other accounts than the first one, to which the issuer keys of
    the operator belong.
    """


class IssuerEndpoint(TypedDict):
    path: str
    """The path of the endpoint: what follows the node's host in the URL that the issuer is given."""

    lastRequestAt: NotRequired[str]


class IssuerSetting(TypedDict):
    name: str
    """The name of the setting, which is a variable of the environment."""

    isSet: bool
    """Whether the setting has a value; of `PURSER_ISSUER`, whether it names this issuer."""


class LiftedRule(TypedDict):
    rule: str
    """The rule, named after the field that it checks, for instance `limits.perAuth`."""

    code: Union[ReasonCode, Literal["origin_not_allowed"]]
    level: Literal["customer", "agent", "card", "default"]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    asked: NotRequired[Union[float, str, List[str], bool]]


class Limits(TypedDict, total=False):
    perAuth: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    perDay: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    perWeek: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    perMonth: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    total: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """


class LimitsInput(TypedDict, total=False):
    perAuth: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    perDay: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    perWeek: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    perMonth: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    total: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    currency: str
    """The currency of `amount`, which can only be the customer's currency."""

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
    """The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if
    somebody did. Empty: no notifications.
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
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    actualMerchant: Optional[str]


class McpToken(TypedDict):
    issuer: str
    """The issuer of the access tokens that act as the key: their claim `iss`."""

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
    """The part of the observed name that differs from the listed name."""

    why: str
    """The explanation, in one sentence for people."""


class MerchantExplanation(TypedDict):
    matches: bool
    tolerated: List[MerchantExplanationTolerated]
    """The differences between the two names that were ignored, in the order of the observed name."""

    message: str
    """The explanation, in one sentence for people."""

    add: NotRequired[str]
    """The name to add to the policy's list so that the observed name matches. Absent: it matches already."""


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
    """The name that the person gave the passkey."""

    clientData: str
    """`response.clientDataJSON` of the browser's WebAuthn credential, base64url."""

    attestationObject: str
    """`response.attestationObject` of the browser's new WebAuthn credential, base64url."""


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
    """The explanation, in one sentence for people."""

    rule: NotRequired[str]
    """The rule, named after the field that it checks, for instance `limits.perAuth`."""

    level: NotRequired[Literal["customer", "agent", "card", "default"]]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    observed: NotRequired[Union[float, str, List[str], bool]]
    remedy: NotRequired[str]
    """What would remove the reason, in words for people."""

    add: NotRequired[str]
    """The exact value to add to the list that `rule` names, if that value differs from the observed one."""

    nearestShop: NotRequired[str]
    """The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent:
    none is near.
    """

    retryable: NotRequired[bool]
    """Whether the same purchase can pass later without a change of the policy."""

    retryAt: NotRequired[str]
    fixedBy: Literal["you", "time", "owner"]
    """Who can remove the reason: `you`, with another request; `time`, at `retryAt`; `owner`, by changing
    the configuration.
    """

    transactionId: NotRequired[str]
    """For `declined_before`: the declined purchase that would be declined again."""


class NumberSession(TypedDict):
    issuer: Literal["stripe", "lithic"]
    session: str
    """The value that the issuer's own script in the browser needs: for Stripe an ephemeral key, for Lithic
    a session.
    """

    expiresAt: str
    accessEventId: str


class OnceForIntent(TypedDict):
    intent: str
    """The intent of the purchase."""


class OrderItem(TypedDict):
    description: str
    quantity: int
    amount: int
    """The price of the item's whole quantity, after discounts, in minor units of the currency of the
    purchase.
    """


class Passkey(TypedDict):
    id: str
    personId: str
    name: str
    """The name that the person gave the passkey."""

    credentialId: str
    """The credential id that the authenticator gave the passkey, base64url."""

    host: str
    """The host at which the passkey was made, and at which it works."""

    status: Literal["active", "waiting"]
    """The status of the passkey. `waiting`: the passkey signs its person in, and confirms nothing yet."""

    waitsUntil: NotRequired[str]
    createdAt: str
    lastUsedAt: Optional[str]


class PasskeyAssertion(TypedDict):
    credentialId: str
    """The credential id that the authenticator gave the passkey, base64url."""

    clientData: str
    """`response.clientDataJSON` of the browser's WebAuthn credential, base64url."""

    authenticatorData: str
    """`response.authenticatorData` of the browser's WebAuthn assertion, base64url."""

    signature: str
    """`response.signature` of the browser's WebAuthn assertion, base64url."""


class PasskeyOptions(TypedDict):
    options: Dict[str, Any]
    """The WebAuthn options: to make a passkey, for the browser's
    `PublicKeyCredential.parseCreationOptionsFromJSON`; to sign with one, for
    `parseRequestOptionsFromJSON`.
    """

    statement: Dict[str, Any]
    """The statement that the person agrees to by signing. The challenge in `options` is the SHA-256 of the
    canonical JSON of the statement.
    """

    expiresAt: str


class PasswordReset(TypedDict):
    id: str
    personId: str
    expiresAt: str
    secret: str
    """The secret of the password reset. Only this answer shows it, and the dashboard accepts it once, at
    `/reset#<secret>`.
    """


class PasswordResetRequested(TypedDict):
    sendsMail: bool
    """Whether this installation sends mail. The answer does not tell whether a person has that address."""


class Person(TypedDict):
    id: str
    email: str
    """The email address of the person, which is stored in lower case."""

    name: str
    role: Literal["owner", "admin", "approver", "viewer"]
    status: Literal["active", "disabled"]
    signsInBy: Literal["password", "provider"]
    """How the person signs in. `provider`: at the company's sign-in provider, whose groups set the role at
    each sign-in. The person has no password then.
    """

    createdAt: str


class PersonEventData(TypedDict):
    personId: str
    change: Literal["created", "renamed", "confirmed", "deleted"]
    """What happened to the passkeys. `confirmed`: an owner has agreed to a passkey that waited."""

    passkeyIds: List[str]


class PersonRoleEventData(TypedDict):
    personId: str
    role: Literal["owner", "admin", "approver", "viewer"]
    previousRole: NotRequired[Literal["owner", "admin", "approver", "viewer"]]
    """The role that the person had before. Absent: the person has joined."""

    changedBy: str
    """Who changed the role: the id of a person, an API key or a user of the machine. When a person joins:
    their own id.
    """


class Policy(TypedDict, total=False):
    requireIntent: bool
    requireAttestation: bool
    requireApproval: bool
    autoApproveBelow: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    requireSeparateApprover: bool
    """The person or key that declared an intent cannot approve it. Default: false."""

    requireCvv: bool
    """Whether a purchase by card number needs the CVV. Default: false."""

    attestationWindowMinutes: int
    """For how many minutes an attestation stays valid. Default: 15."""

    cooldownMinutes: int
    """The least number of minutes between approved authorizations of a card."""

    ttlMinutes: int
    """How many minutes after its creation the card expires."""

    ttlDays: int
    limits: Limits
    maxAmount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    allowedMccs: List[str]
    """The merchant category codes (MCC) with which purchases are allowed. An empty list allows none."""

    blockedMccs: List[str]
    """The merchant category codes (MCC) with which purchases are declined."""

    allowedMerchants: List[str]
    """The names of the merchants where purchases are allowed. An empty list allows none."""

    blockedMerchants: List[str]
    """The names of the merchants where purchases are declined."""

    allowedMerchantIds: List[str]
    """The network's ids, compared exactly, of the merchants where purchases are allowed. An empty list
    allows none.
    """

    blockedMerchantIds: List[str]
    """The network's ids, compared exactly, of the merchants where purchases are declined."""

    allowedOrigins: List[str]
    """The origins of shops where an agent may enter the card number. An empty list allows none."""

    allowedCountries: List[str]
    """The countries of merchants in which purchases are allowed, as ISO 3166-1 alpha-2 codes. An empty
    list allows none.
    """

    blockedCountries: List[str]
    """The countries of merchants in which purchases are declined, as ISO 3166-1 alpha-2 codes."""

    lockToFirstMerchant: bool
    activeHours: ActiveHours
    maxTransactionsPerDay: int
    duplicateWindowMinutes: int
    """Declines a purchase with the same merchant and amount as an authorization that was approved within
    so many minutes before it, even if that one was reversed.
    """

    intentTolerancePercent: float
    """By how many percent the amount of a purchase may differ from its intent. Default: 10. If a level
    sets the field, no intent may have a larger tolerance.
    """

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

    cardPerIntent: bool
    """An intent that waits for its purchase gets a card for that purchase alone, and its number is the one
    that is released. Default: false.
    """

    autoApprovePerDay: int
    """What is approved automatically in 24 hours stays below this amount, or a person decides. It counts
    intents and subscriptions that `autoApproveBelow` approved, with their tolerance, on all cards of
    the customer, the agent or the card whose policy sets it.
    """

    rejectionMemoryHours: int
    """For how many hours a rejection is remembered: a purchase at the same shop, of at most the rejected
    amount and its tolerance, waits for a person whatever `autoApproveBelow` says. It asks about
    rejections of the whole customer, where the policy has a person approve anything at all. 0: off.
    Default: 24.
    """

    newOrigin: Literal["off", "approve"]
    """`approve`: the first purchase of the customer at an origin waits for a person, whatever
    `autoApproveBelow` says, and so does one that names no origin. Default: `off`.
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
    """The name of the policy and limits that the level has now: the same rules have the same name."""


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
    cardPerIntent: Optional[bool]
    autoApprovePerDay: Optional[int]
    rejectionMemoryHours: Optional[int]
    newOrigin: Optional[Literal["off", "approve"]]


class PolicySummaryLimit(TypedDict):
    kind: Literal["policy", "cap"]
    level: Literal["customer", "agent", "card", "default"]
    window: Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]
    limit: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    spent: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    remaining: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """


class PolicySummary(TypedDict):
    effective: Policy
    sources: Dict[str, Literal["customer", "agent", "card", "default"]]
    """The level that each field of the effective policy comes from. Nested fields have dotted keys
    (`limits.perAuth`).
    """

    limits: List[PolicySummaryLimit]
    """Every limit that applies to purchases now, with the spent and the remaining amount."""

    cooldownEndsAt: NotRequired[str]
    expiresAt: NotRequired[str]
    warnings: List[PolicyWarning]
    """Warnings about rules that contradict each other, that no purchase can pass, or that only look
    strict.
    """


class Posting(TypedDict):
    id: str
    transactionId: str
    postedAt: str
    kind: Literal["hold", "capture", "reversal", "release", "refund", "chargeback"]
    """`hold`: an approved purchase, or an increment. `reversal`: the merchant or the issuer gave up a
    hold. `release`: a hold expired, or ended with a capture of nothing; what a last capture leaves is
    in its `held`.
    """

    amount: int
    """The minor units that moved, never below 0."""

    held: int
    """The minor units that are held in addition after this posting. Below 0: a hold was captured, reversed
    or released.
    """

    currency: str
    """ISO 4217 currency code."""

    merchant: Merchant
    customerId: str
    agentId: Optional[str]
    cardId: str
    costCenter: NotRequired[str]
    """The cost center of the purchase, as it was at the authorization."""

    intentId: NotRequired[str]
    subscriptionId: NotRequired[str]
    approvedBy: NotRequired[str]
    """The id of the person or API key that approved the purchase."""

    approvedAt: NotRequired[str]
    approvalNote: NotRequired[str]
    """The note of the approval."""


class PostingAnswer(TypedDict):
    transaction: Transaction
    credit: NotRequired[Transaction]


PostingSummary = TypedDict(
    "PostingSummary",
    {
        "from": 'str',
        "to": 'str',
        "groupBy": 'Literal["none", "day", "customer", "agent", "card", "merchant", "costCenter"]',
        "data": 'List[PostingSums]',
    },
)


class PostingSums(TypedDict):
    group: NotRequired[Optional[str]]
    """A day, an id, a merchant name or a cost center. Null: the purchases have none, or the entry is
    `others`. Absent without `groupBy`.
    """

    name: NotRequired[str]
    """The name of the customer, agent or card that `group` names."""

    others: NotRequired[Literal[True]]
    """All groups together that are not among the largest."""

    currency: str
    """ISO 4217 currency code."""

    authorized: int
    """The minor units of approved purchases and increments."""

    held: int
    """The minor units that are held in addition at the end of the range. Below 0: less is held."""

    captured: int
    """The captured minor units."""

    refunded: int
    """The refunded minor units."""

    net: int
    """The captured minor units less the refunded ones."""


class ProviderConfirmation(TypedDict):
    connected: bool
    """Whether the person signs in at the provider from now on."""

    confirmation: NotRequired[str]
    """The secret that confirms one request in place of a password, within five minutes. Only this answer
    shows it.
    """

    expiresAt: NotRequired[str]


class ProviderSignIn(TypedDict):
    url: str
    """The provider's address to which the browser goes. The provider sends the browser back to
    `/sign-in/return` of the dashboard.
    """

    expiresAt: str


class Reason(TypedDict):
    code: ReasonCode
    message: str
    """The explanation, in one sentence for people."""

    rule: str
    """The rule, named after the field that it checks, for instance `limits.perAuth`."""

    level: Literal["customer", "agent", "card", "default"]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    observed: NotRequired[Union[float, str, List[str], bool]]
    remedy: str
    """What would remove the reason, in words for people."""

    add: NotRequired[str]
    """The exact value to add to the list that `rule` names, if that value differs from the observed one."""

    nearestShop: NotRequired[str]
    """The name on `allowedMerchants` that a refused one most likely means, as the policy has it. Absent:
    none is near.
    """

    retryable: bool
    """Whether the same purchase can pass later without a change of the policy."""

    retryAt: NotRequired[str]
    fixedBy: Literal["you", "time", "owner"]
    """Who can remove the reason: `you`, with another request; `time`, at `retryAt`; `owner`, by changing
    the configuration.
    """


class Receipt(TypedDict):
    receipt: str
    """The signed receipt of the decision: a compact JWS (ES256), which the keys of `GET
    /.well-known/jwks.json` (outside `/v1`) verify. The receipt contains: transaction, account, type,
    whether the issuer stood in, last four digits, agent, amount, currency, what the merchant asked for,
    merchant, decision, reasons, version of the policies, intent and approval, whether the cardholder
    was authenticated, sequence and time.
    """


class RejectedIntent(TypedDict):
    intentId: str
    reference: NotRequired[str]
    """The caller's own id of the intent, unique per card."""

    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    purpose: str
    """What the purchase is for."""

    at: str
    note: NotRequired[str]


class Replay(TypedDict):
    replayed: int
    """How many deliveries will be sent again."""

    next: Optional[str]


class RequestedException(TypedDict):
    intent: str
    ceiling: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    lifts: List[LiftedRule]
    """The rules that approving it lifts, for this purchase alone and up to its ceiling."""


class RotatedApiKey(TypedDict):
    id: str
    name: str
    role: Literal["admin", "approver", "read", "agent", "network"]
    agentId: NotRequired[str]
    tier: Literal["standard", "pro", "enterprise"]
    requestsPerMinute: NotRequired[int]
    """How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key
    with more than its own.
    """

    allowedAddresses: NotRequired[List[str]]
    """Networks in CIDR notation from which the key works. Absent: it works from everywhere."""

    mcpCardDetails: NotRequired[Literal["plain"]]
    """Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if
    PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never.
    """

    mcpToken: NotRequired[McpToken]
    expiresAt: NotRequired[str]
    revokedAt: NotRequired[str]
    lastUsedAt: NotRequired[str]
    createdAt: str
    secret: str
    """The secret of the API key. Only this answer shows it."""

    previousSecretUntil: str


class SealedDetails(TypedDict):
    cardId: str
    sealed: str
    """The sealed card number: a compact JWE (RFC 7516; `ECDH-ES`, `A256GCM`) of JSON with `pan`, `exp`,
    `cvv`, `cardId`, `intentId`, `expectedOrigin` and `expiresAt`.
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
    """The email address of the person, which is stored in lower case."""

    signsInBy: NotRequired[Literal["password", "provider"]]
    """How the person signs in. `provider`: at the company's sign-in provider, whose groups set the role at
    each sign-in. The person has no password then.
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
    """Whether the session is the one of this request."""


class ShadowExample(TypedDict):
    transactionId: str
    cardId: str
    at: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    was: Literal["approve", "decline"]
    would: Literal["approve", "decline"]
    reasons: List[Reason]
    """The reasons why the purchase would be declined, or why it was declined."""


class Shadow(TypedDict):
    shadowPolicy: NotRequired[ShadowPolicy]
    since: NotRequired[str]
    decisions: int
    """How many authorizations the shadow policy has decided since its last change: at most the newest
    100,000.
    """

    same: int
    """How many authorizations the shadow policy decided like the policy."""

    wouldDecline: int
    """How many authorizations the policy approved and the shadow policy would decline."""

    wouldApprove: int
    """How many authorizations the policy declined and the shadow policy would approve."""

    examples: List[ShadowExample]
    """Authorizations that the shadow policy decided differently from the policy, newest first."""


class ShadowPolicy(TypedDict, total=False):
    requireIntent: bool
    requireAttestation: bool
    requireApproval: bool
    autoApproveBelow: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    requireSeparateApprover: bool
    """The person or key that declared an intent cannot approve it. Default: false."""

    requireCvv: bool
    """Whether a purchase by card number needs the CVV. Default: false."""

    attestationWindowMinutes: int
    """For how many minutes an attestation stays valid. Default: 15."""

    cooldownMinutes: int
    """The least number of minutes between approved authorizations of a card."""

    ttlMinutes: int
    """How many minutes after its creation the card expires."""

    ttlDays: int
    limits: Limits
    maxAmount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    allowedMccs: List[str]
    """The merchant category codes (MCC) with which purchases are allowed. An empty list allows none."""

    blockedMccs: List[str]
    """The merchant category codes (MCC) with which purchases are declined."""

    allowedMerchants: List[str]
    """The names of the merchants where purchases are allowed. An empty list allows none."""

    blockedMerchants: List[str]
    """The names of the merchants where purchases are declined."""

    allowedMerchantIds: List[str]
    """The network's ids, compared exactly, of the merchants where purchases are allowed. An empty list
    allows none.
    """

    blockedMerchantIds: List[str]
    """The network's ids, compared exactly, of the merchants where purchases are declined."""

    allowedOrigins: List[str]
    """The origins of shops where an agent may enter the card number. An empty list allows none."""

    allowedCountries: List[str]
    """The countries of merchants in which purchases are allowed, as ISO 3166-1 alpha-2 codes. An empty
    list allows none.
    """

    blockedCountries: List[str]
    """The countries of merchants in which purchases are declined, as ISO 3166-1 alpha-2 codes."""

    lockToFirstMerchant: bool
    activeHours: ActiveHours
    maxTransactionsPerDay: int
    duplicateWindowMinutes: int
    """Declines a purchase with the same merchant and amount as an authorization that was approved within
    so many minutes before it, even if that one was reversed.
    """

    intentTolerancePercent: float
    """By how many percent the amount of a purchase may differ from its intent. Default: 10. If a level
    sets the field, no intent may have a larger tolerance.
    """

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

    cardPerIntent: bool
    """An intent that waits for its purchase gets a card for that purchase alone, and its number is the one
    that is released. Default: false.
    """

    autoApprovePerDay: int
    """What is approved automatically in 24 hours stays below this amount, or a person decides. It counts
    intents and subscriptions that `autoApproveBelow` approved, with their tolerance, on all cards of
    the customer, the agent or the card whose policy sets it.
    """

    rejectionMemoryHours: int
    """For how many hours a rejection is remembered: a purchase at the same shop, of at most the rejected
    amount and its tolerance, waits for a person whatever `autoApproveBelow` says. It asks about
    rejections of the whole customer, where the policy has a person approve anything at all. 0: off.
    Default: 24.
    """

    newOrigin: Literal["off", "approve"]
    """`approve`: the first purchase of the customer at an origin waits for a person, whatever
    `autoApproveBelow` says, and so does one that names no origin. Default: `off`.
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
    cardPerIntent: Optional[bool]
    autoApprovePerDay: Optional[int]
    rejectionMemoryHours: Optional[int]
    newOrigin: Optional[Literal["off", "approve"]]


class ShopObstaclesObstacle(TypedDict):
    obstacle: Literal["captcha", "3ds_challenge", "cdn_block", "login_required", "payment_declined", "payment_required", "out_of_stock", "price_changed", "page_changed", "covered", "hidden", "step", "terms", "language", "encrypts", "nothing_sent", "page_error", "other"]
    count: int
    lastAt: str


class ShopObstacles(TypedDict):
    merchant: Optional[str]
    """The merchant as the agent declared it (`expectedMerchant`). Null: the intents named no merchant."""

    reports: int
    """How many purchases at the shop the agent has reported."""

    completed: int
    obstacles: List[ShopObstaclesObstacle]
    """The obstacles that the agent met at the shop, the most frequent first."""


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
    """The caller's own id of the intent, unique per card."""

    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    purpose: str
    """What the purchase is for."""

    status: Literal["pending_approval", "pending", "matched", "mismatched", "expired", "rejected", "canceled"]


class SlackNotifications(TypedDict):
    events: List[Literal["intent.pending_approval", "change_request.created", "challenge.requested", "subscription.pending_approval", "subscription.exceeded", "card.frozen", "budget.threshold", "webhook.disabled", "transaction.created", "transaction.settled", "account.stopped", "account.resumed"]]
    """The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if
    somebody did. Empty: no notifications.
    """

    url: NotRequired[str]
    """The host and the last four characters of the Slack webhook URL, which is a secret."""


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
    """How many approved transactions were made in the bucket."""

    amount: int
    """The approved amounts and increments, in minor units, less amounts that were reversed, expired or not
    captured in the bucket. Below 0 if more was released than spent.
    """


class SpendSumsDeclined(TypedDict):
    count: int
    """How many declined transactions were made in the bucket."""

    amount: int
    """The amounts that the declined transactions asked for, in minor units."""


class SpendSumsComparedApproved(TypedDict):
    count: int
    """How many approved transactions were made in the bucket."""

    amount: int
    """The approved amounts and increments, in minor units, less amounts that were reversed, expired or not
    captured in the bucket. Below 0 if more was released than spent.
    """


class SpendSumsComparedDeclined(TypedDict):
    count: int
    """How many declined transactions were made in the bucket."""

    amount: int
    """The amounts that the declined transactions asked for, in minor units."""


class SpendSumsCompared(TypedDict):
    approved: SpendSumsComparedApproved
    declined: SpendSumsComparedDeclined


class SpendSums(TypedDict):
    start: str
    group: NotRequired[Optional[str]]
    """The group: an id, merchant name, MCC, cost center or reason code. Null: the transactions have none,
    or the entry is `others`. Absent without `groupBy`.
    """

    name: NotRequired[str]
    """The name of the customer, agent, card or merchant category that `group` is."""

    others: NotRequired[bool]
    """True: the entry has the sums of all groups together that are not among the 20 largest."""

    approved: SpendSumsApproved
    declined: SpendSumsDeclined
    compared: NotRequired[SpendSumsCompared]
    """The sums of the other range, from `compareFrom` to `compareTo`."""


class StatusCount(TypedDict):
    status: str
    """The status that is counted, as the filter of the list takes it."""

    count: int
    hasMore: bool
    """Whether more than 1000 have the status."""


class StatusCounts(TypedDict):
    customers: List[StatusCount]
    """How many customers there are of each status, one entry for each."""

    agents: List[StatusCount]
    """How many agents there are of each status, one entry for each."""

    cards: List[StatusCount]
    """How many cards there are of each status, one entry for each."""


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
    """The length of a period of the subscription. A month or year that has no such day ends on its last
    day: 31 January is followed by 28 or 29 February, and then by 31 March.
    """

    purpose: str
    """What the purchase is for."""

    expectedOrigin: NotRequired[str]
    """The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the
    number nowhere else.
    """

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
    """The currency of the amounts in the same object, as ISO 4217 code. Absent: USD."""

    requiresApproval: bool
    approvalReasons: NotRequired[List[ApprovalReason]]
    """Why a person has to decide, or had to. Absent: nobody has to, or it was not kept then."""

    subjectHash: NotRequired[str]
    """The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if
    the subject does. Present while somebody can decide.
    """

    requestedBy: str
    """Who asked for the subscription: the id of an API key, or of a person."""

    approvedBy: NotRequired[str]
    """Who approved or rejected the subscription: the id of an API key, or of a person."""

    approvedAt: NotRequired[str]
    rejectedBy: NotRequired[str]
    """Who approved or rejected the subscription: the id of an API key, or of a person."""

    rejectedAt: NotRequired[str]
    rejectionReason: NotRequired[str]
    decisionNote: NotRequired[str]
    approvalUrl: NotRequired[str]
    """The page where a signed-in person decides about the subscription. Present while the subscription
    waits for one.
    """

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
    """The length of a period of the subscription. A month or year that has no such day ends on its last
    day: 31 January is followed by 28 or 29 February, and then by 31 March.
    """

    purpose: str
    """What the purchase is for."""

    expectedOrigin: NotRequired[str]
    """The origin of the shop where the card number will be entered: `https` and a host. Fillers enter the
    number nowhere else.
    """

    until: NotRequired[str]
    expiresAt: NotRequired[str]
    approvalReasons: NotRequired[List[ApprovalReason]]
    """While it waits for a person: why."""

    transactionId: NotRequired[str]
    """The purchase that matched, or that the subscription did not cover."""

    amount: NotRequired[int]
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    why: NotRequired[Literal["amount", "period"]]
    """Why the subscription did not cover the purchase. `amount`: the purchase was larger than `maxAmount`.
    `period`: the period had its purchase already.
    """

    decision: NotRequired[Literal["approve", "decline"]]


class SubscriptionPeriod(TypedDict):
    startsAt: str
    endsAt: str
    transactionId: NotRequired[str]
    """The purchase that has taken the period. Absent: there was none yet."""


class TestClock(TypedDict):
    now: str


class TestEventData(TypedDict):
    webhookId: str


class TestMessage(TypedDict):
    succeeded: bool
    """Whether the receiver accepted the test message: any 2xx of a mail server or of Slack."""

    statusCode: Optional[int]
    failure: Optional[str]
    """Why the test message got no answer. `not_set_up`: no mail server or no Slack URL is set."""

    responseSnippet: Optional[str]
    """The first 1 KiB of the receiver's answer to the test message."""


class TraceEntry(TypedDict):
    rule: str
    """The rule, named after the field that it checks, for instance `limits.perAuth`."""

    code: RuleCode
    passed: bool
    level: Literal["customer", "agent", "card", "default"]
    window: NotRequired[Literal["perAuth", "perDay", "perWeek", "perMonth", "total"]]
    limit: NotRequired[Union[float, str, List[str], bool]]
    observed: NotRequired[Union[float, str, List[str], bool]]
    liftedBy: NotRequired[str]
    """The change request whose exception lifted the rule for this purchase alone. Without it the purchase
    had been declined.
    """


class Transaction(TypedDict):
    id: str
    customerId: str
    agentId: Optional[str]
    cardId: str
    oneTimeCardId: NotRequired[str]
    """The one-time card of `cardId` that paid. Absent: the card itself."""

    intentId: NotRequired[str]
    subscriptionId: NotRequired[str]
    costCenter: NotRequired[str]
    """The cost center of the purchase: that of its card, else of its agent, else of its customer, as it
    was at the authorization.
    """

    type: Literal["authorization", "force_capture", "credit"]
    status: Literal["pending", "settled", "declined", "reversed", "expired"]
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    authorizedAmount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    settledAmount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
    """

    refundedAmount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
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
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """

    flags: Flags
    authenticated: NotRequired[bool]
    """True: the cardholder was authenticated (3-D Secure) before the purchase. Absent otherwise."""

    attestation: Literal["attested", "stale", "unattested"]
    networkReference: NotRequired[str]
    """The network's own reference of the authorization. A repeated reference gets the first answer."""

    createdAt: str
    updatedAt: str
    settledAt: NotRequired[str]
    metadata: NotRequired[Dict[str, Any]]
    """Data that the account stores with the transaction. The answers of the network API do not have the
    data.
    """

    memo: NotRequired[str]
    """A sentence about the purchase, for the people who keep the books."""

    coding: NotRequired[Dict[str, str]]
    """Under which accounts, tax codes and the like the purchase is booked: up to 20 texts of 100
    characters. Names have up to 40 letters, digits, `_`, `.` and `-`.
    """

    documents: NotRequired[List[TransactionDocument]]
    """The documents of the purchase, such as its invoice, the oldest first. Absent: there are none."""


class TransactionDeclinedEventData(TypedDict):
    transactionId: str
    cardId: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
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
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """

    transaction: Transaction


class TransactionDocument(TypedDict):
    id: str
    name: str
    """The name of the file, as the caller gave it."""

    mediaType: Literal["application/pdf", "image/jpeg", "image/png", "image/webp", "message/rfc822"]
    """The media type of the document, found by its content."""

    size: int
    """The size of the document in bytes."""

    sha256: str
    """The SHA-256 hash of the bytes of the document, in hex."""

    createdAt: str
    createdBy: str
    """Who attached the document: an API key or a person, by id."""


class TransactionDocumentWithContent(TransactionDocument):
    content: str
    """The bytes of the document, as base64 (RFC 4648, section 4)."""


class TransactionDocumentedEventData(TypedDict):
    transactionId: str
    cardId: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
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
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """

    transaction: Transaction
    document: TransactionDocument


class TransactionDocuments(TypedDict):
    data: List[TransactionDocument]
    """The documents of the transaction, the oldest first."""


class TransactionEventData(TypedDict):
    transactionId: str
    cardId: str
    amount: int
    """Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the
    customer is in JPY.
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
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """

    transaction: Transaction


class TransactionWithTraceShadow(TypedDict):
    decision: Literal["approve", "decline"]
    reasons: List[Reason]
    """The reasons of a decline: every rule that declines, in a fixed order. Empty if the purchase is
    approved.
    """


class TransactionWithTrace(Transaction):
    trace: List[TraceEntry]
    """Every rule that the decision checked, in order."""

    shadow: NotRequired[TransactionWithTraceShadow]
    """The decision that the shadow policies would have made about the purchase."""


class WantedChange(TypedDict, total=False):
    policy: PolicyPatch
    limits: LimitsPatch
    allow: WantedEntries
    status: Literal["active"]
    """The wanted status: `active` unfreezes the card, or activates the paused agent."""


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
    """The URL of the webhook, as it was parsed. The role `admin` sees all of it; other roles see its
    origin alone.
    """

    events: List[Union[EventType, Literal["*"]]]
    """The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to be
    named: `["*", "audit.recorded"]`.
    """

    description: NotRequired[str]
    status: Literal["active", "disabled"]
    createdAt: str
    updatedAt: str


class WebhookEventData(TypedDict):
    webhookId: str
    status: Literal["active", "disabled"]
    reason: NotRequired[Literal["requested", "failing"]]
    """Why the webhook was disabled. `failing`: Purser has disabled it, because no attempt has succeeded
    for days.
    """

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
    """The secret that signs the deliveries of the webhook. Only this answer shows it."""


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


class TransactionDocumentedWebhookEvent(TypedDict):
    id: str
    """Deliveries repeat: deduplicate by this id."""

    type: Literal["transaction.documented"]
    createdAt: str
    data: TransactionDocumentedEventData


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
    TransactionDocumentedWebhookEvent,
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
