import type { ColumnType } from 'kysely'
import type { SpendCheckpointRow, SpendRollupRow, SpendSumRow } from './spend-tables.ts'
import type { IssuerCallRow, IssuerCardRow, IssuerHolderRow, IssuerStopProgressRow } from './issuer-tables.ts'
import type { LetterRow, NotificationChannelRow } from './notification-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { AccessEventRow, FillerRow } from './access-tables.ts'
import type { ChangeRequestRow } from './change-request-table.ts'
import type { CustomerName } from '../../contract/resources/customers.ts'
import type { Address } from '../../contract/primitives.ts'
import type { ApprovalStatus, IntentReport, IntentStatus, MatchResult } from '../../contract/resources/intents.ts'
import type { EventType } from '../../contract/events.ts'
import type { Limits, Policy } from '../../contract/policy.ts'
import type { Role, Tier } from '../../contract/resources/api-keys.ts'
import type { AuditEntryRow, AuditHeadRow, SignedHeadRow } from './audit-tables.ts'
import type { ShadowVerdict } from '../../domain/transactions/transaction.ts'
import type { CountedPart } from '../../domain/spend/counted-part.ts'
import type { Credentials } from '../../domain/decision/credentials.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'
import type { DeliveryAttemptRow, DeliveryRow, WebhookFailureRow, WebhookRow } from './webhook-tables.ts'

/** A JSON column: read as a value, written as text, so that no array is taken for a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>
type FreeForm = Record<string, unknown>

export interface AccountRow {
  id: string
  name: string
  /** Cents; null: nobody has to confirm with a passkey. */
  approval_passkey_above: number | null
  numbers_need_passkey: boolean
  created_at: number
  /** The four of a stop: null while the account is not stopped. */
  stopped_at: number | null
  stopped_by: string | null
  stopped_by_name: string | null
  stop_reason: string | null
}

export interface ApiKeyRow {
  id: string
  account_id: string
  name: string
  role: Role
  agent_id: string | null
  tier: Tier
  requests_per_minute: number | null
  allowed_addresses: string[] | null
  /** Null: no tool shows the key a card number. */
  mcp_card_details: 'plain' | null
  expires_at: number | null
  revoked_at: number | null
  created_at: number
  /** The keys and people who have made it or one of its secrets. Null: made before this was kept; the audit trail tells. */
  made_by: string[] | null
}

export interface ApiKeySecretRow {
  secret_hash: Buffer
  key_id: string
  valid_until: number | null
  mac: Buffer
}

export interface ApiKeyUseRow {
  key_id: string
  last_used_at: number
}

export interface CustomerRow {
  id: string
  account_id: string
  type: 'consumer' | 'business'
  status: 'active' | 'suspended'
  email: string | null
  name: NullableJson<CustomerName>
  phone: string | null
  policy: Json<Policy>
  shadow_policy: NullableJson<Policy>
  shadow_since: number | null
  limits: Json<Limits>
  metadata: NullableJson<FreeForm>
  /** A new one with every change beneath the customer: see `lockCustomer`. */
  version: string
  created_at: number
}

export interface AgentRow {
  id: string
  account_id: string
  customer_id: string
  external_id: string
  name: string
  status: 'active' | 'paused' | 'disabled'
  policy: Json<Policy>
  shadow_policy: NullableJson<Policy>
  shadow_since: number | null
  limits: Json<Limits>
  metadata: NullableJson<FreeForm>
  created_at: number
  deleted_at: number | null
}

/** Which living agent of an account has an external id. */
export interface AgentExternalIdRow {
  account_id: string
  external_id: string
  agent_id: string
}

export interface CardRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  type: 'virtual' | 'physical'
  usage: 'single' | 'multi'
  status: 'active' | 'frozen' | 'closed'
  /** Null: Purser, which has its number. */
  issuer: string | null
  /** With the expiry: null until its issuer has made it. */
  last4: string | null
  exp_month: string | null
  exp_year: string | null
  policy: Json<Policy>
  shadow_policy: NullableJson<Policy>
  shadow_since: number | null
  limits: Json<Limits>
  label: string | null
  configuration: NullableJson<FreeForm>
  metadata: NullableJson<FreeForm>
  billing: NullableJson<Address>
  shipping: NullableJson<Address>
  merchant_lock: string | null
  expires_at: number | null
  first_spend_at: number | null
  consumed_at: number | null
  /** Moments of wrong expiries and CVVs in a row. */
  failed_credentials: NullableJson<readonly number[]>
  last_attested_at: number | null
  closed_at: number | null
  created_at: number
}

export interface CardSecretRow {
  card_id: string
  account_id: string
  customer_id: string
  master_key_id: string
  hash_key_id: string
  wrapped_key: Buffer
  sealed_pan: Buffer | null
  sealed_cvv: Buffer | null
  number_hash: Buffer | null
  destroyed_at: number | null
}

/** Which card has a number, by a keyed hash. */
export interface CardNumberRow {
  number_hash: Buffer
  card_id: string
}

export interface TransactionRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  intent_id: string | null
  sequence: number
  type: 'authorization' | 'force_capture' | 'credit'
  status: 'pending' | 'settled' | 'declined' | 'reversed' | 'expired'
  amount: number
  authorized_amount: number
  settled_amount: number
  refunded_amount: number
  currency: string
  merchant: Json<{ name?: string; mcc?: string; city?: string; country?: string; networkId?: string }>
  decision: 'approve' | 'decline'
  counted: Json<CountedPart[]>
  reasons: Json<unknown[]>
  flags: number
  trace: Json<unknown[]>
  shadow: NullableJson<ShadowVerdict>
  attestation: 'attested' | 'stale' | 'unattested'
  network_reference: string | null
  /** Keyed: see `network.ts` of the services. */
  reference_hash: string | null
  created_at: number
  updated_at: number
  settled_at: number | null
  expires_at: number
  policy_version: string | null
  decision_inputs: NullableJson<StoredInputs>
}

