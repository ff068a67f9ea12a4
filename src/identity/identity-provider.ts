/** The three secrets of one sign-in at the sign-in provider, 256 bits each. */
export interface SignInSecrets {
  /** The parameter `state` of a sign-in: the sign-in provider sends it back with the browser. */
  readonly state: string
  /** The claim `nonce` of a sign-in: the sign-in provider puts it into the token. */
  readonly nonce: string
  /** The PKCE verifier of a sign-in, without which the sign-in provider redeems no authorization code. */
  readonly verifier: string
}

/**
 * A person who has signed in at the sign-in provider, as the provider's signed token and its endpoint for user information describe them.
 */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
  /** The person's email address in lower case; null where the sign-in provider names none. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string | null
  readonly groups: readonly string[]
}

/** The company's identity provider, by OpenID Connect. Purser asks it when somebody signs in, and never before. */
export interface IdentityProvider {
  /** The sign-in provider's issuer URL as the operator has set it. */
  readonly issuer: string
  /** Reads the sign-in provider's document and keys. Throws `SignInProviderUnavailable` where nobody could sign in at the provider. */
  examine(): Promise<void>
  /**
   * The address of the sign-in provider to which a sign-in sends the browser. `anew`: the person has to show once more who they are. Throws
   * `SignInProviderUnavailable`.
   */
  addressFor(secrets: SignInSecrets, anew: boolean): Promise<string>
  /**
   * The person who came back from the sign-in provider. `query`: the query of the address that the provider has sent the browser to.
   * `signedInWithin`: the sign-in at the provider may be this many seconds old; null: any age. Throws `SignInProviderUnavailable`, or `SignInProviderRefusal`
   * where the query does not prove a sign-in.
   */
  identityIn(query: string, secrets: SignInSecrets, signedInWithin: number | null): Promise<ProviderIdentity>
}

/**
 * The error where the sign-in provider or an OAuth issuer could not be reached, was too slow, or cannot be used as it is set up. The error
 * says nothing about a person.
 */
export class SignInProviderUnavailable extends Error {
  override name = 'SignInProviderUnavailable'
}

/**
 * The error where the browser came back from the sign-in provider without a sign-in that Purser asked for: another state, nonce, audience
 * or issuer, too old, or an error of the provider.
 */
export class SignInProviderRefusal extends Error {
  override name = 'SignInProviderRefusal'
  /** True: the sign-in provider said that it has not signed the person in. False: the provider's answer does not prove a sign-in. */
  readonly byProvider: boolean
  constructor(message: string, byProvider: boolean, options?: ErrorOptions) {
    super(message, options)
    this.byProvider = byProvider
  }
}
