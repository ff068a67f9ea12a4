import type { ColumnType, Selectable } from 'kysely'
import type { Address } from '../../contract/primitives.ts'
import type { CustomerName } from '../../contract/resources/customers.ts'

type Json<T> = ColumnType<T, string, string>

/** Which card a token of an issuer is. */
export interface IssuerCardRow {
  card_token: string
  issuer: string
  card_id: string
  created_at: number
}

/** A card that another issuer makes, as far as that one knows of it. */
export interface IssuerCallRow {
  card_id: string
  account_id: string
  customer_id: string
  issuer: string
  /** What it is made with: the same in every attempt. */
  first_status: 'active' | 'frozen' | 'closed'
  /** Of the idempotency key that it is made under. */
  version: number
  /** When that key was first used. */
  tried_at: number | null
  card_token: string | null
  /** The last one that it was asked for, and how many they were. */
  asked_status: 'active' | 'frozen' | 'closed' | null
  asked_count: number
  /** The one that it has; null: not known. */
  told_status: 'active' | 'frozen' | 'closed' | null
  /** The same of what it holds the card to, as text. */
  asked_limits: string | null
  told_limits: string | null
  failed: boolean
  attempt: number
  failing_since: number | null
  last_error: string | null
  next_at: number | null
  leased_until: number | null
}
export type IssuerCall = Selectable<IssuerCallRow>

/** With what the account says of its cards at their issuers. */
export type IssuerCallOfAccount = IssuerCall & { readonly is_account_stopped: boolean }

/** A stop or a resume that is being worked off. */
export interface IssuerStopProgressRow {
  account_id: string
  part: number | null
  after_card: string
}

/** What an issuer makes a holder from. */
export interface HolderRequest {
  readonly type: 'consumer' | 'business'
  readonly name: CustomerName
  readonly email: string | null
  readonly phone: string | null
  readonly billing: Address
}

export interface IssuerHolderRow {
  customer_id: string
  account_id: string
  issuer: string
  request: Json<HolderRequest>
  version: number
  tried_at: number | null
  holder_token: string | null
  created_at: number
}
