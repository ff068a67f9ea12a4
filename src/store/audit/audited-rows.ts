import type { Selectable } from 'kysely'
import { webhookSheet } from '../../contract/sheets/webhook.ts'
import { auditChangeMaker, currencyAuditFields, ownerOfAuditedResource } from '../../domain/changes/audited.ts'
import type { AuditedFields } from '../../domain/audit/field-changes.ts'
import { sheetAuditedFields } from '../../domain/changes/sheet-fields.ts'
import { nullableIsoTimestamp } from '../../lib/clock.ts'
import type { NotificationChannelRow } from '../rows/notification-tables.ts'
import type { InvitationRow, PersonRow } from '../rows/people-tables.ts'
import type { FillerState } from '../rows/access-tables.ts'
import type { AccountRow, ApiKeyRow, TransactionMetadataRow } from '../rows/tables.ts'
import type { StoredWebhook } from '../rows/webhook-tables.ts'

type TransactionMetadata = Selectable<TransactionMetadataRow>

export const accountAuditFields = (account: AccountRow): AuditedFields => ({
  name: account.name,
  approvalPasskeyAbove: account.approval_passkey_above,
  numbersNeedPasskey: account.numbers_need_passkey,
  timeZone: account.time_zone,
  ...currencyAuditFields(account),
  stoppedAt: nullableIsoTimestamp(account.stopped_at),
  stoppedBy: account.stopped_by,
  stoppedByName: account.stopped_by_name,
  stopReason: account.stop_reason,
})

/** The audit trail records only what is noted beside a transaction, because the decisions about it are in the journal. */
export const transactionAuditFields = ({ metadata, memo, coding, documents }: TransactionMetadata): AuditedFields => ({
  metadata,
  memo,
  coding,
  documents,
})

export const fillerAuditFields = ({ customerId, agentId, name, publicKey }: FillerState): AuditedFields => ({
  customerId,
  agentId,
  name,
  publicKey,
})

export const apiKeyAuditFields = (key: ApiKeyRow): AuditedFields => ({
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

const settingsOfWebhook = sheetAuditedFields(webhookSheet, {})

export const webhookAuditFields = (webhook: StoredWebhook): AuditedFields => ({
  ...settingsOfWebhook(webhook),
  previousSecretUntil: nullableIsoTimestamp(webhook.previousSecretUntil),
})

export const personAuditFields = ({ email, name, role, status }: PersonRow): AuditedFields => ({
  email,
  name,
  role,
  status,
})

export const invitationAuditFields = (invitation: InvitationRow): AuditedFields => ({
  email: invitation.email,
  role: invitation.role,
  expiresAt: nullableIsoTimestamp(invitation.expires_at),
  acceptedAt: nullableIsoTimestamp(invitation.accepted_at),
  revokedAt: nullableIsoTimestamp(invitation.revoked_at),
})

/** A notification channel as the audit trail records it. The channel's URL in Slack is a secret, and is not recorded. */
export const notificationChannelAuditFields = (channel: NotificationChannelRow): AuditedFields => ({
  personId: channel.person_id,
  events: channel.events,
  hasUrl: channel.sealed_url === null ? null : true,
})

const itself = ({ id }: AccountRow) => ({ accountId: id, customerId: null })
const ofAccount = ({ account_id }: { account_id: string }) => ({ accountId: account_id, customerId: null })

export const accountAuditChange = auditChangeMaker<AccountRow>('account', accountAuditFields, itself)
export const transactionAuditChange = auditChangeMaker<TransactionMetadata>(
  'transaction',
  transactionAuditFields,
  (row) => ({
    accountId: row.account_id,
    customerId: row.customer_id,
  }),
)
export const fillerAuditChange = auditChangeMaker<FillerState>('filler', fillerAuditFields, ownerOfAuditedResource)
export const apiKeyAuditChange = auditChangeMaker<ApiKeyRow>('api_key', apiKeyAuditFields, ofAccount)
export const personAuditChange = auditChangeMaker<PersonRow>('person', personAuditFields, ofAccount)
export const invitationAuditChange = auditChangeMaker<InvitationRow>('invitation', invitationAuditFields, ofAccount)
export const notificationChannelAuditChange = auditChangeMaker<NotificationChannelRow>(
  'notification_channel',
  notificationChannelAuditFields,
  ofAccount,
)
export const webhookAuditChange = auditChangeMaker<StoredWebhook>('webhook', webhookAuditFields, ({ accountId }) => ({
  accountId,
  customerId: null,
}))
