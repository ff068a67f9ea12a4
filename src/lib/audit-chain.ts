import { hash, type KeyObject, verify } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/** An entry of the audit trail in the form of answers and exports. */
export interface ExportedAuditEntry {
  readonly id: string
  /** The audit entry's number in the account's chain, from 1, without gaps. */
  readonly sequence: number
  readonly at: string
  readonly actor: { readonly type: string; readonly id: string; readonly name: string }
  readonly requestId: string | null
  readonly operation: string
  readonly resource: { readonly type: string; readonly id: string }
  readonly customerId?: string
  readonly changes: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[]
  readonly hash: string
  readonly previousHash: string
}

/** The last entry of an account's audit chain, and when it was signed. */
export interface ExportedAuditHead {
  readonly accountId: string
  readonly sequence: number
  readonly hash: string
  /** When the head of the audit chain was signed. */
  readonly at: string
}

export interface SignedAuditHead extends ExportedAuditHead {
  /** The Ed25519 signature of `auditHeadText`, in base64. */
  readonly signature: string
}

/** The `previousHash` of an audit chain's first entry, and the `hash` of an empty chain's head. */
export const EMPTY_CHAIN_HASH = '0'.repeat(64)

/**
 * The hash of an audit entry: SHA-256, in lower-case hex, over the entry's canonical JSON with its `previousHash` and without its `hash`.
 */
export function auditEntryHash(entry: Omit<ExportedAuditEntry, 'hash'> & { hash?: string }): string {
  const { hash: _own, ...hashed } = entry
  return hash('sha256', canonicalJson(hashed), 'hex')
}

/** The bytes that are signed as the head of an audit chain: the canonical JSON of the account, the sequence, the hash and the time. */
export const auditHeadText = ({ accountId, sequence, hash: headHash, at }: ExportedAuditHead): Buffer =>
  Buffer.from(canonicalJson({ accountId, sequence, hash: headHash, at }), 'utf8')

export const isAuditHeadSignedBy = (publicKey: KeyObject, head: SignedAuditHead): boolean =>
  verify(null, auditHeadText(head), publicKey, Buffer.from(head.signature, 'base64'))
