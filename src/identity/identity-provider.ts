/** The three secrets of one sign-in at the provider, 256 bits each. */
export interface SignInSecrets {
  /** The parameter `state` of a sign-in: the provider sends it back with the browser. */
  readonly state: string
  /** The claim `nonce` of a sign-in: the provider puts it into the token. */
  readonly nonce: string
  /** The PKCE verifier, without which the provider redeems no authorization code. */
  readonly verifier: string
}

/** A person who has signed in at the provider, as the provider's signed token and its endpoint for user information describe them. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** The person's email address in lower case; null where the provider names none. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string | null
  readonly groups: readonly string[]
}

/** The company's identity provider, by OpenID Connect. Purser asks it when somebody signs in, and never before. */
export interface IdentityProvider {
  /** The provider's issuer URL as the operator has set it. */
  readonly issuer: string
  /** Reads the provider's document and keys. Throws `ProviderAway` where nobody could sign in at it. */
  examine(): Promise<void>
  /**
   * The provider's address to which a sign-in sends the browser. `anew`: the person has to show once more who they are. Throws
   * `ProviderAway`.
   */
  addressFor(secrets: SignInSecrets, anew: boolean): Promise<string>
  /**
   * The person who came back from the provider. `query`: the query of the address that the provider has sent the browser to.
   * `signedInWithin`: the sign-in at the provider may be this many seconds old; null: any age. Throws `ProviderAway`, or `ProviderRefusal`
   * where the query does not prove a sign-in.
   */
  identityIn(query: string, secrets: SignInSecrets, signedInWithin: number | null): Promise<Identity>
}

/**
 * The error where the provider could not be reached, was too slow, or does not accept this Purser as a client. The error says nothing about
 * the person.
 */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/**
 * The error where the browser came back from the provider without a sign-in that Purser asked for: another state, nonce, audience or
 * issuer, too old, or an error of the provider.
 */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  /** True: the provider said that it has not signed the person in. False: the provider's answer does not prove a sign-in. */
  readonly byProvider: boolean
  constructor(message: string, byProvider: boolean, options?: ErrorOptions) {
    super(message, options)
    this.byProvider = byProvider
  }
}
