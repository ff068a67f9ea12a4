import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { assert } from '../lib/assert.ts'
import { generateKey, KEY_BYTES, type MasterKeys, masterKey, namedKey, type NamedKey } from './master-key.ts'
import { newReceiptKey, type ReceiptKey, receiptKeyFrom, type ReceiptPublicKey } from './receipt-keys.ts'
import { additionalData, openBox, sealBox } from './sealed-box.ts'

/** The keys that are not a card's own: the database keeps them, wrapped by the master key. */
export interface KeyRing {
  /** Numbers are found by a hash under these. The newest first; more than one only since a rotation. */
  readonly hashKeys: readonly [NamedKey, ...NamedKey[]]
  /** Seals secrets that are no card numbers. */
  readonly sealKey: NamedKey
  /**
   * Whether audit trails of before there were MACs are taken over: that happens once. Nobody without a master key takes the mark away: the
   * seal key opens only under the purpose that it names.
   */
  readonly hasAuditMacs: boolean
  /** Receipts are signed with it. */
  readonly receiptKey: ReceiptKey
  /** What receipts were signed with before, the newest first: kept for ever, to check them with and nothing else. */
  readonly formerReceiptKeys: readonly ReceiptPublicKey[]
  /** What is kept of requests is hashed under it. Not stored: it follows from the seal key. */
  readonly fingerprintKey: KeyObject
  /** Authenticates rows. Follows from the seal key, too. */
  readonly rowKey: KeyObject
  /** Ends of audit trails are signed with it: an Ed25519 private key. Not stored either. */
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
    hashKeys: [generateKey()],
    sealKey: generateKey(),
    hasAuditMacs: true,
    receiptKey: newReceiptKey(),
    formerReceiptKeys: [],
  })

/** A rotation must leave them as they are: a purchase that is sent again would be made again, and every API key would end. */
const derived = (from: KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, '', purpose, KEY_BYTES))

const PKCS8 = { format: 'der', type: 'pkcs8' } as const

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const signingKey = (seed: Buffer): KeyObject => createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), ...PKCS8 })

const sealPurpose = (hasAuditMacs: boolean): Purpose => (hasAuditMacs ? 'seal_key_audit_macs' : 'seal_key')

/** The ring as text for the database, wrapped by the current master key. */
export function writeKeyRing(ring: KeyRing, masters: MasterKeys): string {
  const { id: masterKeyId, key } = masters.current
  const wrap = (purpose: Purpose, id: string, bytes: Buffer) => ({
    id,
    wrapped: sealBox(key, additionalData('ring', purpose, id), bytes).toString('base64'),
  })
  const { hashKeys, sealKey, hasAuditMacs, receiptKey, formerReceiptKeys } = ring
  return JSON.stringify({
    masterKeyId,
    hashKeys: hashKeys.map((inner) => wrap('hash_key', inner.id, inner.key.export())),
    sealKey: wrap(sealPurpose(hasAuditMacs), sealKey.id, sealKey.key.export()),
    hasAuditMacs,
    receiptKey: wrap('receipt_key', receiptKey.publicKey.kid, receiptKey.privateKey.export(PKCS8)),
    // Public, and sealed all the same: whoever has the database alone must not add one of their own.
    formerReceiptKeys: formerReceiptKeys.map((former) =>
      wrap('former_receipt_key', former.kid, Buffer.from(JSON.stringify(former))),
    ),
  })
}

/** Throws `UnknownMasterKey` where the ring was wrapped by a key that is not among the loaded ones. */
export function readKeyRing(text: string, masters: MasterKeys): KeyRing {
  const stored: unknown = JSON.parse(text)
  assert(StoredRing.Check(stored), 'the stored key ring has its form')
  const { key } = masterKey(masters, stored.masterKeyId)
  const hasAuditMacs = stored.hasAuditMacs ?? false
  const unwrap = (purpose: Purpose, inner: { id: string; wrapped: string }) =>
    openBox(key, additionalData('ring', purpose, inner.id), Buffer.from(inner.wrapped, 'base64'))
  const [newest, ...older] = stored.hashKeys.map((inner) => namedKey(unwrap('hash_key', inner)))
  assert(newest, 'a key ring has a hash key')
  return keyRing({
    hashKeys: [newest, ...older],
    sealKey: namedKey(unwrap(sealPurpose(hasAuditMacs), stored.sealKey)),
    hasAuditMacs,
    receiptKey: receiptKeyFrom(createPrivateKey({ key: unwrap('receipt_key', stored.receiptKey), ...PKCS8 })),
    formerReceiptKeys: stored.formerReceiptKeys.map(
      (former) => JSON.parse(unwrap('former_receipt_key', former).toString()) as ReceiptPublicKey,
    ),
  })
}

/** The id of the master key that a stored ring is wrapped by. */
export function ringMasterKeyId(text: string): string {
  const stored: unknown = JSON.parse(text)
  assert(StoredRing.Check(stored), 'the stored key ring has its form')
  return stored.masterKeyId
}
