import type { KeyObject } from 'node:crypto'
import { type ExportedAuditEntry, isAuditHeadSignedBy, type SignedAuditHead } from '../lib/audit-chain.ts'
import { AuditChainCheck, type AuditFinding } from '../lib/audit-check.ts'

export interface CheckedAuditExport {
  readonly entries: number
  readonly heads: number
  /** The last signed head in the exported file, even where more lines follow it. Null: the file has no head. */
  readonly last: SignedAuditHead | null
}

type Line = ExportedAuditEntry | { readonly head: SignedAuditHead }

/**
 * Checks an export of the audit trail with only the public key: every entry has its hash and follows the entry before it, every head is
 * signed and names the entry before it, and the last line is a head. Each fault is reported.
 */
export async function checkAuditExport(
  lines: AsyncIterable<string>,
  publicKey: KeyObject,
  report: (finding: AuditFinding) => void,
): Promise<CheckedAuditExport> {
  const check = new AuditChainCheck(report)
  const counted = { entries: 0, heads: 0, last: null as SignedAuditHead | null }
  let endsWithHead = false
  for await (const text of lines) {
    const line = parsed(text)
    endsWithHead = line !== null && 'head' in line
    if (line === null) report({ sequence: counted.entries + 1, id: '', what: 'a line is no entry and no head' })
    else if ('head' in line) takeHead(check, line.head, { publicKey, counted, report })
    else {
      check.entry(line)
      counted.entries += 1
    }
  }
  check.end()
  if (!endsWithHead) report({ sequence: counted.entries, id: '', what: 'the export does not end with a signed head' })
  return counted
}

function takeHead(
  check: AuditChainCheck,
  head: SignedAuditHead,
  {
    publicKey,
    counted,
    report,
  }: {
    publicKey: KeyObject
    counted: { heads: number; last: SignedAuditHead | null }
    report: (finding: AuditFinding) => void
  },
): void {
  const say = (what: string) => report({ sequence: head.sequence, id: head.accountId, what })
  if (!isAuditHeadSignedBy(publicKey, head)) say('a head was not signed with this key')
  if (counted.last !== null && counted.last.accountId !== head.accountId) say('a head is of another account')
  check.head(head)
  counted.heads += 1
  counted.last = head
}

function parsed(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Partial<ExportedAuditEntry> & { head?: Partial<SignedAuditHead> }
    if (typeof line.head === 'object') return typeof line.head.signature === 'string' ? (line as Line) : null
    const isEntry = typeof line.sequence === 'number' && typeof line.hash === 'string' && Array.isArray(line.changes)
    return isEntry ? (line as Line) : null
  } catch {
    return null
  }
}
