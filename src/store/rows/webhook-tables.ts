import type { WebhookSheet } from '../../contract/sheets/webhook.ts'
import type { SettingColumns } from './setting-columns.ts'

export interface WebhookRow extends SettingColumns<WebhookSheet> {
  id: string
  account_id: string
  sealed_secret: Buffer
  sealed_previous_secret: Buffer | null
  previous_secret_until: number | null
  created_at: number
  updated_at: number
  /**
   * The time of the account's newest event when the webhook's row was written, in Unix milliseconds. Null: an earlier version of the
   * service has written the row.
   */
  newest_event_at: number | null
}

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
