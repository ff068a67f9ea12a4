/** A setting of Purser whose value, a key or a secret, people find at the issuer: what the page that connects an issuer says about it. */
interface ConnectingSetting {
  /** The variable of the environment. */
  readonly variable: string
  /** The value in an example that people fill in. */
  readonly placeholder: string
  /** The sentence that says what the value is. */
  readonly hint: string
}

/** An endpoint of Purser that the issuer calls. */
interface Endpoint {
  /** The sentence that says what is done at the issuer with the endpoint's URL. */
  readonly setUp: string
  /** The secret with which the issuer signs what it sends to the endpoint. */
  readonly secret: ConnectingSetting
}

interface AnsweringEndpoint extends Endpoint {
  /** An answer of Purser, for the API document. */
  readonly exampleAnswer: object
}

/** A session in which the issuer shows a card number to a browser, and Purser does not see it. */
interface NumberSession {
  /** The field of the request that the session is bound to: the origin of the page that shows the number, or a nonce that the page has. */
  readonly boundTo: 'origin' | 'nonce'
  /** The description of the field's value, behind "For cards of ...: ". */
  readonly description: string
  /** The hint of the error about a request without the field. */
  readonly hint: string
  /** The name of the session's text at the issuer, behind "for ... ". */
  readonly session: string
}

/**
 * Words and numbers about an issuer beside Purser itself. The API document and the dashboard read them, so the sheet is data alone. A sheet
 * without a part does not compile.
 */
export interface IssuerSheet {
  /** Milliseconds within which Purser answers an authorization request: well before the issuer stops waiting. */
  readonly answerWithinMs: number
  /** The HTTP header in which the issuer sends its signature over the bytes of a request's body, and how a signature is written in it. */
  readonly signature: { readonly header: string; readonly form: string }
  /** The setting with the key of the issuer's API. */
  readonly key: ConnectingSetting
  readonly endpoints: {
    readonly authorizations: AnsweringEndpoint
    readonly events: Endpoint
    /** The endpoint for questions whether the cardholder agrees to a purchase. Null: the issuer asks none, or only by events. */
    readonly challenges: AnsweringEndpoint | null
  }
  /** An event, for the API document, which shows the first one. Null: others have one. */
  readonly exampleEvent: object | null
  /** True: the issuer wants a cardholder with a name and an address before it issues a card. */
  readonly wantsHolders: boolean
  /** Null: the issuer has no such sessions. */
  readonly numberSession: NumberSession | null
  /**
   * The advice about the issuer's setting for authorizations without an answer in time, for `purser doctor`. Null: the issuer then always
   * declines, or its API says how it is set.
   */
  readonly timeoutAdvice: string | null
}
