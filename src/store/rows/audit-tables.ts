import type { Actor, FieldChange, ResourceType } from '../../domain/audit/record.ts'

/** An entry of an account's audit trail: what one act has changed of one resource. It is never updated. */
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
  changes: readonly FieldChange[]
  previous_hash: string
  hash: string
  /** Base64. Empty: the entry is older than MACs. */
  mac: string
}

/** The last entry of an account's chain. The next one is appended to it. */
export interface AuditHeadRow {
  bucket: number
  account_id: string
  sequence: number
  entry_id: string
  hash: string
  /** An hour after the first entry that is not signed yet. */
  sign_due_at: number | null
  /** The number of the first entry that has a MAC. Null: the chain is older than MACs. */
  macs_from: number | null
  /** The number that the last signed head names. Zero: no head was signed yet. */
  signed_sequence: number
  /** Base64, over all other columns. Where it is invalid, somebody else has written the head, and it is never signed again. */
  mac: string
}

/** A signed head. It is kept, because it shows when entries are missing from the end of a chain. */
export interface SignedHeadRow {
  bucket: number
  account_id: string
  sequence: number
  hash: string
  signed_at: number
  signature: string
  /** The number that the signed head before it names. Zero: it is the first, or older than MACs. */
  previous_sequence: number
  /** Base64, over all other columns. Empty: the signed head is older than MACs. */
  mac: string
}
