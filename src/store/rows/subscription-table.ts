import type { ColumnType } from 'kysely'
import type { ExceededPurchase, SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { DeclaredSubscription } from '../../domain/subscription.ts'

type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

/** A subscription of a card. */
export interface SubscriptionRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  status: SubscriptionStatus
  declared: Json<DeclaredSubscription>
  requires_approval: boolean
  requested_by: string
  decided_by: string | null
  decided_at: number | null
  decision_note: string | null
  activated_at: number | null
  paused_at: number | null
  canceled_at: number | null
  until: number | null
  /** When the wait for a person ends, afterwards `until`. Null: never. */
  expires_at: number | null
  /** The start of the last period that a purchase took, and that purchase. Null: none did, or it was given back. */
  taken_from: number | null
  taken_by: string | null
  /** The last purchase at the merchant that the subscription did not cover. */
  exceeded: NullableJson<ExceededPurchase>
  created_at: number
}
