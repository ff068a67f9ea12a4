/** A setting of Purser whose value, a key or a secret, people find at the issuer: what the page that connects an issuer says about it. */
interface ConnectingSetting {
  /** The environment variable of the setting. */
  readonly variable: string
  /** The setting's value in an example that people fill in. */
  readonly placeholder: string
  /** The sentence that says what the setting's value is and where to get it. */
  readonly hint: string
}

/** An endpoint of Purser that the issuer calls. */
interface Endpoint {
  /** The sentence that says what is done at the issuer with the endpoint's URL. */
  readonly setUp: string
  /** The secret with which the issuer signs what it sends to Purser's endpoint. */
  readonly secret: ConnectingSetting
}

interface AnsweringEndpoint extends Endpoint {
  /** An example of Purser's answer at this endpoint, for the API document. */
  readonly exampleAnswer: object
}

/** A session in which the issuer shows a card number to a browser, and Purser does not see it. */
interface NumberSession {
  /** The field of the request that the session is bound to: the origin of the page that shows the number, or a nonce that the page has. */
  readonly boundTo: 'origin' | 'nonce'
  /** The words in the API document for the origin or nonce that the session is bound to, after "For cards of ...: ". */
  readonly description: string
  /** The hint of the error about a request that lacks the field to which the session is bound. */
  readonly hint: string
  /** The words for the secret of the session, after "for ... " in the API document: `an ephemeral key`. */
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
  /**
   * An example of the issuer's events for the API document, which shows the one of the first issuer that has an example. Null: this issuer
   * has none.
   */
  readonly exampleEvent: object | null
  /** True: the issuer wants a cardholder with a name and an address before it issues a card. */
  readonly wantsHolders: boolean
  /** The session in which the issuer shows a card number to a browser. Null: the issuer has no such sessions. */
  readonly numberSession: NumberSession | null
  /**
   * The advice of `purser doctor` about how the issuer is set to treat authorizations that are not answered in time. Null: the issuer
   * always declines these, or its API says how it is set.
   */
  readonly timeoutAdvice: string | null
}
