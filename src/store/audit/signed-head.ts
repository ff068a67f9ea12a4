import { auditHeadText, type SignedAuditHead } from '../../lib/audit-chain.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { AuditHeadRow, SignedAuditHeadRow } from '../rows/audit-tables.ts'
import { type AuditKeys, signedAuditHeadMac } from './audit-macs.ts'

/** Signs the head of an audit chain. The caller must have checked that the head may be signed. `now`: Unix milliseconds. */
export function signAuditHead(
  keys: Pick<AuditKeys, 'signAudit'>,
  head: Pick<AuditHeadRow, 'account_id' | 'sequence' | 'hash'>,
  now: number,
): SignedAuditHead {
  const { account_id: accountId, sequence, hash } = head
  const signed = { accountId, sequence, hash, at: isoTimestamp(now) }
  return { ...signed, signature: keys.signAudit(auditHeadText(signed)).toString('base64') }
}

/** Signs the head of an audit chain as `signAuditHead` does, and makes the row that stores the signature. */
export function signedAuditHeadRow(keys: AuditKeys, head: AuditHeadRow, now: number): SignedAuditHeadRow {
  const { bucket, account_id, sequence, hash, signed_sequence: previous_sequence } = head
  const { signature } = signAuditHead(keys, head, now)
  const row = { bucket, account_id, sequence, hash, signed_at: now, signature, previous_sequence }
  return { ...row, mac: signedAuditHeadMac(keys, row) }
}

/** Makes the signed head of an audit chain, as the API and exports show it, from its row. */
export const signedAuditHeadOfRow = (row: SignedAuditHeadRow): SignedAuditHead => ({
  accountId: row.account_id,
  sequence: row.sequence,
  hash: row.hash,
  at: isoTimestamp(row.signed_at),
  signature: row.signature,
})
