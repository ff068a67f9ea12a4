import type { JsonColumn } from '../statements/table-types.ts'
import type { Selectable } from 'kysely'
import type { PostalAddress } from '../../contract/primitives.ts'
import type { CustomerName } from '../../contract/sheets/customer-fields.ts'

/** A row that says which card an issuer's token stands for. */
export interface IssuerCardRow {
  card_token: string
  issuer: string
  card_id: string
  created_at: number
}

/** The calls about a card that an issuer other than Purser has made: what the issuer was asked for, and what it has confirmed. */
export interface IssuerCallRow {
  card_id: string
  account_id: string
  customer_id: string
  issuer: string
  /** The status with which the issuer is asked to make the card. It is the same in every attempt. */
  first_status: 'active' | 'frozen' | 'closed'
  /** The version of the idempotency key under which the issuer is asked to make the card. A higher version makes a new key. */
  version: number
  /** When the present idempotency key of the request for the card was first used, in Unix milliseconds. Null: it was not used yet. */
  tried_at: number | null
  card_token: string | null
  /** The status that the issuer was last asked for. `asked_count` is the number of the last request about the card. */
  asked_status: 'active' | 'frozen' | 'closed' | null
  asked_count: number
  /** The status that the issuer has confirmed for the card. Null: nobody knows which status the card has at the issuer. */
  told_status: 'active' | 'frozen' | 'closed' | null
  /** The limits that the issuer was last asked for (`asked_limits`), and those that it has confirmed (`told_limits`), as text. */
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

/** A row of `issuer_calls`, and whether all spending of its account is stopped. */
export type IssuerCallOfAccount = IssuerCall & { readonly is_account_stopped: boolean }

/**
 * How far a stop or a resume of an account has come: the calls about cards up to `after_card` are due. `part` is the bucket scope, or null
 * for all buckets.
 */
export interface IssuerStopProgressRow {
  account_id: string
  part: number | null
  after_card: string
}

/** The data from which an issuer makes a cardholder. */
export interface IssuerCardholderRequest {
  readonly type: 'consumer' | 'business'
  readonly name: CustomerName
  readonly email: string | null
  readonly phone: string | null
  readonly billing: PostalAddress
}

export interface IssuerHolderRow {
  customer_id: string
  account_id: string
  issuer: string
  request: JsonColumn<IssuerCardholderRequest>
  version: number
  tried_at: number | null
  holder_token: string | null
  created_at: number
}
