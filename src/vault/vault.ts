import type { ReceiptPublicKey, ReceiptSigner } from './receipt-keys.ts'
import type { Secret } from './secret.ts'

/**
 * The row and field that a sealed value belongs to. They are authenticated with the value, so a value that was moved to
 * another row does not open.
 */
export interface SealContext {
  readonly accountId: string
  /** The id of the row that the sealed value belongs to, such as a webhook id or an idempotency key. */
  readonly ownerId: string
  /** The kind of the sealed value: `webhook_secret`, `reply`. */
  readonly field: string
}

/** A card number in the form that is stored: nothing in it is readable without the master key. */
export interface SealedCard {
  readonly masterKeyId: string
  readonly hashKeyId: string
  /** The card's own data key, encrypted by the master key. */
  readonly wrappedKey: Buffer
  /** The card number, encrypted by the data key. */
  readonly sealedPan: Buffer
  /** The sealed CVV. Null for a closed card, whose CVV is destroyed. */
  readonly sealedCvv: Buffer | null
  /** The hash of the card number under the hash key `hashKeyId`. The card is looked up by it. */
  readonly numberHash: Buffer
}

/** A new card number, sealed, with what may be stored of it in clear. */
export interface MintedCard extends SealedCard {
  readonly last4: string
  /** The month of the card's expiry, `01` to `12`. */
  readonly expMonth: string
  /** The year of the card's expiry, four digits. */
  readonly expYear: string
  /**
   * Hashes of the card number under older hash keys, as long as cards are stored under these. The caller must check that no card has the
   * number under one of these hashes.
   */
  readonly olderHashes: readonly Buffer[]
}

/** The card that a card number belongs to, by its id and its account. */
export interface CardIdWithAccount {
  readonly accountId: string
  readonly cardId: string
}

/** The part of Purser that seals, opens and looks up card numbers. They are in clear nowhere else. */
export interface Vault {
  /**
   * Creates a card number under the configured BIN, Luhn-valid, with a CVV, which expires four years from `now` (Unix
   * milliseconds). The caller checks that no other card has the number, and stores the result.
   */
  mint(card: CardIdWithAccount & { now: number }): MintedCard
  /**
   * The number and CVV of a sealed card, in clear. Throws `BrokenSealError` where anything was changed or belongs to another card, and
   * `UnknownMasterKeyError` where another node has rotated keys: the caller then calls `refresh` and opens again.
   */
  open(card: CardIdWithAccount, sealed: SealedCard): { pan: Secret; cvv: Secret | null }
  /** The hashes of a card number under every hash key in use, newest first. Cards are looked up by these. */
  numberHashes(pan: string): Buffer[]
  /**
   * The sealed card with its data key wrapped by the current master key, and its number hashed under the current hash
   * key. The number itself is not sealed again. Throws like `open`.
   */
  renew(card: CardIdWithAccount, sealed: SealedCard): SealedCard
  /** The card with its number and CVV sealed again under a new data key. Throws like `open`. */
  reseal(card: CardIdWithAccount, sealed: SealedCard): SealedCard
  /** Ids of the keys with which new cards are sealed and hashed. */
  currentKeys(): { masterKeyId: string; hashKeyId: string }
  /**
   * Seals a secret other than a card number, such as a webhook secret or a stored reply. `unseal` throws `BrokenSealError`
   * where the value or its context was changed.
   */
  seal(context: SealContext, plain: Buffer): Buffer
  /** Opens what `seal` returned for the same context. Throws `BrokenSealError`. */
  unseal(context: SealContext, sealed: Buffer): Buffer
  /** A keyed hash of a list of texts: equal lists have equal hashes, and a hash reveals nothing about the texts. */
  fingerprint(...texts: readonly string[]): Buffer
  /**
   * A MAC that proves that the service itself wrote a row: write access to the database is not enough to forge it.
   * `kind` names the kind of the row, `texts` are the values that the MAC covers.
   */
  rowMac(kind: string, ...texts: readonly string[]): Buffer
  /** The Ed25519 signature of a text by the key that signs the heads of audit chains. No rotation changes that key. */
  signAudit(text: Buffer): Buffer
  /** The public key, PEM, that checks audit signatures. */
  auditPublicKey(): string
  /** Signs receipts with the receipt key of the last rotation. */
  receiptSigner(): ReceiptSigner
  /** The public keys that check receipts: first the key that signs receipts now, then all earlier ones. */
  receiptKeys(): ReceiptPublicKey[]
  /**
   * Loads keys that a rotation on another node has made, and the master key `missingMasterKeyId` where this node lacks
   * it. Rejects with `MasterKeyUnavailable` where the keys cannot be loaded.
   */
  refresh(missingMasterKeyId?: string): Promise<void>
}
