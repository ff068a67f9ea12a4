import type { Selectable } from 'kysely'
import { webhookSheet } from '../../contract/sheets/webhook.ts'
import {
  auditedAgent as agentState,
  auditedCard as auditedState,
  auditedChallenge as stateOfChallenge,
  auditedChangeRequest as requestState,
  auditedCurrency,
  auditedCustomer as customerState,
  auditedSubscription as subscriptionFields,
} from '../../domain/changes/audited.ts'
import { type AuditedFields, auditedFieldChanges } from '../../domain/audit/field-changes.ts'
import { sheetAuditedFields } from '../../domain/changes/sheet-fields.ts'
import type { ResourceChange, ResourceType } from '../../domain/audit/audited-act.ts'
import { nullableIsoTimestamp } from '../../lib/clock.ts'
import type { NotificationChannelRow } from '../rows/notification-tables.ts'
import type { InvitationRow, PersonRow } from '../rows/people-tables.ts'
import type { AccessEventRow, FillerRow } from '../rows/access-tables.ts'
import { challengesTable } from '../rows/challenges.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { subscriptionsTable } from '../rows/subscriptions.ts'
import type { SelectedRow } from '../statements/table-types.ts'
import type { AccountRow, ApiKeyRow, TransactionMetadataRow } from '../rows/tables.ts'
import { agentsTable } from '../rows/agents.ts'
import { customersTable } from '../rows/customers.ts'
import { cardsTable as cardTable } from '../rows/cards.ts'
import { settingsReader } from '../rows/setting-columns.ts'
import type { WebhookRow } from '../rows/webhook-tables.ts'

type Customer = Omit<SelectedRow<typeof customersTable>, 'version'>
type Agent = SelectedRow<typeof agentsTable>
type Card = SelectedRow<typeof cardTable>
type TransactionMetadata = Selectable<TransactionMetadataRow>
type AccessEvent = Selectable<AccessEventRow>
type Challenge = SelectedRow<typeof challengesTable>
type ChangeRequest = SelectedRow<typeof changeRequestsTable>
type Subscription = SelectedRow<typeof subscriptionsTable>
type Filler = Selectable<FillerRow>
type Webhook = Omit<Selectable<WebhookRow>, 'newest_event_at'>

export const auditedAccount = (account: AccountRow): AuditedFields => ({
  name: account.name,
  approvalPasskeyAbove: account.approval_passkey_above,
  numbersNeedPasskey: account.numbers_need_passkey,
  timeZone: account.time_zone,
  ...auditedCurrency(account),
  stoppedAt: nullableIsoTimestamp(account.stopped_at),
  stoppedBy: account.stopped_by,
  stoppedByName: account.stopped_by_name,
  stopReason: account.stop_reason,
})

export const auditedCustomerRow = (customer: Customer): AuditedFields => customerState(customersTable.state(customer))

export const auditedAgentRow = (agent: Agent): AuditedFields => agentState(agentsTable.state(agent))
export const auditedCardRow = (card: Card): AuditedFields => auditedState(cardTable.state(card))

/** The audit trail records only the metadata of a transaction, because the decisions about it are in the journal. */
export const auditedTransaction = ({ metadata }: TransactionMetadata): AuditedFields => ({ metadata })

export const auditedAccess = (access: AccessEvent): AuditedFields => ({
  customerId: access.customer_id,
  agentId: access.agent_id,
  cardId: access.card_id,
  intentId: access.intent_id,
  keyId: access.key_id,
  kind: access.kind,
  decision: access.decision,
  reasons: access.reasons,
  purpose: access.purpose,
  expectedAmount: access.expected_amount,
  merchant: access.merchant,
  passkeyId: access.passkey_id,
  replayOf: access.replay_of,
  expiresAt: nullableIsoTimestamp(access.expires_at),
  consumedAt: nullableIsoTimestamp(access.consumed_at),
})

export const auditedChangeRequestRow = (request: ChangeRequest): AuditedFields =>
  requestState(changeRequestsTable.state(request))

