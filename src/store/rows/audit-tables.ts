import type { Actor, ResourceFieldChange, ResourceType } from '../../domain/audit/audited-act.ts'

/** An entry of an account's audit trail: what one act has changed of one resource. An entry is never updated. */
export interface AuditEntryRow {
  bucket: number
  account_id: string
  sequence: number
  id: string
  actor_type: Actor['type']
  actor_id: string
  actor_name: string
  request_id: string | null
  operation: string
  resource_type: ResourceType
  resource_id: string
  customer_id: string | null
  changes: readonly ResourceFieldChange[]
  previous_hash: string
  hash: string
  /** The audit entry's MAC in base64. Empty: an earlier version, which made no MACs, wrote the entry. */
  mac: string
}

/** The head of an account's audit chain: its last entry. The account's next entry is appended to it. */
export interface AuditHeadRow {
  bucket: number
  account_id: string
  sequence: number
  entry_id: string
  hash: string
  /**
   * When the head of the audit chain is to be signed, in Unix milliseconds: an hour after the first entry that is not signed yet. Null: all
   * entries are signed.
   */
  sign_due_at: number | null
  /** The number of the audit chain's first entry that has a MAC. Null: no entry of the chain has one. */
  macs_from: number | null
  /** The number of the audit entry that the last signed head names. Zero: no head was signed yet. */
  signed_sequence: number
  /**
   * The MAC of the audit chain's head in base64, over all other columns. If it is invalid, somebody else has written the head, and the head
   * is never signed again.
   */
  mac: string
}

/** A signed head of an audit chain. The row is kept, because it proves whether entries are missing from its end. */
export interface SignedAuditHeadRow {
  bucket: number
  account_id: string
  sequence: number
  hash: string
  signed_at: number
  signature: string
  /**
   * The number of the audit chain's previous signed head. Zero: this is the first signed head, or an earlier version, which made no MACs,
   * signed it.
   */
  previous_sequence: number
  /** The MAC of the signed head in base64, over all other columns. Empty: an earlier version, which made no MACs, signed the head. */
  mac: string
}
