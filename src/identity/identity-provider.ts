/** The three secrets of one sign-in at the provider, 256 bits each. */
export interface SignInSecrets {
  /** The parameter `state`: the provider sends it back with the browser. */
  readonly state: string
  /** The claim `nonce`: the provider puts it into the token. */
  readonly nonce: string
  /** The PKCE verifier, without which the provider takes no code. */
  readonly verifier: string
}

/** Who has signed in at the provider, as its signed token and its endpoint for user information say. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** In lower case; null where the provider names none. */
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string | null
  readonly groups: readonly string[]
}

/** The company's identity provider, by OpenID Connect. It is asked when somebody signs in, and never before. */
export interface IdentityProvider {
  /** As the operator has named it. */
  readonly issuer: string
  /** Where the browser goes. `anew`: the person shows once more who they are. Throws `ProviderAway`. */
  addressFor(secrets: SignInSecrets, anew: boolean): Promise<string>
  /**
   * Who came back. `query`: of the address that the provider has sent the browser to. `signedInWithin`: seconds within which the person
   * has shown who they are; null: whenever it was. Throws `ProviderAway`, or `ProviderRefusal` where what came back proves nothing.
   */
  identityIn(query: string, secrets: SignInSecrets, signedInWithin: number | null): Promise<Identity>
}

/** The provider is not reached, is too slow, or does not take this Purser for a client: nothing is known of the person. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** What came back is not a sign-in that was asked for: another state, nonce, audience or issuer, too old, or an error of the provider. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  /** True: the provider itself answered that it has not signed the person in. False: its answer proves nothing. */
  readonly byProvider: boolean
  constructor(message: string, byProvider: boolean, options?: ErrorOptions) {
    super(message, options)
    this.byProvider = byProvider
  }
}
