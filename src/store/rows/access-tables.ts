import type { JsonColumn } from '../statements/table-types.ts'
import type { FillerKey } from '../../contract/resources/fillers.ts'

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
  reasons: JsonColumn<{ code: string; message: string }[]>
  purpose: string | null
  expected_amount: number | null
  merchant: string | null
  /** The passkey with which a person has confirmed the read of the card number. Null: nobody has confirmed it with a passkey. */
  passkey_id: string | null
  /**
   * The id of the access event of the first read of the card number with the same Idempotency-Key. Null: this is the first read, or the
   * request had no such key.
   */
  replay_of: string | null
  granted_at: number | null
  expires_at: number | null
  consumed_at: number | null
  created_at: number
}

/** A filler: the program that enters card numbers for an agent. */
export interface FillerRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string
  name: string
  public_key: JsonColumn<FillerKey>
  created_at: number
}
