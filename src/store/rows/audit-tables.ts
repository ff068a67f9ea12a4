import type { Actor, FieldChange, ResourceType } from '../../domain/audit/record.ts'

/** An entry of an account's audit trail: what one act has made of one resource. Written once. */
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
  /** Base64. Empty: written before there were any. */
  mac: string
}

/** The last entry of an account's chain, which the next one is appended to. */
export interface AuditHeadRow {
  bucket: number
  account_id: string
  sequence: number
  entry_id: string
  hash: string
  /** An hour after the first entry that is not signed yet. */
  sign_due_at: number | null
  /** The number of the first entry that has a MAC. Null: the chain is of before there were any. */
  macs_from: number | null
  /** The number that the last signed head names. 0: none was signed yet. */
  signed_sequence: number
  /** Base64, over everything else. Not good: somebody else has written the head, and it is not signed any more. */
  mac: string
}

/** A head as it was signed. Kept: what is missing from the end of a chain is found by it. */
export interface SignedHeadRow {
  bucket: number
  account_id: string
  sequence: number
  hash: string
  signed_at: number
  signature: string
  /** That the signed head before it names. 0: it is the first, or of before there were MACs. */
  previous_sequence: number
  /** Base64, over everything else. Empty: of before there were any. */
  mac: string
}
