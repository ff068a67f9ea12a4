import { auditEntryHash, EMPTY_CHAIN_HASH } from '../../lib/audit-chain.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { SqlRowReader } from '../connection/in-transaction.ts'
import { sqlColumnNames } from '../statements/columns.ts'
import type { AuditEntryRow, AuditHeadRow, SignedAuditHeadRow } from '../rows/audit-tables.ts'
import { auditEntry, auditEntryColumns } from './entry-rows.ts'
import { type AuditKeys, isProvenAuditEntry, isProvenAuditHead, isAuditHeadSigned } from './audit-macs.ts'
import { signedAuditHeadOfRow } from './signed-head.ts'

/** The head of an audit chain as it is stored, and whether entries follow it. */
export interface AuditChainHead extends AuditHeadRow {
  /**
   * True: the audit chain has an entry with a higher number than the head. Somebody has inserted that entry, or put back an earlier head
   * with its MAC.
   */
  readonly is_overtaken: boolean
  /** The ids of the webhooks that are sent each entry of the audit chain. Absent: they were not read. */
  readonly audit_webhooks?: readonly string[]
}

/** A position in an audit chain: the number and the hash of an entry. */
export interface AuditChainPosition {
  readonly sequence: number
  readonly hash: string
}

/** The reason why the head of an audit chain is not signed, in words for the operator. */
export class AuditChainBreak {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

const readSignedHead = {
  name: 'read-signed-head',
  text: 'select * from signed_heads where bucket = $1 and account_id = $2 and sequence = $3',
}

/**
 * Finds the position of the last signed head of an audit chain, or the reason why that head cannot be trusted. Before the chain is signed
 * again, the caller must check all entries after this position.
 */
export async function signedChainPosition(
  read: SqlRowReader,
  keys: AuditKeys,
  { account_id: accountId, signed_sequence: sequence }: Pick<AuditHeadRow, 'account_id' | 'signed_sequence'>,
): Promise<AuditChainPosition | AuditChainBreak> {
  if (sequence === 0) return { sequence: 0, hash: EMPTY_CHAIN_HASH }
  const [row] = await read<SignedAuditHeadRow>(readSignedHead, [bucketOfId(accountId), accountId, sequence])
  if (row === undefined) return new AuditChainBreak(`its last signed head, of the entry ${sequence}, is missing`)
  if (!isAuditHeadSigned(keys, signedAuditHeadOfRow(row)))
    return new AuditChainBreak(
      `its last signed head, of the entry ${sequence}, does not have the signature of this service`,
    )
  return row
}

const PAGE = 500

const readEntries = {
  name: 'read-audit-entries',
  text: `select ${sqlColumnNames(auditEntryColumns)} from audit_entries
    where bucket = $1 and account_id = $2 and sequence > $3 and sequence <= $4 order by sequence limit ${PAGE}`,
}

interface ChainSection {
  readonly from: AuditChainPosition
  readonly to: AuditChainPosition
  /** True: the audit entries must have MACs. False: they were made before entries had MACs, and must have none. */
  readonly haveMacs: boolean
}

/**
 * Checks that each audit entry between two positions of a chain exists, follows the one before it, and has a valid MAC. Resolves with null
 * if all do.
 */
export async function findAuditChainBreak(
  read: SqlRowReader,
  keys: AuditKeys,
  { accountId, from, to, haveMacs }: ChainSection & { readonly accountId: string },
): Promise<AuditChainBreak | null> {
  let last = from
  while (last.sequence < to.sequence) {
    const values = [bucketOfId(accountId), accountId, last.sequence, to.sequence]
    const rows = await read<AuditEntryRow>(readEntries, values)
    for (const row of rows) {
      const isNext = row.sequence === last.sequence + 1 && row.previous_hash === last.hash
      if (!isNext) return new AuditChainBreak(`the entry ${row.sequence} does not follow the entry ${last.sequence}`)
      if (auditEntryHash(auditEntry(row)) !== row.hash)
        return new AuditChainBreak(`the entry ${row.sequence} was changed`)
      const isOurs = haveMacs ? isProvenAuditEntry(keys, row) : row.mac === ''
      if (!isOurs) return new AuditChainBreak(`the entry ${row.sequence} does not have the MAC of this service`)
      last = row
    }
    if (rows.length === 0) return new AuditChainBreak(`the entries after ${last.sequence} are missing`)
  }
  if (last.sequence === to.sequence && last.hash === to.hash) return null
  return new AuditChainBreak(`its head names another entry than ${last.sequence}`)
}

/**
 * Checks that the head of an audit chain may be signed: it has the service's MAC, and entries with valid MACs lead from the last signed
 * head to it. Resolves with null if it may be signed.
 */
export async function whyHeadNotSignable(
  read: SqlRowReader,
  keys: AuditKeys,
  head: AuditChainHead,
  /** The caller has already checked the audit chain up to this position. Null: the chain is checked from the last signed head on. */
  checkedTo: AuditChainPosition | null = null,
): Promise<AuditChainBreak | null> {
  if (head.is_overtaken) return new AuditChainBreak(`there are entries behind its head, of the entry ${head.sequence}`)
  if (!isProvenAuditHead(keys, head)) return new AuditChainBreak('its head does not have the MAC of this service')
  const from = checkedTo ?? (await signedChainPosition(read, keys, head))
  if (from instanceof AuditChainBreak) return from
  return findAuditChainBreak(read, keys, { accountId: head.account_id, from, to: head, haveMacs: true })
}
