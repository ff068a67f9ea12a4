import type { ReceiptPublicKey, ReceiptSigner } from './receipt-keys.ts'
import type { Secret } from './secret.ts'

/** What a sealed value belongs to. Bound as additional data: a value moved to another row refuses to open. */
export interface SealContext {
  readonly accountId: string
  /** The row: a webhook id, an idempotency key. */
  readonly ownerId: string
  /** `webhook_secret`, `reply`. */
  readonly field: string
}

/** A minted card number as it is stored: nothing here is readable without the master key. */
export interface SealedCard {
  readonly masterKeyId: string
  readonly hashKeyId: string
  /** The card's own data key, wrapped by the master key. */
  readonly wrappedKey: Buffer
  readonly sealedPan: Buffer
  /** Null where the card is closed: its CVV is destroyed. */
  readonly sealedCvv: Buffer | null
  readonly numberHash: Buffer
}

export interface MintedCard extends SealedCard {
  readonly last4: string
  /** `01` to `12`. */
  readonly expMonth: string
  /** Four digits. */
  readonly expYear: string
  /** The number's hashes under older keys, while a hash key rotation runs: it must be free under these too. */
  readonly olderHashes: readonly Buffer[]
}

/** Whose number it is. */
export interface CardIdentity {
  readonly accountId: string
  readonly cardId: string
}

/** Opens, seals and finds card numbers. The only place where a number is ever in clear. */
export interface Vault {
  /** A new number under the configured BIN, Luhn-valid, with a CVV, expiring four years from `now`. */
  mint(card: CardIdentity & { now: number }): MintedCard
  /**
   * The number and CVV. Throws `SealBroken` where anything was changed or belongs to another card, and
   * `UnknownMasterKey` where a rotation was faster than this node: `refresh`, then open again.
   */
  open(card: CardIdentity, sealed: SealedCard): { pan: Secret; cvv: Secret | null }
  /** Keyed hashes of a number under every hash key in use, newest first: what a card is found by. */
  numberHashes(pan: string): Buffer[]
  /** The same number under the current master key and hash key. The number itself is not sealed anew. */
  renew(card: CardIdentity, sealed: SealedCard): SealedCard
  /** The same, with the number and the CVV sealed anew under another data key. */
  reseal(card: CardIdentity, sealed: SealedCard): SealedCard
  /** What new cards are sealed and found with. */
  currentKeys(): { masterKeyId: string; hashKeyId: string }
  /** Seals a secret that is no card number: webhook secrets, stored replies. */
  seal(context: SealContext, plain: Buffer): Buffer
  unseal(context: SealContext, sealed: Buffer): Buffer
  /** A keyed hash that tells whether two lists of texts are the same, and nothing of what they are. */
  fingerprint(...parts: readonly string[]): Buffer
  /** A MAC that shows that the service itself wrote a row: whoever has the database alone cannot make it. `kind` names what is covered. */
  rowMac(kind: string, ...parts: readonly string[]): Buffer
  /** Ed25519 over a text, with the key that audit trails are signed with. It stays the same whatever is rotated. */
  signAudit(text: Buffer): Buffer
  /** What such signatures are checked with, PEM. */
  auditPublicKey(): string
  /** The key that receipts are signed with from the last rotation on. */
  receiptSigner(): ReceiptSigner
  /** What receipts are checked with: the key of now, then all that were before it. */
  receiptKeys(): ReceiptPublicKey[]
  /** Takes up the keys that a rotation on another node has made since, and looks for a master key that is missing. */
  refresh(missingMasterKeyId?: string): Promise<void>
}
