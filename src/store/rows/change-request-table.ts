import type { ColumnType } from 'kysely'
import type {
  ChangeRequestStatus,
  CreateChangeRequestBody,
  WantedChange,
} from '../../contract/resources/change-requests.ts'
import type { FieldChange } from '../../domain/audit/record.ts'

type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null, string | null>

/** A change request: the change of a card or an agent that somebody asks for. */
export interface ChangeRequestRow {
  id: string
  account_id: string
  customer_id: string
  agent_id: string | null
  /** The card to change. Null: the request is about the agent itself. */
  card_id: string | null
  status: ChangeRequestStatus
  wanted: Json<WantedChange>
  fingerprint: string
  why: string
  transaction_id: string | null
  purchase: NullableJson<NonNullable<CreateChangeRequestBody['purchase']>>
  /** The fields that were changed when the change request was approved. */
  changes: Json<readonly FieldChange[]>
  requested_by: string
  decided_by: string | null
  decided_at: number | null
  note: string | null
  expires_at: number
  created_at: number
}
