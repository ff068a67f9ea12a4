import type { IssuerDifference } from '../../contract/resources/reconciliation.ts'
import type { IssuerCardStatus, IssuerFact, IssuerListings } from '../../issuers/issuer.ts'
import type { OwnIssuerCard } from '../../store/issuers/issuer-records.ts'
import type { IssuerMessageCardIds } from './commands.ts'

/** An issuer with its listings, and the account that its cards belong to. */
export interface ComparedIssuer {
  readonly name: string
  readonly lists: IssuerListings
  readonly accountId: string
}

/** How many cards and purchases of an issuer were compared with Purser's. */
export interface IssuerReconciliationCounts {
  cards: number
  purchases: number
}

/**
 * The way to remove a difference from an issuer. `push`: send Purser's status to the issuer. `follow`: give Purser's card the issuer's
 * status. `record`: record the issuer's facts at Purser.
 */
export type IssuerDifferenceRepair =
  | { readonly kind: 'push'; readonly card: OwnIssuerCard; readonly token: string }
  | { readonly kind: 'follow'; readonly card: OwnIssuerCard; readonly token: string; readonly listed: IssuerCardStatus }
  | { readonly kind: 'record'; readonly of: IssuerMessageCardIds; readonly facts: readonly IssuerFact[] }

/** A difference between an issuer and Purser. */
export interface RepairableIssuerDifference {
  readonly difference: Omit<IssuerDifference, 'fixed'>
  /**
   * How the difference is removed. Null: it is unknown whether Purser or the issuer is right, or a call to the issuer that removes the
   * difference is waiting already.
   */
  readonly repair: IssuerDifferenceRepair | null
}
