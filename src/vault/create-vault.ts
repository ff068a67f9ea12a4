import { createHmac, createPublicKey, type KeyObject, randomInt, sign } from 'node:crypto'
import { hashCardNumber, unsealCardCredentials, rewrapCard, sealCard, type VaultKeys } from './sealed-card.ts'
import { mintCardNumber, type RandomInt, TEST_BIN } from './card-number.ts'
import { generateMasterKey, masterKeys } from './master-key.ts'
import { newKeyRing } from './key-ring.ts'
import { receiptSigner } from './receipt-keys.ts'
import { sealContextBytes, openSealedValue, sealValue } from './sealed-box.ts'
import { Secret } from './secret.ts'
import type { SealContext, Vault } from './vault.ts'

export interface VaultOptions {
  /** The current keys of the vault. A rotation replaces them while the vault is in use. */
  readonly keys: () => VaultKeys
  readonly refresh: Vault['refresh']
  readonly bin: string
  readonly random?: RandomInt
}

/** Creates a vault from keys that are already open. `openVault` gets them from the key provider and the database. */
export function createVault({ keys, refresh, bin, random = (max) => randomInt(max) }: VaultOptions): Vault {
  return {
    refresh,

    mint({ accountId, cardId, now }) {
      const { pan, cvv, expMonth, expYear } = mintCardNumber(bin, now, random)
      const current = keys()
      const [, ...older] = current.ring.hashKeys
      return {
        ...sealCard(current, { accountId, cardId }, { pan, cvv }),
        olderHashes: older.map((hashKey) => hashCardNumber(hashKey.key, pan)),
        last4: pan.slice(-4),
        expMonth,
        expYear,
      }
    },

    open(card, sealed) {
      const { pan, cvv } = unsealCardCredentials(keys(), card, sealed)
      return { pan: new Secret(pan), cvv: cvv === null ? null : new Secret(cvv) }
    },

    numberHashes: (pan) => keys().ring.hashKeys.map((hashKey) => hashCardNumber(hashKey.key, pan)),

    renew: (card, sealed) => rewrapCard(keys(), card, sealed),
    reseal: (card, sealed) => sealCard(keys(), card, unsealCardCredentials(keys(), card, sealed)),

    currentKeys: () => ({ masterKeyId: keys().masters.current.id, hashKeyId: keys().ring.hashKeys[0].id }),

    seal: (context, plain) => sealValue(keys().ring.sealKey.key, secretData(context), plain),
    unseal: (context, sealed) => openSealedValue(keys().ring.sealKey.key, secretData(context), sealed),
    fingerprint: (...texts) => hmac(keys().ring.fingerprintKey, texts),
    rowMac: (...texts) => hmac(keys().ring.rowKey, texts),
    signAudit: (text) => sign(null, text, keys().ring.auditKey),
    receiptSigner: () => receiptSigner(keys().ring.receiptKey),
    receiptKeys: () => [keys().ring.receiptKey.publicKey, ...keys().ring.formerReceiptKeys],
    auditPublicKey: () => createPublicKey(keys().ring.auditKey).export({ type: 'spki', format: 'pem' }),
  }
}

/** A vault with keys that live as long as the process, for tests and trials. */
export function ephemeralVault(random?: RandomInt): Vault {
  const keys: VaultKeys = { masters: masterKeys([generateMasterKey()]), ring: newKeyRing() }
  return createVault({
    keys: () => keys,
    refresh: () => Promise.resolve(),
    bin: TEST_BIN,
    ...(random ? { random } : {}),
  })
}

/** The HMAC of a list of texts. Each text is preceded by its length, so that no two lists give the same input. */
const hmac = (key: KeyObject, texts: readonly string[]): Buffer =>
  createHmac('sha256', key)
    .update(texts.map((text) => `${text.length}:${text}`).join(''))
    .digest()

const secretData = ({ accountId, ownerId, field }: SealContext) => sealContextBytes('secret', accountId, ownerId, field)