/** What a decision was made from beside policies and earlier decisions. */
export interface StoredInputs {
  /** Pending intents of the card. */
  intents?: string[]
  /** When a grant of the card was last used up. */
  attestedAt?: number
  /** What the network sent to show that the buyer has the card, where it sent anything. */
  credentials?: Credentials
  /** Wrong ones in a row before, where there were any. */
  failedCredentials?: readonly number[]
}

/** What an account notes beside a transaction. */
export interface TransactionMetadataRow {
  /** Of the transaction. */
  id: string
  account_id: string
  customer_id: string
  metadata: NullableJson<FreeForm>
}

export interface TransactionStepRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  transaction_id: string
  sequence: number
  kind: 'increment' | 'settle' | 'reverse' | 'refund' | 'expire' | 'advise' | 'capture'
  amount: number
  final: boolean | null
  decision: 'approve' | 'decline' | null
  reasons: NullableJson<unknown[]>
  /** What it added to the spend, or took from it. */
  counted: NullableJson<CountedPart[]>
  policy_version: string | null
  decision_inputs: NullableJson<StoredInputs>
  at: number
}

/** A fact that an issuer or a network told, and where it found its place. */
export interface FactRow {
  fact_hash: string
  account_id: string
  customer_id: string
  card_id: string
  reference_hash: string | null
  as_of: number | null
  transaction_id: string
  credit_id: string | null
  created_at: number
}

export interface PolicyVersionRow {
  hash: string
  body: string
}

export interface IntentRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  client_id: string | null
  status: IntentStatus
  declared: Json<DeclaredIntent>
  ceiling: number | null
  declared_by: string
  requires_approval: boolean
  decided_by: string | null
  decided_at: number | null
  decision_note: string | null
  canceled_at: number | null
  matched_at: number | null
  transaction_id: string | null
  match_result: NullableJson<MatchResult>
  report: NullableJson<IntentReport>
  expires_at: number
  created_at: number
}

export interface ApprovalRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  intent_id: string
  status: ApprovalStatus
  subject: Json<DeclaredIntent & { ceiling?: number; policy: Policy }>
  decided_by: string | null
  decided_at: number | null
  note: string | null
  created_at: number
}

export interface EventRow {
  id: string
  account_id: string
  customer_id: string | null
  type: EventType
  data: Json<FreeForm>
  created_at: number
  sequence: number | null
}

export interface IdempotencyKeyRow {
  account_id: string
  /** A keyed hash: see `createClaims`. */
  key: string
  operation: string
  /** Keyed. */
  body_hash: Buffer
  status: number
  reply: Buffer
  sealed: boolean
  created_at: number
}

export interface NodeLeaseRow {
  node: string
  /** Unix milliseconds. */
  until: number
}

export interface RateLeaseRow {
  key_id: string
  started_at: number
  leased: number
}

export interface SettingRow {
  name: string
  value: string
}

/** A row of a table that is kept in buckets. The bucket is a part of its key, set once, and nothing that anybody else asks for. */
type InBucket<Row> = Row & { bucket: ColumnType<number, number, never> }

export interface Tables extends PeopleTables {
  accounts: AccountRow
  api_keys: ApiKeyRow
  api_key_secrets: ApiKeySecretRow
  api_key_uses: ApiKeyUseRow
  notification_channels: NotificationChannelRow
  letters: LetterRow
  rate_leases: InBucket<RateLeaseRow>
  customers: InBucket<CustomerRow>
  agents: InBucket<AgentRow>
  agent_external_ids: InBucket<AgentExternalIdRow>
  cards: InBucket<CardRow>
  card_secrets: InBucket<CardSecretRow>
  card_numbers: InBucket<CardNumberRow>
  transactions: InBucket<TransactionRow>
  transaction_metadata: InBucket<TransactionMetadataRow>
  transaction_steps: InBucket<TransactionStepRow>
  issuer_cards: InBucket<IssuerCardRow>
  issuer_calls: InBucket<IssuerCallRow>
  issuer_holders: InBucket<IssuerHolderRow>
  issuer_stop_progress: IssuerStopProgressRow
  facts: InBucket<FactRow>
  spend_checkpoints: InBucket<SpendCheckpointRow>
  spend_sums: InBucket<SpendSumRow>
  spend_folds: InBucket<SpendRollupRow>
  policy_versions: InBucket<PolicyVersionRow>
  intents: InBucket<IntentRow>
  approvals: InBucket<ApprovalRow>
  change_requests: InBucket<ChangeRequestRow>
  access_events: InBucket<AccessEventRow>
  fillers: InBucket<FillerRow>
  events: InBucket<EventRow>
  webhooks: WebhookRow
  webhook_failures: WebhookFailureRow
  deliveries: InBucket<DeliveryRow>
  delivery_attempts: InBucket<DeliveryAttemptRow>
  idempotency_keys: InBucket<IdempotencyKeyRow>
  audit_entries: AuditEntryRow
  audit_heads: AuditHeadRow
  signed_heads: SignedHeadRow
  node_leases: NodeLeaseRow
  settings: SettingRow
}
