import type { Generated } from 'kysely'
import type { EventType } from '../../contract/events.ts'
import type { WebhookSheet } from '../../contract/sheets/webhook.ts'
import type { SettingColumns } from './setting-columns.ts'
import type { DeliveryStatus } from '../../contract/resources/webhooks.ts'

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

export interface DeliveryRow {
  id: string
  account_id: string
  /**
   * The id of the receiver: a webhook, a notification channel, or a person without a channel. For a mail of the table `letters` it is the
   * id of that row, which has the address.
   */
  webhook_id: string
  event_id: string
  event_type: EventType | 'letter'
  status: DeliveryStatus
  attempt_count: Generated<number>
  next_attempt_at: number | null
  manual_at: number | null
  leased_until: number | null
  created_at: number
  updated_at: number
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
