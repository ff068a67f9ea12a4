/** What a sealed value belongs to. Bound as additional data: a value moved to another row refuses to open. */
export interface SealContext {
  readonly accountId: string
  /** The row: a card id, a webhook id, an idempotency key. */
  readonly ownerId: string
  /** `pan`, `cvv`, `webhook_secret`, `reply`. */
  readonly field: string
}

/** A minted card number as it is stored: nothing here is readable without the master key. */
export interface SealedCard {
  readonly masterKeyId: string
  readonly hashKeyId: string
  /** The card's own data key, wrapped by the master key. */
  readonly wrappedKey: Buffer
  readonly sealedPan: Buffer
  readonly sealedCvv: Buffer
  readonly numberHash: Buffer
}

export interface MintedCard extends SealedCard {
  readonly last4: string
  /** `01` to `12`. */
  readonly expMonth: string
  /** Four digits. */
  readonly expYear: string
}

/** Opens, seals and finds card numbers. The only place where a number is ever in clear. */
export interface Vault {
  /** A new number under the configured BIN, Luhn-valid, with a CVV, expiring four years from `now`. */
  mint(card: { accountId: string; cardId: string; now: number }): MintedCard
  /** The number and CVV in clear. Throws where anything was changed or belongs to another card. */
  open(card: { accountId: string; cardId: string }, sealed: SealedCard): { pan: string; cvv: string }
  /** Keyed hashes of a number under every hash key in use, newest first: what a card is found by. */
  numberHashes(pan: string): Buffer[]
  /** Seals a secret that is no card number: webhook secrets, stored replies. */
  seal(context: SealContext, plain: Buffer): Buffer
  unseal(context: SealContext, sealed: Buffer): Buffer
}
