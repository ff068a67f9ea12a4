import { timeOfId } from '../../lib/ids.ts'
import { AuditChainCheck } from '../../lib/audit-check.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/clock.ts'
import type { AuditHeadRow, SignedAuditHeadRow } from '../../store/rows/audit-tables.ts'
import {
  type AuditKeys,
  isProvenAuditEntry,
  isProvenAuditHead,
  isProvenSignedAuditHead,
  isAuditHeadSigned,
} from '../../store/audit/audit-macs.ts'
import { signedAuditHeadOfRow } from '../../store/audit/signed-head.ts'
import type { StoredAuditEntry } from '../../store/history/audit-rows.ts'
import type { ReplayDifference } from '../replay-difference.ts'

/** How far the audit trail of an account goes back, as its own entries say. Moments are Unix milliseconds. */
export interface AuditTrailExtent {
  /** The moment of the first audit entry that is kept, where older ones were deleted after their retention time. Null: none was deleted. */
  readonly keptSince: number | null
  /** The number of the first audit entry that has a MAC, and its moment. */
  readonly macsFrom: number
  readonly macsSince: number
}

/**
 * How many milliseconds a signature may be late before it is reported as missing. Ten minutes after the sweeps should have signed a head, a
 * node that appends to the chain signs it. Twice that time is too late in every case.
 */
const LATE_MS = 20 * MINUTE_MS

interface Checking {
  readonly accountId: string
  /** The stored head of the account's audit chain. Undefined: the chain has none. */
  readonly head: AuditHeadRow | undefined
  readonly vault: AuditKeys
  readonly report: (difference: ReplayDifference) => void
}

/**
 * Checks the audit trail of one account. The caller passes the entries in their order, and each signed head after the entry that it signs.
 * Somebody who can only write to the database can compute hashes, but neither MACs nor signatures.
 */
export class AccountAuditTrailCheck {
  readonly #about: Checking
  readonly #chain: AuditChainCheck
  readonly #isProven: boolean
  /** The number of the first audit entry that has to have a MAC. Null: that number is not known yet. */
  #macsFrom: number | null
  #macsSince = 0
  #first: number | null = null
  /** The moment of the first audit entry that no signed head covers. Null: signed heads cover all entries so far. */
  #unsignedSince: number | null = null
  #lastSigned = 0
  /** The first signed head that names the signed head before it. */
  #firstSigned: SignedAuditHeadRow | null = null

  constructor(about: Checking) {
    const { accountId, head, vault, report } = about
    this.#about = about
    this.#chain = new AuditChainCheck(({ sequence, id, what }) =>
      report({ customerId: accountId, sequence, subject: id, what, stored: id, replayed: null }),
    )
    this.#isProven = head !== undefined && isProvenAuditHead(vault, head)
    this.#macsFrom = this.#isProven ? (head?.macs_from ?? 1) : null
  }

  get facts(): AuditTrailExtent {
    const keptSince = this.#chain.isShortened ? this.#first : null
    return { keptSince, macsFrom: this.#macsFrom ?? Number.POSITIVE_INFINITY, macsSince: this.#macsSince }
  }

  entry({ entry, bucket, mac, accountId }: StoredAuditEntry): void {
    this.#chain.entry(entry)
    const at = timeOfId(entry.id)
    this.#first ??= at
    const { sequence, id: subject } = entry
    const say = (what: string, stored: unknown, replayed: unknown) =>
      this.#about.report({ customerId: accountId, sequence, subject, what, stored, replayed })
    if (bucket !== bucketOfId(accountId)) say('bucket', bucket, bucketOfId(accountId))
    // If the head of the audit chain is not proven, entries must have a MAC from the first entry on that has one.
    if (this.#macsFrom === null && mac !== '') this.#macsFrom = sequence
    if (this.#macsFrom === null || sequence < this.#macsFrom) {
      if (mac !== '') say('it has a MAC from before there were any', mac, '')
      return
    }
    if (sequence === this.#macsFrom) this.#macsSince = at
    const proven = { account_id: accountId, sequence, hash: entry.hash, mac }
    if (!isProvenAuditEntry(this.#about.vault, proven)) say('it does not have the MAC of this service', mac, null)
    this.#unsignedSince ??= at
    if (at < this.#unsignedSince + HOUR_MS + LATE_MS) return
    say('the hour before it grew, and has no signed head', null, null)
    this.#unsignedSince = at
  }

  signed(row: SignedAuditHeadRow): void {
    const head = signedAuditHeadOfRow(row)
    this.#chain.head(head)
    if (!isAuditHeadSigned(this.#about.vault, head)) {
      const what = 'a signed head does not have the signature of this service'
      this.#report(what, { sequence: row.sequence, stored: row.signature, replayed: null })
    }
    this.#signedBefore(row)
    this.#lastSigned = row.sequence
    this.#unsignedSince = null
  }

  /** Checks a signed head against the signed head before it. Each signed head contains the number of the one before. */
  #signedBefore(row: SignedAuditHeadRow): void {
    const { sequence, previous_sequence: previous, mac } = row
    if (mac === '' && this.#macsFrom !== null && sequence < this.#macsFrom) return
    if (!isProvenSignedAuditHead(this.#about.vault, row)) {
      this.#report('a signed head does not have the MAC of this service', { sequence, stored: mac, replayed: null })
    } else if (this.#lastSigned === 0) this.#firstSigned = row
    else if (previous !== this.#lastSigned) this.#reportMissing(row)
  }

  #reportMissing({ sequence, previous_sequence: replayed }: SignedAuditHeadRow): void {
    this.#report('the signed head before it is missing, or was put there', {
      sequence,
      stored: this.#lastSigned,
      replayed,
    })
  }

  /** Checks the end of the audit trail. To be called when all entries and signed heads of the account were passed. */
  end(): void {
    const { accountId, head } = this.#about
    if (head !== undefined) {
      const { sequence, hash, mac, signed_sequence: signed } = head
      this.#chain.head({ accountId, sequence, hash })
      if (!this.#isProven)
        this.#report('its head does not have the MAC of this service', { stored: mac, replayed: null })
      else if (signed !== this.#lastSigned) {
        this.#report('its last signed head is another than its head names', {
          stored: this.#lastSigned,
          replayed: signed,
        })
      }
    } else this.#report('entries of an account without a head', { stored: accountId, replayed: null })
    // Signed heads of the audit chain before the first stored one may have been deleted together with their entries, up to `keptFrom` of
    // the chain.
    const first = this.#firstSigned
    if (first !== null && first.previous_sequence > 0 && first.previous_sequence >= this.#chain.keptFrom) {
      this.#lastSigned = 0
      this.#reportMissing(first)
    }
    this.#chain.end()
  }

  #report(
    what: string,
    { sequence = null, stored, replayed }: { sequence?: number | null; stored: unknown; replayed: unknown },
  ): void {
    const { accountId, report } = this.#about
    report({ customerId: accountId, sequence, subject: accountId, what, stored, replayed })
  }
}
