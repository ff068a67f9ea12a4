import { entryHash, NO_HASH } from '../../lib/audit-chain.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { ReadRows } from '../connection/in-transaction.ts'
import { columnNames } from '../statements/columns.ts'
import type { AuditEntryRow, AuditHeadRow, SignedHeadRow } from '../rows/audit-tables.ts'
import { auditEntry, entryColumns } from './entry-rows.ts'
import { type AuditKeys, isProvenEntry, isProvenHead, isSigned } from './proof.ts'
import { keptHead } from './signed-head.ts'

/** The end of a chain. */
export interface FoundHead extends AuditHeadRow {
  /** Whether there is an entry behind it: somebody has put it there, or has put the head back to what it was once, with the MAC of then. */
  readonly is_overtaken: boolean
}

/** A place in a chain: an entry by its number and its hash. */
export interface Place {
  readonly sequence: number
  readonly hash: string
}

/** Why a head is not signed, in words for the operator. */
export class NotFollowing {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

const readSignedHead = {
  name: 'read-signed-head',
  text: 'select * from signed_heads where bucket = $1 and account_id = $2 and sequence = $3',
}

/** Where the last signed head of a chain is, from which on everything has to be shown. */
export async function signedPlace(
  read: ReadRows,
  keys: AuditKeys,
  { account_id: accountId, signed_sequence: sequence }: Pick<AuditHeadRow, 'account_id' | 'signed_sequence'>,
): Promise<Place | NotFollowing> {
  if (sequence === 0) return { sequence: 0, hash: NO_HASH }
  const [row] = await read<SignedHeadRow>(readSignedHead, [bucketOf(accountId), accountId, sequence])
  if (row === undefined) return new NotFollowing(`its last signed head, of the entry ${sequence}, is missing`)
  if (!isSigned(keys, keptHead(row)))
    return new NotFollowing(`its last signed head, of the entry ${sequence}, has not the signature of this service`)
  return row
}

const PAGE = 500

const readEntries = {
  name: 'read-audit-entries',
  text: `select ${columnNames(entryColumns)} from audit_entries
    where bucket = $1 and account_id = $2 and sequence > $3 and sequence <= $4 order by sequence limit ${PAGE}`,
}

interface Way {
  readonly from: Place
  readonly to: Place
  /** False: entries of before there were MACs. */
  readonly haveMacs: boolean
}

/** Null where each entry between two places is there, follows the one before it, and has a good MAC. */
export async function follows(
  read: ReadRows,
  keys: AuditKeys,
  { accountId, from, to, haveMacs }: Way & { readonly accountId: string },
): Promise<NotFollowing | null> {
  let last = from
  while (last.sequence < to.sequence) {
    const place = [bucketOf(accountId), accountId, last.sequence, to.sequence]
    const rows = await read<AuditEntryRow>(readEntries, place)
    for (const row of rows) {
      const isNext = row.sequence === last.sequence + 1 && row.previous_hash === last.hash
      if (!isNext) return new NotFollowing(`the entry ${row.sequence} does not follow the entry ${last.sequence}`)
      if (entryHash(auditEntry(row)) !== row.hash) return new NotFollowing(`the entry ${row.sequence} was changed`)
      const isOurs = haveMacs ? isProvenEntry(keys, row) : row.mac === ''
      if (!isOurs) return new NotFollowing(`the entry ${row.sequence} has not the MAC of this service`)
      last = row
    }
    if (rows.length === 0) return new NotFollowing(`the entries after ${last.sequence} are missing`)
  }
  if (last.sequence === to.sequence && last.hash === to.hash) return null
  return new NotFollowing(`its head names another entry than ${last.sequence}`)
}

/** Null where a head may be signed: it is the service's own, and follows from the last signed one by entries with good MACs. */
export async function notSignable(
  read: ReadRows,
  keys: AuditKeys,
  head: FoundHead,
  /** Where it was shown to follow already. */
  shownTo: Place | null = null,
): Promise<NotFollowing | null> {
  if (head.is_overtaken) return new NotFollowing(`there are entries behind its head, of the entry ${head.sequence}`)
  if (!isProvenHead(keys, head)) return new NotFollowing('its head has not the MAC of this service')
  const from = shownTo ?? (await signedPlace(read, keys, head))
  if (from instanceof NotFollowing) return from
  return follows(read, keys, { accountId: head.account_id, from, to: head, haveMacs: true })
}
