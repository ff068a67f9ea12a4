import { headText, type SignedHead } from '../../lib/audit-chain.ts'
import { timestamp } from '../../lib/clock.ts'
import type { AuditHeadRow, SignedHeadRow } from '../rows/audit-tables.ts'
import { type AuditKeys, signedHeadMac } from './proof.ts'

/** Signs a head without asking whether it may be signed: that is for whoever has followed its chain. `now`: Unix milliseconds. */
export function signedHead(
  keys: Pick<AuditKeys, 'signAudit'>,
  head: Pick<AuditHeadRow, 'account_id' | 'sequence' | 'hash'>,
  now: number,
): SignedHead {
  const { account_id: accountId, sequence, hash } = head
  const signed = { accountId, sequence, hash, at: timestamp(now) }
  return { ...signed, signature: keys.signAudit(headText(signed)).toString('base64') }
}

/** The same as it is kept. */
export function signedHeadRow(keys: AuditKeys, head: AuditHeadRow, now: number): SignedHeadRow {
  const { bucket, account_id, sequence, hash, signed_sequence: previous_sequence } = head
  const { signature } = signedHead(keys, head, now)
  const row = { bucket, account_id, sequence, hash, signed_at: now, signature, previous_sequence }
  return { ...row, mac: signedHeadMac(keys, row) }
}

/** A signed head that is kept, as answers and exports show it. */
export const keptHead = (row: SignedHeadRow): SignedHead => ({
  accountId: row.account_id,
  sequence: row.sequence,
  hash: row.hash,
  at: timestamp(row.signed_at),
  signature: row.signature,
})
