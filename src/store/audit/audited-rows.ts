import type { Selectable } from 'kysely'
import { webhookSheet } from '../../contract/sheets/webhook.ts'
import { auditedChangeOf, auditedCurrency, auditedOwner } from '../../domain/changes/audited.ts'
import type { AuditedFields } from '../../domain/audit/field-changes.ts'
import { sheetAuditedFields } from '../../domain/changes/sheet-fields.ts'
import { nullableIsoTimestamp } from '../../lib/clock.ts'
import type { NotificationChannelRow } from '../rows/notification-tables.ts'
import type { InvitationRow, PersonRow } from '../rows/people-tables.ts'
import type { FillerState } from '../rows/access-tables.ts'
import type { AccountRow, ApiKeyRow, TransactionMetadataRow } from '../rows/tables.ts'
import type { StoredWebhook } from '../rows/webhook-tables.ts'

type TransactionMetadata = Selectable<TransactionMetadataRow>

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

/** The audit trail records only what is noted beside a transaction, because the decisions about it are in the journal. */
export const auditedTransaction = ({ metadata, memo, coding, documents }: TransactionMetadata): AuditedFields => ({
  metadata,
  memo,
  coding,
  documents,
})

export const auditedFiller = ({ customerId, agentId, name, publicKey }: FillerState): AuditedFields => ({
  customerId,
  agentId,
  name,
  publicKey,
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

const settingsOfWebhook = sheetAuditedFields(webhookSheet, {})

export const auditedWebhook = (webhook: StoredWebhook): AuditedFields => ({
  ...settingsOfWebhook(webhook),
  previousSecretUntil: nullableIsoTimestamp(webhook.previousSecretUntil),
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

const itself = ({ id }: AccountRow) => ({ accountId: id, customerId: null })
const ofAccount = ({ account_id }: { account_id: string }) => ({ accountId: account_id, customerId: null })

export const accountChange = auditedChangeOf<AccountRow>('account', auditedAccount, itself)
export const transactionChange = auditedChangeOf<TransactionMetadata>('transaction', auditedTransaction, (row) => ({
  accountId: row.account_id,
  customerId: row.customer_id,
}))
export const fillerChange = auditedChangeOf<FillerState>('filler', auditedFiller, auditedOwner)
export const keyChange = auditedChangeOf<ApiKeyRow>('api_key', auditedKey, ofAccount)
export const personChange = auditedChangeOf<PersonRow>('person', auditedPerson, ofAccount)
export const invitationChange = auditedChangeOf<InvitationRow>('invitation', auditedInvitation, ofAccount)
export const channelChange = auditedChangeOf<NotificationChannelRow>('notification_channel', auditedChannel, ofAccount)
export const webhookChange = auditedChangeOf<StoredWebhook>('webhook', auditedWebhook, ({ accountId }) => ({
  accountId,
  customerId: null,
}))
