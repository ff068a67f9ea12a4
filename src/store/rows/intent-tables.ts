import type { ColumnType } from 'kysely'
import type { ApprovalStatus, IntentReport, MatchResult } from '../../contract/resources/intents.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { Policy } from '../../contract/policy.ts'
import type { EarlierDeclaration } from '../../domain/intents/correction.ts'
import type { DeclaredIntent } from '../../domain/intents/intent.ts'

/** A JSON column. It is read as a value and written as text, so that an array is not sent as a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

export interface IntentRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  client_id: string | null
  status: IntentStatus
  declared: Json<DeclaredIntent>
  ceiling: number | null
  declared_by: string
  requires_approval: boolean
  decided_by: string | null
  decided_at: number | null
  decision_note: string | null
  canceled_at: number | null
  revoked_by: string | null
  revocation_reason: string | null
  matched_at: number | null
  transaction_id: string | null
  match_result: NullableJson<MatchResult>
  report: NullableJson<IntentReport>
  corrections: NullableJson<readonly EarlierDeclaration[]>
  expires_at: number
  created_at: number
}

export interface ApprovalRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  card_id: string
  intent_id: string
  status: ApprovalStatus
  subject: Json<DeclaredIntent & { ceiling?: number; policy: Policy }>
  decided_by: string | null
  decided_at: number | null
  note: string | null
  created_at: number
}
