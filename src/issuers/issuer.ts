import type { Address } from '../contract/primitives.ts'
import type { CoarseLimits } from '../domain/decision/coarse-limits.ts'
import type { Merchant } from '../domain/entities.ts'

/** A request as it came: what is signed are its bytes, and JSON that is written again has others. */
export interface RawRequest {
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What an issuer asks. Amounts are cents of the card's currency. */
export interface AuthorizationRequest {
  /** Of this request: a second one about the same authorization has another. */
  readonly key: string
  /** The issuer's id of the authorization: Purser's `networkReference`. */
  readonly reference: string
  readonly card: IssuerCard
  readonly amount: number
  /** What it holds already; null: this is the first request. `unsaid`: whether it is, only Purser can know. */
  readonly heldBefore: number | null | 'unsaid'
  readonly currency: string
  readonly merchant: Merchant
  /** A wrong expiry or CVV, as the issuer found it. */
  readonly areCredentialsWrong: boolean
  /** Money comes back: nothing is decided about that. */
  readonly givesBack: boolean
  /** Whatever the issuer wants to have back in the answer. */
  readonly echo: string
  /** Of real money; absent: the issuer does not say. */
  readonly isLive?: boolean
}

/** A card there, and which one of Purser's it says that it is. */
export interface IssuerCard {
  readonly token: string
  readonly cardId: string | null
}

/**
 * `undecided`: no policy was asked. The issuer is always answered a decline. `second_card`: the issuer's card names a card of Purser's that
 * has another card at its issuer.
 */
export type Verdict =
  | { readonly decision: 'approve' | 'decline'; readonly transactionId: string; readonly reason: string | null }
  | {
      readonly decision: 'undecided'
      readonly why: 'late' | 'unavailable' | 'unknown_card' | 'second_card' | 'unreadable' | 'other_mode'
    }

/** What an issuer says has happened. */
export type IssuerFact = {
  readonly key: string
  readonly card: IssuerCard
  readonly merchant: Merchant
  readonly currency: string
} & (
  | {
      readonly kind: 'authorization'
      readonly reference: string
      readonly approved: boolean
      /** Held now, with what of it was captured, or declined. */
      readonly amount: number
      /** What of it was captured by then; absent: it does not say. */
      readonly captured?: number
      readonly reason: string
      /** Greater where it is told of a later state. Unix milliseconds. */
      readonly asOf: number
    }
  | {
      readonly kind: 'capture' | 'credit'
      readonly reference: string | null
      readonly amount: number
      /** Nothing is held any more. */
      readonly isFinal: boolean
    }
)

/** What an event tells: of which card it is, and what has happened that counts, in its order. */
export interface Told {
  readonly card: IssuerCard | null
  readonly facts: readonly IssuerFact[]
  /** What somebody has made of the card there who is not Purser. `unsaid`: it was changed, and Purser may have asked for it. */
  readonly status?: CardStatus | 'unsaid'
  /** As of a request. */
  readonly isLive?: boolean
}

/** What asks and tells: bytes in, meaning out. No I/O. */
export interface Inbound {
  /** It is answered in time to be heard: well before the issuer stops waiting. Milliseconds. */
  readonly answerWithinMs: number
  /** Whether it was signed with one of these secrets, lately. */
  isSigned(request: RawRequest, secrets: readonly string[], nowMs: number): boolean
  /** Null: it is none. */
  parseAuthorization(body: unknown, headers: RawRequest['headers']): AuthorizationRequest | null
  answer(request: Pick<AuthorizationRequest, 'echo'>, verdict: Verdict): RawAnswer
  /** What is unknown tells nothing, and is no error. */
  parseEvent(body: unknown): Told
}

/** Whom cards are made out to. */
export interface HolderInput {
  readonly customerId: string
  readonly type: 'consumer' | 'business'
  readonly name: { readonly first?: string; readonly last?: string; readonly business?: string }
  readonly email: string | null
  readonly phone: string | null
  readonly billing: Address
}

export type CardStatus = 'active' | 'frozen' | 'closed'

export interface CardInput {
  readonly cardId: string
  /** The issuer's name of its holder; null: it wants none. */
  readonly holder: string | null
  readonly status: CardStatus
}

/** A card as its issuer has it. */
export interface IssuedCard extends IssuerCard {
  readonly status: CardStatus
  readonly last4: string
  readonly expMonth: string
  readonly expYear: string
}

/**
 * Calls to an issuer. Each rejects where it was not done: with an `IssuerRefusal` where trying again does not help. The same `key`
 * makes a repeated call the same call.
 */
export interface Outbound {
  readonly lists: Listings
  /** Where the issuer wants holders, like the next. */
  createHolder?(holder: HolderInput, key: string): Promise<string>
  /** After an outcome that nobody knows. `since`: when it was asked for first, Unix milliseconds. */
  findHolder?(holder: HolderInput, since: number): Promise<string | null>
  createCard(card: CardInput, key: string): Promise<IssuedCard>
  findCard(card: CardInput): Promise<IssuedCard | null>
  /** As it is now. */
  readCard(token: string): Promise<IssuedCard>
  setStatus(token: string, status: CardStatus, key: string): Promise<void>
  setLimits(token: string, limits: CoarseLimits, key: string): Promise<void>
  /** Refuses where the issuer shows Purser no numbers. */
  readNumber(token: string): Promise<CardNumber>
  /** By which a page of `origin`, or whoever made the `nonce`, has the issuer show the number there, once. */
  openSession(token: string, shownTo: ShownTo): Promise<NumberSession>
}

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

/** What an issuer has, for whoever compares it with what Purser has. Each waits where it is asked too often, and rejects where it cannot be read. */
export interface Listings {
  /** Every card, in any order. */
  listCards(): AsyncIterable<IssuedCard>
  /** Every purchase that was begun since then, or of which money has moved since then: once each. */
  listPurchases(asked: Asked): AsyncIterable<IssuedPurchase>
}

/** As somebody enters it. On its way through Purser it is kept nowhere. */
export interface CardNumber {
  readonly pan: string
  readonly cvv: string
  /** `MM/YY` */
  readonly exp: string
}

export interface ShownTo {
  readonly origin?: string
  readonly nonce?: string
  /** If the issuer lets others say that. Unix milliseconds. */
  readonly until: number
}

export interface NumberSession {
  readonly secret: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** Of one call to an issuer, from its first byte to the last of the answer. */
export const CALL_TIMEOUT_MS = 10_000

/** What an issuer's API is reached by. */
export interface OutboundOptions {
  readonly key: string
  readonly url: URL
  /** To vetted addresses. */
  readonly fetch: typeof fetch
  /** Before something is asked for again. Rejects where nobody wants it any more. */
  readonly wait: (ms: number) => Promise<void>
}

/** The issuer will not do it, in its own words. */
export class IssuerRefusal extends Error {}

/** It does not answer, or not as it should: whatever it is asked, it is the same. */
export class IssuerUnavailable extends Error {}

/** It was asked too often of late. */
export class IssuerBusy extends Error {
  /** How long it wants to be left alone; 0: it does not say. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** Who issues cards. Null: its cards have their number in the vault, and nobody is asked or told. */
export interface Issuer {
  readonly name: string
  readonly inbound: Inbound | null
  /** It makes cards out to somebody with a name and an address. */
  readonly wantsHolders: boolean
  /** Whom its sessions show a number to: see `openSession`. */
  readonly showsTo: 'origin' | 'nonce' | null
  /** Loads its library: nothing is loaded for an issuer that nobody uses. */
  readonly connect: ((options: OutboundOptions) => Promise<Outbound>) | null
}
