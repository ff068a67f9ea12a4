import type { IssuerDifference } from '../../contract/reconciliation.ts'
import type { CardStatus, IssuerFact, Listings } from '../../issuers/issuer.ts'
import type { CardHere } from '../../store/issuer-records.ts'
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

/** What makes both sides the same again. */
export type Repair =
  | { readonly kind: 'push'; readonly card: CardHere; readonly token: string; readonly there: CardStatus }
  | { readonly kind: 'follow'; readonly card: Pick<CardHere, 'id' | 'accountId'>; readonly to: 'frozen' | 'closed' }
  | { readonly kind: 'tell'; readonly of: OfCard; readonly facts: readonly IssuerFact[] }

/** Null: nobody can say which side is right, or it is repaired already. */
export interface Found {
  readonly difference: Omit<IssuerDifference, 'fixed'>
  readonly repair: Repair | null
}
