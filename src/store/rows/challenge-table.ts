import type { ColumnType } from 'kysely'
import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import type { Merchant } from '../../domain/entities.ts'

/** A challenge: an issuer asks whether the cardholder agrees to a purchase. */
export interface ChallengeRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  issuer: string
  /** The id that the issuer has given the authentication (3-D Secure). */
  reference: string
  status: ChallengeStatus
  amount: number | null
  currency: string | null
  merchant_amount: number | null
  merchant_currency: string | null
  merchant: ColumnType<Merchant, string, string>
  intent_id: string | null
  decided_by: string | null
  decided_at: number | null
  note: string | null
  expires_at: number
  /** Until when the issuer takes the answer to the challenge by a call, in Unix milliseconds. Null: the issuer has not asked for one. */
  answer_until: number | null
  answered_at: number | null
  /** Why the issuer refused the answer to the challenge. Null: the issuer has not refused it. */
  answer_error: string | null
  created_at: number
}