export const auditedChallengeRow = (challenge: Challenge): AuditedFields =>
  stateOfChallenge(challengesTable.state(challenge))
export const auditedSubscriptionRow = (subscription: Subscription): AuditedFields =>
  subscriptionFields(subscriptionsTable.state(subscription))

export const auditedFiller = (filler: Filler): AuditedFields => ({
  customerId: filler.customer_id,
  agentId: filler.agent_id,
  name: filler.name,
  publicKey: filler.public_key,
})

export const auditedKey = (key: ApiKeyRow): AuditedFields => ({
  name: key.name,
  role: key.role,
  agentId: key.agent_id,
  tier: key.tier,
  requestsPerMinute: key.requests_per_minute,
  allowedAddresses: key.allowed_addresses,
  mcpCardDetails: key.mcp_card_details,
  mcpToken: key.mcp_token,
  expiresAt: nullableIsoTimestamp(key.expires_at),
  revokedAt: nullableIsoTimestamp(key.revoked_at),
})

const webhookSettings = settingsReader(webhookSheet)
const settingsOfWebhook = sheetAuditedFields(webhookSheet, {})

export const auditedWebhook = (webhook: Webhook): AuditedFields => ({
  ...settingsOfWebhook(webhookSettings(webhook)),
  previousSecretUntil: nullableIsoTimestamp(webhook.previous_secret_until),
})

export const auditedPerson = ({ email, name, role, status }: PersonRow): AuditedFields => ({
  email,
  name,
  role,
  status,
})

export const auditedInvitation = (invitation: InvitationRow): AuditedFields => ({
  email: invitation.email,
  role: invitation.role,
  expiresAt: nullableIsoTimestamp(invitation.expires_at),
  acceptedAt: nullableIsoTimestamp(invitation.accepted_at),
  revokedAt: nullableIsoTimestamp(invitation.revoked_at),
})

/** A notification channel as the audit trail records it. The channel's URL in Slack is a secret, and is not recorded. */
export const auditedChannel = (channel: NotificationChannelRow): AuditedFields => ({
  personId: channel.person_id,
  events: channel.events,
  hasUrl: channel.sealed_url === null ? null : true,
})

export const accountChange = (before: AccountRow | null, account: AccountRow): ResourceChange => ({
  accountId: account.id,
  resource: { type: 'account', id: account.id },
  customerId: null,
  changes: auditedFieldChanges(before && auditedAccount(before), auditedAccount(account)),
})

/** Makes a function that says what has changed between two states of a row. `before` is null for a new row, `after` for a removed one. */
const changeOf =
  <Row extends { id: string; account_id: string }>(
    type: ResourceType,
    state: (row: Row) => AuditedFields,
    customerOf: (row: Row) => string | null,
  ) =>
  (before: Row | null, after: Row | null): ResourceChange => {
    const row = (after ?? before) as Row
    return {
      accountId: row.account_id,
      resource: { type, id: row.id },
      customerId: customerOf(row),
      changes: auditedFieldChanges(before && state(before), after && state(after)),
    }
  }

const nobody = (): null => null
const owner = ({ customer_id }: { customer_id: string }): string => customer_id

export const cardRowChange = changeOf<Card>('card', auditedCardRow, owner)
export const transactionChange = changeOf<TransactionMetadata>('transaction', auditedTransaction, owner)
export const accessChange = changeOf<AccessEvent>('access_event', auditedAccess, owner)
export const fillerChange = changeOf<Filler>('filler', auditedFiller, owner)
export const keyChange = changeOf<ApiKeyRow>('api_key', auditedKey, nobody)
export const personChange = changeOf<PersonRow>('person', auditedPerson, nobody)
export const invitationChange = changeOf<InvitationRow>('invitation', auditedInvitation, nobody)
export const channelChange = changeOf<NotificationChannelRow>('notification_channel', auditedChannel, nobody)
export const webhookChange = changeOf<Webhook>('webhook', auditedWebhook, nobody)
