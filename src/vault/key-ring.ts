import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { assert } from '../lib/assert.ts'
import {
  generateMasterKey,
  MASTER_KEY_BYTES,
  type MasterKeys,
  masterKey,
  masterKeyOfBytes,
  type MasterKey,
} from './master-key.ts'
import { newReceiptKey, type ReceiptKey, receiptKeyFrom, type ReceiptPublicKey } from './receipt-keys.ts'
import { sealContextBytes, openSealedValue, sealValue } from './sealed-box.ts'

/** The keys that all cards share. The database stores them, wrapped by the master key. */
export interface KeyRing {
  /**
   * Keys of the hashes by which card numbers are looked up, newest first. There is more than one only after a rotation.
   */
  readonly hashKeys: readonly [MasterKey, ...MasterKey[]]
  /** The key that seals secrets other than card numbers. */
  readonly sealKey: MasterKey
  /**
   * Whether the audit entries of earlier versions, which had no MACs, have got them (`adoptAuditTrail`), which happens once. Nobody can change
   * this flag without a master key: the purpose under which the seal key is wrapped depends on the flag (`sealPurpose`).
   */
  readonly hasAuditMacs: boolean
  readonly receiptKey: ReceiptKey
  /** The public halves of earlier receipt keys, newest first. They are kept for ever, to check receipts. */
  readonly formerReceiptKeys: readonly ReceiptPublicKey[]
  /** The key of the stored hashes of requests. It is not stored itself: it is derived from the seal key. */
  readonly fingerprintKey: KeyObject
  /** The key of the MACs of rows. It is derived from the seal key. */
  readonly rowKey: KeyObject
  /** The key that signs the heads of audit chains: an Ed25519 private key, derived from the seal key. */
  readonly auditKey: KeyObject
}

const WrappedKey = Type.Object({ id: Type.String(), wrapped: Type.String() })
const StoredRing = Compile(
  Type.Object({
    masterKeyId: Type.String(),
    hashKeys: Type.Array(WrappedKey, { minItems: 1 }),
    sealKey: WrappedKey,
    receiptKey: WrappedKey,
    formerReceiptKeys: Type.Array(WrappedKey),
    hasAuditMacs: Type.Optional(Type.Boolean()),
  }),
)

type Purpose = 'hash_key' | 'seal_key' | 'seal_key_audit_macs' | 'receipt_key' | 'former_receipt_key'

export const keyRing = (stored: Omit<KeyRing, 'fingerprintKey' | 'rowKey' | 'auditKey'>): KeyRing => ({
  ...stored,
  fingerprintKey: createSecretKey(derived(stored.sealKey.key, 'purser fingerprint')),
  rowKey: createSecretKey(derived(stored.sealKey.key, 'purser row')),
  auditKey: signingKey(derived(stored.sealKey.key, 'purser audit')),
})

export const newKeyRing = (): KeyRing =>
  keyRing({
    hashKeys: [generateMasterKey()],
    sealKey: generateMasterKey(),
    hasAuditMacs: true,
    receiptKey: newReceiptKey(),
    formerReceiptKeys: [],
  })

/**
 * Derives a key from the seal key. A rotation must not change the derived keys: a repeated request would otherwise run again, and every API
 * key would become invalid.
 */
const derived = (from: KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, '', purpose, MASTER_KEY_BYTES))

const PKCS8 = { format: 'der', type: 'pkcs8' } as const

/** The bytes in PKCS #8 before the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const signingKey = (seed: Buffer): KeyObject => createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), ...PKCS8 })

const sealPurpose = (hasAuditMacs: boolean): Purpose => (hasAuditMacs ? 'seal_key_audit_macs' : 'seal_key')

/** The key ring as text for the database, its keys wrapped by the current master key. */
export function writeKeyRing(ring: KeyRing, masters: MasterKeys): string {
  const { id: masterKeyId, key } = masters.current
  const wrap = (purpose: Purpose, id: string, bytes: Buffer) => ({
    id,
    wrapped: sealValue(key, sealContextBytes('ring', purpose, id), bytes).toString('base64'),
  })
  const { hashKeys, sealKey, hasAuditMacs, receiptKey, formerReceiptKeys } = ring
  return JSON.stringify({
    masterKeyId,
    hashKeys: hashKeys.map((inner) => wrap('hash_key', inner.id, inner.key.export())),
    sealKey: wrap(sealPurpose(hasAuditMacs), sealKey.id, sealKey.key.export()),
    hasAuditMacs,
    receiptKey: wrap('receipt_key', receiptKey.publicKey.kid, receiptKey.privateKey.export(PKCS8)),
    // The public keys of receipts are sealed, too: somebody who can only write to the database must not be able to add one.
    formerReceiptKeys: formerReceiptKeys.map((former) =>
      wrap('former_receipt_key', former.kid, Buffer.from(JSON.stringify(former))),
    ),
  })
}

/**
 * Opens a stored key ring. Throws `UnknownMasterKeyError` where the ring was wrapped by a key that is not loaded, and `BrokenSealError` where it was
 * changed.
 */
export function readKeyRing(text: string, masters: MasterKeys): KeyRing {
  const stored: unknown = JSON.parse(text)
  assert(StoredRing.Check(stored), 'the stored key ring has its form')
  const { key } = masterKey(masters, stored.masterKeyId)
  const hasAuditMacs = stored.hasAuditMacs ?? false
  const unwrap = (purpose: Purpose, inner: { id: string; wrapped: string }) =>
    openSealedValue(key, sealContextBytes('ring', purpose, inner.id), Buffer.from(inner.wrapped, 'base64'))
  const [newest, ...older] = stored.hashKeys.map((inner) => masterKeyOfBytes(unwrap('hash_key', inner)))
  assert(newest, 'a key ring has a hash key')
  return keyRing({
    hashKeys: [newest, ...older],
    sealKey: masterKeyOfBytes(unwrap(sealPurpose(hasAuditMacs), stored.sealKey)),
    hasAuditMacs,
    receiptKey: receiptKeyFrom(createPrivateKey({ key: unwrap('receipt_key', stored.receiptKey), ...PKCS8 })),
    formerReceiptKeys: stored.formerReceiptKeys.map(
      (former) => JSON.parse(unwrap('former_receipt_key', former).toString()) as ReceiptPublicKey,
    ),
  })
}

/** The id of the master key that a stored key ring is wrapped by. */
export function ringMasterKeyId(text: string): string {
  const stored: unknown = JSON.parse(text)
  assert(StoredRing.Check(stored), 'the stored key ring has its form')
  return stored.masterKeyId
}
