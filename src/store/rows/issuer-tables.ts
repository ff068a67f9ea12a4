import type { ColumnType, Selectable } from 'kysely'
import type { Address } from '../../contract/primitives.ts'
import type { CustomerName } from '../../contract/resources/customers.ts'

type Json<T> = ColumnType<T, string, string>

/** The card that an issuer's token stands for. */
export interface IssuerCardRow {
  card_token: string
  issuer: string
  card_id: string
  created_at: number
}

/** A card that another issuer makes, and what that issuer was asked and is known to have done. */
export interface IssuerCallRow {
  card_id: string
  account_id: string
  customer_id: string
  issuer: string
  /** The status that the card is made with. It is the same in every attempt. */
  first_status: 'active' | 'frozen' | 'closed'
  /** The number of the idempotency key under which the card is made. */
  version: number
  /** When the idempotency key was first used, in Unix milliseconds. */
  tried_at: number | null
  card_token: string | null
  /** The status that the issuer was last asked for, and how many times it was asked. */
  asked_status: 'active' | 'frozen' | 'closed' | null
  asked_count: number
  /** The card's status that the issuer has confirmed. Null: it is not known which status the card has there. */
  told_status: 'active' | 'frozen' | 'closed' | null
  /** The limits that the issuer was asked for, and those that it has confirmed, as text. */
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

/** A row with what the account says about its cards at their issuers. */
export type IssuerCallOfAccount = IssuerCall & { readonly is_account_stopped: boolean }

/** How far a stop or a resume of an account has reached its issuers. */
export interface IssuerStopProgressRow {
  account_id: string
  part: number | null
  after_card: string
}

/** The request from which an issuer makes a cardholder. */
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
