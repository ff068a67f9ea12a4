import { createPublicKey, timingSafeEqual } from 'node:crypto'
import { isAuditHeadSignedBy, type SignedAuditHead } from '../../lib/audit-chain.ts'
import type { Vault } from '../../vault/vault.ts'
import type { AuditEntryRow, AuditHeadRow, SignedAuditHeadRow } from '../rows/audit-tables.ts'

/** The keys of the vault that the audit trail uses. Somebody who can only write to the database does not have these keys. */
export type AuditKeys = Pick<Vault, 'rowMac' | 'signAudit' | 'auditPublicKey'>

/** The columns of an audit entry that its MAC covers. The hash covers the rest of the entry, and the hash of the entry before it. */
type ProvenEntry = Pick<AuditEntryRow, 'account_id' | 'sequence' | 'hash'>
type ProvenHead = Omit<AuditHeadRow, 'bucket' | 'mac'>

export const auditEntryMac = (keys: AuditKeys, { account_id, sequence, hash }: ProvenEntry): string =>
  keys.rowMac('audit_entry', account_id, String(sequence), hash).toString('base64')

/**
 * Makes the MAC of an audit chain's head. The MAC covers every column. So it becomes invalid if somebody moves the head to another entry,
 * or changes the time at which the head is to be signed.
 */
export const auditHeadMac = (keys: AuditKeys, head: ProvenHead): string =>
  keys
    .rowMac(
      'audit_head',
      JSON.stringify([
        head.account_id,
        head.sequence,
        head.entry_id,
        head.hash,
        head.sign_due_at,
        head.macs_from,
        head.signed_sequence,
      ]),
    )
    .toString('base64')

/**
 * Makes the MAC of a signed head of an audit chain. It also covers the number of the signed head before this one, which the signature does
 * not cover.
 */
export const signedAuditHeadMac = (keys: AuditKeys, row: Omit<SignedAuditHeadRow, 'bucket' | 'mac'>): string =>
  keys
    .rowMac(
      'signed_audit_head',
      JSON.stringify([row.account_id, row.sequence, row.hash, row.signed_at, row.signature, row.previous_sequence]),
    )
    .toString('base64')

/** Whether the service itself wrote the row of this audit entry. */
export const isProvenAuditEntry = (keys: AuditKeys, row: ProvenEntry & Pick<AuditEntryRow, 'mac'>): boolean =>
  isSame(auditEntryMac(keys, row), row.mac)

export const isProvenAuditHead = (keys: AuditKeys, head: ProvenHead & Pick<AuditHeadRow, 'mac'>): boolean =>
  isSame(auditHeadMac(keys, head), head.mac)

export const isProvenSignedAuditHead = (keys: AuditKeys, row: SignedAuditHeadRow): boolean =>
  isSame(signedAuditHeadMac(keys, row), row.mac)

/** Whether the service has signed this head of an audit chain with the key of this vault. */
export const isAuditHeadSigned = (keys: AuditKeys, head: SignedAuditHead): boolean =>
  isAuditHeadSignedBy(createPublicKey(keys.auditPublicKey()), head)

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
