import { createHmac, createPublicKey, createSecretKey, type KeyObject, randomBytes, randomInt, sign } from 'node:crypto'
import { assert } from '../lib/assert.ts'
import { mintNumber, type RandomInt, TEST_BIN } from './card-number.ts'
import { generateKey, KEY_BYTES, type MasterKeys, masterKey, masterKeys } from './master-key.ts'
import { type KeyRing, newKeyRing } from './key-ring.ts'
import { additionalData, openBox, sealBox } from './sealed-box.ts'
import { Secret } from './secret.ts'
import type { CardIdentity, SealContext, SealedCard, Vault } from './vault.ts'

export interface VaultKeys {
  readonly masters: MasterKeys
  readonly ring: KeyRing
}

export interface VaultOptions {
  /** The keys of this moment: a rotation replaces them while the vault is in use. */
  readonly keys: () => VaultKeys
  readonly refresh: Vault['refresh']
  readonly bin: string
  readonly random?: RandomInt
}

/** The vault over keys that are already open. `openVault` takes them from the key provider and the database. */
export function createVault({ keys, refresh, bin, random = (max) => randomInt(max) }: VaultOptions): Vault {
  const newestHashKey = () => keys().ring.hashKeys[0]

  const dataKey = (card: CardIdentity, sealed: SealedCard) =>
    openBox(masterKey(keys().masters, sealed.masterKeyId).key, cardData(card, 'data_key'), sealed.wrappedKey)

  return {
    refresh,

    mint({ accountId, cardId, now }) {
      const card = { accountId, cardId }
      const { pan, cvv, expMonth, expYear } = mintNumber(bin, now, random)
      const { masters, ring } = keys()
      const data = randomBytes(KEY_BYTES)
      const key = createSecretKey(data)
      const [newest, ...older] = ring.hashKeys
      return {
        masterKeyId: masters.current.id,
        hashKeyId: newest.id,
        wrappedKey: sealBox(masters.current.key, cardData(card, 'data_key'), data),
        sealedPan: sealBox(key, cardData(card, 'pan'), Buffer.from(pan, 'latin1')),
        sealedCvv: sealBox(key, cardData(card, 'cvv'), Buffer.from(cvv, 'latin1')),
        numberHash: hashNumber(newest.key, pan),
        olderHashes: older.map((hashKey) => hashNumber(hashKey.key, pan)),
        last4: pan.slice(-4),
        expMonth,
        expYear,
      }
    },

    open(card, sealed) {
      const key = createSecretKey(dataKey(card, sealed))
      return {
        pan: new Secret(openPan(card, sealed, key)),
        cvv: new Secret(openBox(key, cardData(card, 'cvv'), sealed.sealedCvv).toString('latin1')),
      }
    },

    numberHashes: (pan) => keys().ring.hashKeys.map((hashKey) => hashNumber(hashKey.key, pan)),

    renew(card, sealed) {
      const data = dataKey(card, sealed)
      const { current } = keys().masters
      const hashKey = newestHashKey()
      return {
        ...sealed,
        masterKeyId: current.id,
        hashKeyId: hashKey.id,
        wrappedKey: sealBox(current.key, cardData(card, 'data_key'), data),
        numberHash: hashNumber(hashKey.key, openPan(card, sealed, createSecretKey(data))),
      }
    },

    currentKeys: () => ({ masterKeyId: keys().masters.current.id, hashKeyId: newestHashKey().id }),

    seal: (context, plain) => sealBox(keys().ring.sealKey.key, secretData(context), plain),
    unseal: (context, sealed) => openBox(keys().ring.sealKey.key, secretData(context), sealed),
    fingerprint: (...parts) => hmac(keys().ring.fingerprintKey, parts),
    rowMac: (...parts) => hmac(keys().ring.rowKey, parts),
    signAudit: (text) => sign(null, text, keys().ring.auditKey),
    auditPublicKey: () => createPublicKey(keys().ring.auditKey).export({ type: 'spki', format: 'pem' }),
  }
}

/** A vault under keys that live as long as the process: tests, trials. */
export function ephemeralVault(random?: RandomInt): Vault {
  const keys: VaultKeys = { masters: masterKeys([generateKey()]), ring: newKeyRing() }
  return createVault({
    keys: () => keys,
    refresh: () => Promise.resolve(),
    bin: TEST_BIN,
    ...(random ? { random } : {}),
  })
}

const openPan = (card: CardIdentity, sealed: SealedCard, key: KeyObject) =>
  openBox(key, cardData(card, 'pan'), sealed.sealedPan).toString('latin1')

function hashNumber(key: KeyObject, pan: string): Buffer {
  assert(/^[0-9]{12,19}$/.test(pan), 'a card number is digits')
  return createHmac('sha256', key).update(pan, 'latin1').digest()
}

/** Each part has its length before it: no two lists of parts are hashed as the same text. */
const hmac = (key: KeyObject, parts: readonly string[]): Buffer =>
  createHmac('sha256', key)
    .update(parts.map((part) => `${part.length}:${part}`).join(''))
    .digest()

const cardData = ({ accountId, cardId }: CardIdentity, field: 'data_key' | 'pan' | 'cvv') =>
  additionalData('card', accountId, cardId, field)

const secretData = ({ accountId, ownerId, field }: SealContext) => additionalData('secret', accountId, ownerId, field)
