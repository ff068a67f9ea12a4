import type { JsonColumn } from '../statements/table-types.ts'
import type { ColumnType } from 'kysely'
import type { ApiKeyRequestRow, ApiKeySecretRow, ApiKeyUseRow, TokenBinding } from './key-tables.ts'
import type { SpendCheckpointRow, SpendRollupRow, SpendSumRow } from './spend-tables.ts'
import type { IssuerCallRow, IssuerCardRow, IssuerHolderRow, IssuerStopProgressRow } from './issuer-tables.ts'
import type { MailRow, MessageHourRow, NotificationChannelRow } from './notification-tables.ts'
import type { OperationTables } from './operation-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { PackedMemories } from '../../domain/memories/memories.ts'
import type { AccessEventRow, FillerRow } from './access-tables.ts'
import type { challengesTable } from './challenges.ts'
import type { TableRow } from '../statements/table-types.ts'
import type { subscriptionsTable } from './subscriptions.ts'
import type { agentsTable } from './agents.ts'
import type { cardsTable } from './cards.ts'
import type { customersTable } from './customers.ts'
import type { approvalsTable } from './approvals.ts'
import type { intentsTable } from './intents.ts'
import type { changeRequestsTable } from './change-requests.ts'
import type { EventType } from '../../contract/events.ts'
import type { Role, Tier } from '../../contract/resources/api-keys.ts'
import type { AuditEntryRow, AuditHeadRow, SignedAuditHeadRow } from './audit-tables.ts'
import type { ShadowVerdict } from '../../domain/transactions/transaction.ts'
import type { CountedAmount } from '../../domain/spend/counted-part.ts'
import type { SentCredentials } from '../../domain/credentials.ts'
import type { IntentVersion } from '../../domain/batch/decision-inputs.ts'
import type { DeliveryAttemptRow, DeliveryRow, WebhookFailureRow, WebhookRow } from './webhook-tables.ts'

type NullableJson<T> = ColumnType<T | null, string | null, string | null>
type FreeForm = Record<string, unknown>

export interface AccountRow {
  id: string
  name: string
  /** Approvals of more cents than this have to be confirmed with a passkey. Null: no approval has to be. */
  approval_passkey_above: number | null
  numbers_need_passkey: boolean
  /** The account's time zone, an IANA name. Null: UTC. */
  time_zone: string | null
  /** The currency of customers that are made without a currency. */
  currency: string
  created_at: number
  /** When all spending of the account was stopped. This and the other columns about the stop are null while the account is not stopped. */
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
  /** How MCP tools show card numbers to a caller with the key. Null: they show none. */
  mcp_card_details: 'plain' | null
  /** The person or client whose access tokens act as the API key at `/mcp`. Null: no tokens act as the key. */
  mcp_token: TokenBinding | null
  expires_at: number | null
  revoked_at: number | null
  created_at: number
  /**
   * The keys and people that have made this key or one of its secrets. Null: the key is older than this column, so its makers have to be
   * read from the audit trail.
   */
  made_by: string[] | null
}

export type CustomerRow = TableRow<typeof customersTable>
export type AgentRow = TableRow<typeof agentsTable>
export type CardRow = TableRow<typeof cardsTable>

