import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { assert } from '../lib/assert.ts'
import { generateKey, KEY_BYTES, type MasterKeys, masterKey, namedKey, type NamedKey } from './master-key.ts'
import { additionalData, openBox, sealBox } from './sealed-box.ts'

/** The keys that are not a card's own: the database keeps them, wrapped by the master key. */
export interface KeyRing {
  /** Numbers are found by a hash under these. The newest first; more than one only since a rotation. */
  readonly hashKeys: readonly [NamedKey, ...NamedKey[]]
  /** Seals secrets that are no card numbers. */
  readonly sealKey: NamedKey
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
  }),
)

type Purpose = 'hash_key' | 'seal_key'

export const keyRing = (stored: Omit<KeyRing, 'fingerprintKey' | 'rowKey' | 'auditKey'>): KeyRing => ({
  ...stored,
  fingerprintKey: createSecretKey(derived(stored.sealKey.key, 'purser fingerprint')),
  rowKey: createSecretKey(derived(stored.sealKey.key, 'purser row')),
  auditKey: signingKey(derived(stored.sealKey.key, 'purser audit')),
})

export const newKeyRing = (): KeyRing => keyRing({ hashKeys: [generateKey()], sealKey: generateKey() })

/** A rotation must leave them as they are: a purchase that is sent again would be made again, and every API key would end. */
const derived = (from: KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, '', purpose, KEY_BYTES))

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })

/** The ring as text for the database, wrapped by the current master key. */
export function writeKeyRing(ring: KeyRing, masters: MasterKeys): string {
  const { id: masterKeyId, key } = masters.current
  const wrap = (purpose: Purpose, inner: NamedKey) => ({
    id: inner.id,
    wrapped: sealBox(key, additionalData('ring', purpose, inner.id), inner.key.export()).toString('base64'),
  })
  return JSON.stringify({
    masterKeyId,
    hashKeys: ring.hashKeys.map((inner) => wrap('hash_key', inner)),
    sealKey: wrap('seal_key', ring.sealKey),
  })
}

/** Throws `UnknownMasterKey` where the ring was wrapped by a key that is not among the loaded ones. */
export function readKeyRing(text: string, masters: MasterKeys): KeyRing {
  const stored: unknown = JSON.parse(text)
  assert(StoredRing.Check(stored), 'the stored key ring has its form')
  const { key } = masterKey(masters, stored.masterKeyId)
  const unwrap = (purpose: Purpose, inner: { id: string; wrapped: string }) =>
    namedKey(openBox(key, additionalData('ring', purpose, inner.id), Buffer.from(inner.wrapped, 'base64')))
  const [newest, ...older] = stored.hashKeys.map((inner) => unwrap('hash_key', inner))
  assert(newest, 'a key ring has a hash key')
  return keyRing({ hashKeys: [newest, ...older], sealKey: unwrap('seal_key', stored.sealKey) })
}

/** The id of the master key that a stored ring is wrapped by. */
export function ringMasterKeyId(text: string): string {
  const stored: unknown = JSON.parse(text)
  assert(StoredRing.Check(stored), 'the stored key ring has its form')
  return stored.masterKeyId
}
