import type { ColumnType } from 'kysely'
import type { FillerKey } from '../../contract/resources/fillers.ts'

type Json<T> = ColumnType<T, string, string>

export interface AccessEventRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  intent_id: string | null
  key_id: string
  kind: 'grant' | 'read'
  decision: 'granted' | 'denied'
  reasons: Json<{ code: string; message: string }[]>
  purpose: string | null
  expected_amount: number | null
  merchant: string | null
  /** Of a read that a person has confirmed with one. */
  passkey_id: string | null
  /** Of a read whose Idempotency-Key was used before: the first read with it. */
  replay_of: string | null
  granted_at: number | null
  expires_at: number | null
  consumed_at: number | null
  created_at: number
}

/** What enters card numbers for an agent. */
export interface FillerRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string
  name: string
  public_key: Json<FillerKey>
  created_at: number
}
