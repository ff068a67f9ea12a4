import type { ColumnType } from 'kysely'
import type { ExceededPurchase, SubscriptionStatus } from '../../contract/resources/subscriptions/subscriptions.ts'
import type { DeclaredSubscription } from '../../domain/subscription.ts'

type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

/** A subscription of a card: purchases that its agent declares in advance. */
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
  /**
   * When the subscription stops waiting for a person or, after that wait, the time `until` at which it ends, in Unix milliseconds. Null:
   * neither.
   */
  expires_at: number | null
  /**
   * The start of the subscription's last period that a purchase took, and the id of that purchase. Null: no purchase took one, or the
   * period was given back.
   */
  taken_from: number | null
  taken_by: string | null
  /** The last purchase at the merchant that the subscription did not cover. */
  exceeded: NullableJson<ExceededPurchase>
  created_at: number
}