/** The agent that has an external id. A deleted agent has no such row, so its external id can be used again. */
export interface AgentExternalIdRow {
  account_id: string
  external_id: string
  agent_id: string
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

/** The card that has a number, by a keyed hash of the number. */
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
  /** The subscription that the purchase has matched. Null: it has matched none. */
  subscription_id: string | null
  /** The cost center of the card, the agent or the customer when the transaction was decided. Null: none had one. */
  cost_center: string | null
  sequence: number
  type: 'authorization' | 'force_capture' | 'credit'
  status: 'pending' | 'settled' | 'declined' | 'reversed' | 'expired'
  amount: number
  authorized_amount: number
  settled_amount: number
  refunded_amount: number
  currency: string
  /** The amount that the merchant asked for, in minor units of `merchant_currency`. Null: the network did not say. */
  merchant_amount: number | null
  merchant_currency: string | null
  merchant: JsonColumn<{ name?: string; mcc?: string; city?: string; country?: string; networkId?: string }>
  decision: 'approve' | 'decline'
  counted: JsonColumn<CountedAmount[]>
  reasons: JsonColumn<unknown[]>
  flags: number
  trace: JsonColumn<unknown[]>
  shadow: NullableJson<ShadowVerdict>
  attestation: 'attested' | 'stale' | 'unattested'
  network_reference: string | null
  /** A keyed hash of the network reference: see `services/network/network-reference.ts`. */
  reference_hash: string | null
  created_at: number
  updated_at: number
  settled_at: number | null
  expires_at: number
  policy_version: string | null
  decision_inputs: NullableJson<StoredDecisionInputs>
}

/** The inputs of a decision that are stored with it, beside the policies and the journal. Memories add members of their own (`forms`). */
export interface StoredDecisionInputs extends PackedMemories {
  /** The card's pending intents, as the decision read them. */
  intents?: IntentVersion[]
  /** The card's subscriptions that the purchase could match, with the start of the period that is taken, in Unix milliseconds. */
  subscriptions?: (readonly [id: string, takenFrom: number | null])[]
  /** When an agent last confirmed an intent for the card, in Unix milliseconds. */
  attestedAt?: number
  /** The expiry, CVV and similar data that the network sent to show that the buyer has the card. */
  credentials?: SentCredentials
  /** The times at which the card was used with wrong credentials since the last right ones, before the decision, in Unix milliseconds. */
  failedCredentials?: readonly number[]
}

/** The metadata that an account keeps with a transaction. */
export interface TransactionMetadataRow {
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
  /** The amounts that the step adds to the spend or subtracts from it, each with its time. */
  counted: NullableJson<CountedAmount[]>
  policy_version: string | null
  decision_inputs: NullableJson<StoredDecisionInputs>
  at: number
}

/** A fact that an issuer or a network has reported, and the transaction that it belongs to. */
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

export interface EventRow {
  id: string
  account_id: string
  customer_id: string | null
  type: EventType
  data: JsonColumn<FreeForm>
  created_at: number
  sequence: number | null
}

export interface IdempotencyKeyRow {
  account_id: string
  /** A keyed hash of the API key, the Idempotency-Key, the method and the path: see `createClaims`. */
  key: string
  operation: string
  /** A keyed hash of the request's body. */
  body_hash: Buffer
  status: number
  reply: Buffer
  sealed: boolean
  created_at: number
}

export interface NodeLeaseRow {
  node: string
  /** When the lease of the node ends, in Unix milliseconds. */
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

/** A row of a table that can be distributed. The bucket is part of the table's key, and never changes. */
type InBucket<Row> = Row & { bucket: ColumnType<number, number, never> }

export interface DatabaseTables extends PeopleTables, OperationTables {
  accounts: AccountRow
  api_keys: ApiKeyRow
  api_key_secrets: ApiKeySecretRow
  api_key_uses: ApiKeyUseRow
  api_key_requests: ApiKeyRequestRow
  notification_channels: NotificationChannelRow
  message_hours: MessageHourRow
  letters: MailRow
  rate_leases: InBucket<RateLeaseRow>
  customers: CustomerRow
  agents: AgentRow
  agent_external_ids: InBucket<AgentExternalIdRow>
  cards: CardRow
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
  intents: TableRow<typeof intentsTable>
  approvals: TableRow<typeof approvalsTable>
  change_requests: TableRow<typeof changeRequestsTable>
  challenges: TableRow<typeof challengesTable>
  subscriptions: TableRow<typeof subscriptionsTable>
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
  signed_heads: SignedAuditHeadRow
  node_leases: NodeLeaseRow
  settings: SettingRow
}
