import type { IssuedCard, IssuerCard, IssuerFact } from './issuer.ts'

/**
 * A purchase as its issuer has it now: an authorization with all that was captured and returned of it, or money that moved without
 * one. Amounts are cents of the card's currency.
 */
export interface IssuedPurchase {
  /** The issuer's id of the authorization; null: there was none. */
  readonly reference: string | null
  readonly card: IssuerCard
  readonly held: number
  readonly captured: number
  readonly refunded: number
  /** What tells all of it, under the keys that its events have where they have any. */
  readonly facts: readonly IssuerFact[]
}

/** Since when purchases are asked for, and when it is now: Unix milliseconds. */
export interface Asked {
  readonly since: number
  readonly now: number
}

/** What an issuer has, for whoever compares it with what Purser has. Each rejects where it cannot be read. */
export interface Listings {
  /** Every card, in any order. */
  listCards(): AsyncIterable<IssuedCard>
  /** Every purchase that was begun since then, or of which money has moved since then: once each. */
  listPurchases(asked: Asked): AsyncIterable<IssuedPurchase>
}
