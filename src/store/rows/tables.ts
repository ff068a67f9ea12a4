import type { TransactionDocument } from '../../contract/resources/papers/transaction-documents.ts'
import type { ColumnType } from 'kysely'
import type { ApiKeyRequestRow, ApiKeySecretRow, ApiKeyUseRow, ApiKeyTokenBinding } from './key-tables.ts'
import type { SpendRollupRow, SpendSumRow, spendCheckpointsTable } from './spend-tables.ts'
import type { IssuerCallRow, IssuerCardRow, IssuerHolderRow, IssuerStopProgressRow } from './issuer-tables.ts'
import type { MailRow, MessageHourRow, NotificationChannelRow } from './notification-tables.ts'
import type { NodeAndCommandRunTables } from './operation-tables.ts'
import type { PeopleTables } from './people-tables.ts'
import type { accessEventsTable, fillersTable } from './access-tables.ts'
import type { challengesTable } from './challenges.ts'
import type { TableRow, UndistributedRow } from '../statements/table-types.ts'
import type { subscriptionsTable } from './subscriptions.ts'
import type { agentsTable } from './agents.ts'
import type { cardsTable } from './cards.ts'
import type { customersTable } from './customers.ts'
import type { approvalsTable } from './approvals.ts'
import type { intentsTable } from './intents.ts'
import type { changeRequestsTable } from './change-requests.ts'
import type { ApiKeyRole, ApiKeyTier } from '../../contract/resources/api-keys.ts'
import type { AuditEntryRow, AuditHeadRow, SignedAuditHeadRow } from './audit-tables.ts'
import type { networkFactsTable } from './facts.ts'
import type { transactionStepsTable } from './transaction-steps.ts'
import type { transactionsTable } from './transactions.ts'
import type { DeliveryRow, EventRow } from './outbox.ts'
import type { DeliveryAttemptRow, WebhookFailureRow, webhooksTable } from './webhook-tables.ts'

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
  role: ApiKeyRole
  agent_id: string | null
  tier: ApiKeyTier
  requests_per_minute: number | null
  allowed_addresses: string[] | null
  /** How MCP tools show card numbers to a caller with the API key. Null: they show none. */
  mcp_card_details: 'plain' | null
  /** The person or client whose access tokens act as the API key at `/mcp`. Null: no tokens act as the key. */
  mcp_token: ApiKeyTokenBinding | null
  expires_at: number | null
  revoked_at: number | null
  created_at: number
  /**
   * The keys and people that have made this API key or one of its secrets. Null: the key is older than this column, so its makers have to
   * be read from the audit trail.
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

/** The notes of an account beside a transaction: its metadata, a memo, its coding, and the names of its documents. */
export interface TransactionMetadataRow {
  id: string
  account_id: string
  customer_id: string
  metadata: NullableJson<FreeForm>
  memo: string | null
  coding: NullableJson<Record<string, string>>
  documents: NullableJson<readonly TransactionDocument[]>
}

/** The bytes of a document of a transaction, sealed by the vault. */
export interface TransactionDocumentRow {
  id: string
  transaction_id: string
  account_id: string
  customer_id: string
  sealed: Buffer
  created_at: number
}

export interface PolicyVersionRow {
  hash: string
  body: string
}

export interface IdempotencyKeyRow {
  account_id: string
  /** A keyed hash of the API key, the Idempotency-Key, the method and the path: see `createIdempotencyClaims`. */
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

export interface DatabaseTables extends PeopleTables, NodeAndCommandRunTables {
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
  transactions: TableRow<typeof transactionsTable>
  transaction_metadata: InBucket<TransactionMetadataRow>
  transaction_documents: InBucket<TransactionDocumentRow>
  transaction_steps: TableRow<typeof transactionStepsTable>
  issuer_cards: InBucket<IssuerCardRow>
  issuer_calls: InBucket<IssuerCallRow>
  issuer_holders: InBucket<IssuerHolderRow>
  issuer_stop_progress: IssuerStopProgressRow
  facts: TableRow<typeof networkFactsTable>
  spend_checkpoints: TableRow<typeof spendCheckpointsTable>
  spend_sums: InBucket<SpendSumRow>
  spend_folds: InBucket<SpendRollupRow>
  policy_versions: InBucket<PolicyVersionRow>
  intents: TableRow<typeof intentsTable>
  approvals: TableRow<typeof approvalsTable>
  change_requests: TableRow<typeof changeRequestsTable>
  challenges: TableRow<typeof challengesTable>
  subscriptions: TableRow<typeof subscriptionsTable>
  access_events: TableRow<typeof accessEventsTable>
  fillers: TableRow<typeof fillersTable>
  events: EventRow
  webhooks: UndistributedRow<typeof webhooksTable>
  webhook_failures: WebhookFailureRow
  deliveries: DeliveryRow
  delivery_attempts: InBucket<DeliveryAttemptRow>
  idempotency_keys: InBucket<IdempotencyKeyRow>
  audit_entries: AuditEntryRow
  audit_heads: AuditHeadRow
  signed_heads: SignedAuditHeadRow
  node_leases: NodeLeaseRow
  settings: SettingRow
}
