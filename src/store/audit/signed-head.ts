import { auditHeadText, type SignedHead } from '../../lib/audit-chain.ts'
import { timestampColumn } from '../../lib/clock.ts'
import type { AuditHeadRow, SignedHeadRow } from '../rows/audit-tables.ts'
import { type AuditKeys, signedHeadMac } from './audit-macs.ts'

/** Signs the head of an audit chain. The caller must have checked that the head may be signed. `now`: Unix milliseconds. */
export function signAuditHead(
  keys: Pick<AuditKeys, 'signAudit'>,
  head: Pick<AuditHeadRow, 'account_id' | 'sequence' | 'hash'>,
  now: number,
): SignedHead {
  const { account_id: accountId, sequence, hash } = head
  const signed = { accountId, sequence, hash, at: timestampColumn(now) }
  return { ...signed, signature: keys.signAudit(auditHeadText(signed)).toString('base64') }
}

/** Signs the head of an audit chain as `signAuditHead` does, and makes the row that stores the signature. */
export function signedHeadRow(keys: AuditKeys, head: AuditHeadRow, now: number): SignedHeadRow {
  const { bucket, account_id, sequence, hash, signed_sequence: previous_sequence } = head
  const { signature } = signAuditHead(keys, head, now)
  const row = { bucket, account_id, sequence, hash, signed_at: now, signature, previous_sequence }
  return { ...row, mac: signedHeadMac(keys, row) }
}

/** Makes the signed head of an audit chain, as the API and exports show it, from its row. */
export const signedHeadOfRow = (row: SignedHeadRow): SignedHead => ({
  accountId: row.account_id,
  sequence: row.sequence,
  hash: row.hash,
  at: timestampColumn(row.signed_at),
  signature: row.signature,
})
