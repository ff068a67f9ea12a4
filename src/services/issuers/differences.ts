import type { IssuerDifference } from '../../contract/resources/reconciliation.ts'
import type { CardStatus, IssuerFact, Listings } from '../../issuers/issuer.ts'
import type { CardHere } from '../../store/issuers/issuer-records.ts'
import type { OfCard } from './commands.ts'

/** An issuer, and whose cards it issues. */
export interface OfIssuer {
  readonly name: string
  readonly lists: Listings
  readonly accountId: string
}

/** How much was compared. */
export interface Compared {
  cards: number
  purchases: number
}

/** What makes both sides the same again, as far as that is still so when its turn comes. */
export type Repair =
  | { readonly kind: 'push'; readonly card: CardHere; readonly token: string }
  | { readonly kind: 'follow'; readonly card: CardHere; readonly token: string; readonly listed: CardStatus }
  | { readonly kind: 'tell'; readonly of: OfCard; readonly facts: readonly IssuerFact[] }

/** Null: nobody can say which side is right, or it is repaired already. */
export interface Found {
  readonly difference: Omit<IssuerDifference, 'fixed'>
  readonly repair: Repair | null
}
