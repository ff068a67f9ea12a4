import { webhookSheet } from '../../contract/sheets/webhook.ts'
import { asciiColumn, bigintColumn, bytesColumn } from '../statements/column.ts'
import { defineUndistributedTable } from '../statements/table.ts'
import { resourceSettingColumns } from './setting-columns.ts'

interface Registered {
  /** The time of the account's newest event when the webhook's row was written, in Unix milliseconds. Null: it has none. */
  readonly newestEventAt: number | null
}

export const webhooksTable = defineUndistributedTable('webhooks', {
  id: asciiColumn,
  accountId: asciiColumn,
  ...resourceSettingColumns(webhookSheet),
  sealedSecret: bytesColumn,
  sealedPreviousSecret: bytesColumn.nullable,
  previousSecretUntil: bigintColumn.nullable,
  createdAt: bigintColumn,
  updatedAt: bigintColumn,
  newestEventAt: bigintColumn.nullable.from(({ newestEventAt }: Registered) => newestEventAt),
})
export type StoredWebhook = ReturnType<typeof webhooksTable.state>

export interface DeliveryAttemptRow {
  delivery_id: string
  number: number
  started_at: number
  duration_ms: number
  status_code: number | null
  error: string | null
  response_snippet: string | null
  manual: boolean
}

/** A webhook whose last attempts failed, or one that was disabled for its failures and still has waiting deliveries. */
export interface WebhookFailureRow {
  webhook_id: string
  account_id: string
  since: number
  disabled_at: number | null
}
