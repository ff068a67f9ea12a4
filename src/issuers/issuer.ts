import type { PostalAddress } from '../contract/primitives.ts'
import type { IssuerCoarseLimits } from '../domain/decision/coarse-limits.ts'
import type { Merchant, MerchantMoney } from '../domain/entities.ts'
import type { IssuerSettings, IssuerSettingValues } from './issuer-settings.ts'

/**
 * An issuer's request as it was received. The signature covers the bytes of the body; JSON that is parsed and serialized again may have
 * other bytes.
 */
export interface RawIssuerRequest {
  /** The issuer's request headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
}

export interface RawIssuerAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An issuer's authorization request. Amounts are cents of the card's currency. */
export interface AuthorizationRequest {
  /** Id of this authorization request. A second request about the same authorization has another id. */
  readonly key: string
  /** The issuer's id of the authorization: Purser's `networkReference`. */
  readonly reference: string
  readonly card: IssuerCard
  readonly amount: number
  /**
   * Cents that the authorization holds already; null: this is its first request. `unsaid`: the issuer does not say whether this is the
   * first request, and Purser has to look that up.
   */
  readonly heldBefore: number | null | 'unsaid'
  readonly currency: string
  /** The amount that the merchant asked for; absent: the issuer does not say, or the merchant asked in the card's currency. */
  readonly merchantMoney?: MerchantMoney
  readonly merchant: Merchant
  /** Whether the issuer found a wrong expiry or CVV in the authorization request. */
  readonly areCredentialsWrong: boolean
  /** True: money comes back to the card, so that no policy decides. */
  readonly givesBack: boolean
  /** True: the issuer says that the cardholder was authenticated (3-D Secure). */
  readonly isAuthenticated?: true
  /** A text that the issuer wants back in the answer. */
  readonly echo: string
  /** Whether real money is involved; absent: the issuer does not say. */
  readonly isLive?: boolean
}

/** An issuer's question whether the cardholder agrees to a purchase (3-D Secure). */
export interface CardholderAuthenticationRequest {
  /** The issuer's id of the authentication. */
  readonly reference: string
  readonly card: IssuerCard
  /** The amount that the shop asks for, in minor units of `currency`. Null, like the currency: the issuer names no amount. */
  readonly amount: number | null
  readonly currency: string | null
  /** The amount in cents of the card's currency, about as the issuer converts it. Null: the issuer does not say. */
  readonly cardholderAmount: number | null
  readonly merchant: Merchant
  /**
   * Until when the issuer waits for an answer by a call of its API, in Unix milliseconds. Null: the issuer waits for none, and the answer
   * to this request says whether it is to challenge the cardholder at all.
   */
  readonly answerUntil: number | null
  /** Whether real money is involved: see `AuthorizationRequest.isLive`. */
  readonly isLive?: boolean
}

/** The answer to an issuer's question without `answerUntil`. `challenge`: the issuer is to ask again, by an event, and wait for a call. */
export type CardholderAuthenticationVerdict = 'approve' | 'decline' | 'challenge'

/** The issuer's card token, and the Purser card id stored in the issuer's metadata. */
export interface IssuerCard {
  readonly token: string
  readonly cardId: string | null
}

/**
 * The answer to an issuer's authorization request. `undecided`: no policy decided, and the issuer is answered a decline. `second_card`: the
 * issuer's card contains the id of a Purser card that has another card at the issuer.
 */
export type AuthorizationVerdict =
  | { readonly decision: 'approve' | 'decline'; readonly transactionId: string; readonly reason: string | null }
  | {
      readonly decision: 'undecided'
      readonly why: 'late' | 'unavailable' | 'unknown_card' | 'second_card' | 'unreadable' | 'other_mode'
    }

/** A fact that an issuer reports. Purser records it and never refuses it. Amounts are cents. */
export type IssuerFact = {
  /** The issuer's id of the fact: a fact with a key that is known for the card counts only once. */
  readonly key: string
  readonly card: IssuerCard
  readonly merchant: Merchant
  readonly currency: string
  /** The amount that the merchant asked for, as in `AuthorizationRequest`. */
  readonly merchantMoney?: MerchantMoney
} & (
  | {
      readonly kind: 'authorization'
      /** The issuer's id of the authorization. */
      readonly reference: string
      readonly approved: boolean
      /** The amount of the issuer's fact. Approved: cents held now, captured cents included. Declined: cents that were requested. */
      readonly amount: number
      /** Cents captured by the time of `asOf`. Absent: the issuer does not say how many. */
      readonly captured?: number
      readonly reason: string
      /** The order of the issuer's reports about this authorization, as Unix milliseconds: a later state has a greater number. */
      readonly asOf: number
    }
  | {
      /** The kind of the issuer's fact. `credit`: a refund. */
      readonly kind: 'capture' | 'credit'
      /** The issuer's id of the authorization; null: the money moved without one. */
      readonly reference: string | null
      readonly amount: number
      /** True: the issuer holds nothing of the authorization after the fact. */
      readonly isFinal: boolean
    }
)

/** The meaning of an issuer's event: the card that it concerns, and the facts that it reports, in order. */
export interface IssuerEvent {
  readonly card: IssuerCard | null
  readonly facts: readonly IssuerFact[]
  /** The question of the issuer, asked by this event, whether the cardholder agrees to a purchase. It is answered by a call. */
  readonly authentication?: CardholderAuthenticationRequest
  /**
   * The status that the card now has at the issuer, after a change that Purser did not make. `unsaid`: the status changed, and the issuer
   * does not say whether Purser has requested the change.
   */
  readonly status?: IssuerCardStatus | 'unsaid'
  /** Whether real money is involved: see `AuthorizationRequest.isLive`. */
  readonly isLive?: boolean
}

/** Reads an issuer's requests and events, and writes the answers. It calls nobody and stores nothing. */
export interface IssuerInboundMessages {
  /** Milliseconds within which Purser must answer an authorization request: well before the issuer stops waiting. */
  readonly answerWithinMs: number
  /** Whether an issuer's request was signed with one of these secrets, at most five minutes before or after `nowMs` (Unix milliseconds). */
  isSigned(request: RawIssuerRequest, secrets: readonly string[], nowMs: number): boolean
  /** Reads an issuer's authorization request. Null: the body is not a valid one. */
  parseAuthorization(body: unknown, headers: RawIssuerRequest['headers']): AuthorizationRequest | null
  /** Writes the answer to an authorization request. The issuer is answered a decline for every verdict but `approve`. */
  answer(request: Pick<AuthorizationRequest, 'echo'>, verdict: AuthorizationVerdict): RawIssuerAnswer
  /** Reads an issuer's question whether the cardholder agrees to a purchase. Null: the body is no valid one. */
  parseAuthentication?(body: unknown): CardholderAuthenticationRequest | null
  /** Writes the answer to an issuer's question whether the cardholder agrees to a purchase. Absent where the issuer asks only by events. */
  answerAuthentication?(verdict: CardholderAuthenticationVerdict): RawIssuerAnswer
  /** Reads an issuer's event. Events of unknown types have no facts, and are not an error. */
  parseEvent(body: unknown): IssuerEvent
}

/** The person or business that the issuer is to register as the cardholder of a customer's cards. */
export interface CardholderInput {
  readonly customerId: string
  readonly type: 'consumer' | 'business'
  readonly name: { readonly first?: string; readonly last?: string; readonly business?: string }
  readonly email: string | null
  readonly phone: string | null
  readonly billing: PostalAddress
}

export type IssuerCardStatus = 'active' | 'frozen' | 'closed'

/** A card that an issuer is to create. */
export interface IssuerCardInput {
  /** Purser's id of the card, which the issuer stores with its card. */
  readonly cardId: string
  /** The currency of the card, an ISO 4217 code in upper case. An issuer whose program has one currency is not told. */
  readonly currency: string
  /** The issuer's id of the cardholder; null: the issuer needs none. */
  readonly holder: string | null
  readonly status: IssuerCardStatus
}

/** A card in the state that it has at the issuer. */
export interface IssuedCard extends IssuerCard {
  readonly status: IssuerCardStatus
  readonly last4: string
  /** The month of the card's expiry, `01` to `12`. */
  readonly expMonth: string
  /** The year of the card's expiry, four digits. */
  readonly expYear: string
}

/**
 * Calls to an issuer's API. A call rejects with an `IssuerRefusal` if repeating it does not help, with an `IssuerBusy` if the issuer was
 * called too often, and with an `IssuerUnavailable` if the issuer cannot be used at all. Unless the issuer has refused the call, nobody
 * knows after a rejection whether it was carried out. A repeated call with the same `key` has no second effect. `token` is the issuer's id
 * of a card.
 */
export interface IssuerApiCalls {
  readonly lists: IssuerListings
  /**
   * Creates a cardholder and returns the issuer's id. Absent, like `findIssuerCardholder`, where the issuer needs no cardholders.
   */
  createHolder?(holder: CardholderInput, key: string): Promise<string>
  /**
   * Finds a cardholder after a call with an unknown outcome; null: the cardholder does not exist. `since`: when the
   * cardholder was first requested, Unix milliseconds.
   */
  findHolder?(holder: CardholderInput, since: number): Promise<string | null>
  createCard(card: IssuerCardInput, key: string): Promise<IssuedCard>
  /** Finds a card after a call with an unknown outcome, by the Purser card id in it; null: the card does not exist. */
  findCard(card: IssuerCardInput): Promise<IssuedCard | null>
  /** Reads a card in its current state at the issuer. */
  readCard(token: string): Promise<IssuedCard>
  setStatus(token: string, status: IssuerCardStatus, key: string): Promise<void>
  /** Replaces the limits of a card, cents. Limits that the issuer does not have are left out. */
  setLimits(token: string, limits: IssuerCoarseLimits, key: string): Promise<void>
  /**
   * Answers an issuer's question whether the cardholder agrees to a purchase. Absent, where the issuer asks no such questions. `reference`:
   * the issuer's id of the authentication.
   */
  answerChallenge?(reference: string, answer: 'approve' | 'decline', key: string): Promise<void>
  /** Reads a card number from the issuer. Rejects with `IssuerRefusal` where the issuer does not show card numbers to Purser. */
  readNumber(token: string): Promise<IssuerCardNumber>
  /**
   * Creates a session with which a page of `origin`, or the holder of `nonce`, can have the issuer show the card number
   * once.
   */
  openSession(token: string, shownTo: CardNumberAudience): Promise<IssuerNumberSession>
}

/**
 * A purchase as it is at the issuer now: an authorization with everything captured and refunded, or money moved without an authorization.
 * Amounts are cents of the card's currency.
 */
export interface IssuedPurchase {
  /** The issuer's id of the authorization; null: the purchase has no authorization. */
  readonly reference: string | null
  readonly card: IssuerCard
  readonly held: number
  readonly captured: number
  readonly refunded: number
  /** The issuer's facts that make up the purchase. Captures and refunds have the same keys as in its events, so that they count once. */
  readonly facts: readonly IssuerFact[]
}

/** The time range of an issuer's listing, Unix milliseconds: from `since` until `now`. */
export interface IssuerPurchaseRange {
  readonly since: number
  readonly now: number
}

/**
 * Lists what an issuer has, for comparison with what Purser has. Where the issuer limits the rate, the listing waits;
 * it rejects where the issuer cannot be read.
 */
export interface IssuerListings {
  /** Lists every card of the issuer, in any order. */
  listCards(): AsyncIterable<IssuedCard>
  /** Lists every purchase that began since `range.since` or in which money has moved since then, once each. */
  listPurchases(range: IssuerPurchaseRange): AsyncIterable<IssuedPurchase>
}

/** A card number as entered at a checkout. Purser passes it on and stores it nowhere. */
export interface IssuerCardNumber {
  readonly pan: string
  readonly cvv: string
  /** The card's expiry as `MM/YY`. */
  readonly exp: string
}

/** The page or person to whom the issuer may show a card number: pages of an origin, or whoever has a nonce, as the issuer's sheet says. */
export interface CardNumberAudience {
  readonly origin?: string
  readonly nonce?: string
  /** When the issuer's session should end, in Unix milliseconds, for issuers that let the caller set it. */
  readonly until: number
}

/** A session in which the issuer shows a card number. */
export interface IssuerNumberSession {
  /** The text with which a browser opens the session at the issuer. */
  readonly secret: string
  /** When the issuer's session ends, in Unix milliseconds. */
  readonly expiresAt: number
}

/** Milliseconds for one call to an issuer, from the first byte sent to the last byte of the answer. */
export const ISSUER_CALL_TIMEOUT_MS = 10_000

/** The options with which `connect` calls an issuer's API. `key` is the API key, `url` the API's address. */
export interface IssuerApiOptions {
  readonly key: string
  readonly url: URL
  /** A `fetch` that connects to vetted addresses only. */
  readonly fetch: typeof fetch
  /** Waits before a call to the issuer is repeated. Rejects where the caller no longer wants the result. */
  readonly wait: (ms: number) => Promise<void>
}

/** The error where the issuer refuses the call; the message is the issuer's. Repeating the call does not help. */
export class IssuerRefusal extends Error {}

/** The error where the issuer is unreachable or returns malformed replies. This affects every call, so the caller pauses this issuer. */
export class IssuerUnavailable extends Error {}

/** The error where the issuer was called too often recently. */
export class IssuerBusy extends Error {
  /** How many milliseconds the issuer asks callers to wait; 0: it does not say. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** The names of an issuer's events, by what they report, in the order of the table in docs/guides/issuers.md. */
export interface IssuerEventNames {
  readonly asks: string
  readonly asksForMore: string
  readonly answeredOtherwise: string
  readonly holdsAnother: string
  readonly reversed: string
  readonly captured: string
  readonly capturedUnasked: string
  readonly returned: string
}

/** An issuer of cards beside Purser itself: its requests and events, the calls of its API, and the settings that connect it. */
export interface Issuer<Rows extends IssuerSettings = IssuerSettings> {
  readonly name: string
  readonly settings: Rows
  /** The origin of the issuer's API. */
  urlOf(settings: IssuerSettingValues<Rows>): string
  /** True: the settings are for real money. False: they are for a sandbox. Null: they do not say. */
  isLive(settings: IssuerSettingValues<Rows>): boolean | null
  readonly inbound: IssuerInboundMessages
  /** The names of the issuer's events, in Markdown, for the table in docs/guides/issuers.md. */
  readonly eventNames: IssuerEventNames
  /** The npm package that `connect` loads, and that operators install beside Purser. Null: none. */
  readonly npmPackage: string | null
  /**
   * Connects to the issuer's API. Loads the issuer's library on the first call, so that unused issuers load nothing.
   */
  connect(options: IssuerApiOptions): Promise<IssuerApiCalls>
}
