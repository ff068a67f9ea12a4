import { type AuditEntry, type AuditHead, entryHash, NO_HASH } from './audit-chain.ts'

/** What is wrong with an entry of a chain, or with its end. */
export interface AuditFinding {
  readonly sequence: number
  /** The entry, or the account where none is meant. */
  readonly id: string
  readonly what: string
}

type Place = Pick<AuditHead, 'accountId' | 'sequence' | 'hash'>

/** The change by which a chain tells from which of its entries on it is kept. */
export const KEPT_FROM = 'auditKeptFrom'

/** The change by which a chain of before there were MACs tells from which of its entries on each has one. */
export const MACS_FROM = 'auditMacsFrom'

/**
 * Checks the chain of one account: entries in their order, and each head after the entry that it names. What it needs is in the
 * chain itself, so that an export is checked as well as a database.
 */
export class AuditChainCheck {
  readonly #report: (finding: AuditFinding) => void
  #first: AuditEntry | null = null
  #last: AuditEntry | null = null
  /** A head before the first entry: those before it were deleted, and it names the last of them. */
  #headBefore: Place | null = null
  /** Entries before this one were deleted by the service, which says so in the chain. */
  #keptFrom = 1

  constructor(report: (finding: AuditFinding) => void) {
    this.#report = report
  }

  /** The number of the first entry that the service has not deleted after its time. */
  get keptFrom(): number {
    return this.#keptFrom
  }

  /** Whether the service has deleted entries, so that the beginning of some resources is not here. */
  get isShortened(): boolean {
    return this.#keptFrom > 1
  }

  entry(entry: AuditEntry): void {
    const last = this.#last
    const say = (what: string) => this.#report({ sequence: entry.sequence, id: entry.id, what })
    if (entryHash(entry) !== entry.hash) say('it was changed: it has not the hash that it names')
    if (last === null) {
      this.#first = entry
      if (entry.sequence === 1 && entry.previousHash !== NO_HASH) say('it does not begin a chain')
      const before = this.#headBefore
      if (before?.sequence === entry.sequence - 1 && before.hash !== entry.previousHash)
        say('it does not follow the signed head before it')
    } else if (entry.sequence !== last.sequence + 1) {
      say(`entries are missing or were put before it: the one before has the number ${last.sequence}`)
    } else if (entry.previousHash !== last.hash) {
      say('it does not follow the entry before it')
    } else if (entry.id <= last.id) {
      say('its id is not after that of the entry before it')
    }
    this.#last = entry
    for (const { path, after } of entry.changes) {
      if (path === KEPT_FROM && typeof after === 'number') this.#keptFrom = Math.max(this.#keptFrom, after)
    }
  }

  /** A head: what it names must be the entry that came last. */
  head({ accountId, sequence, hash }: Place): void {
    if (this.#last === null && sequence > 0) {
      this.#headBefore = { accountId, sequence, hash }
      return
    }
    const end = { sequence: this.#last?.sequence ?? 0, hash: this.#last?.hash ?? NO_HASH }
    if (end.sequence === sequence && end.hash === hash) return
    this.#report({
      sequence,
      id: accountId,
      what: `its head names another entry than the last, which is ${end.sequence}`,
    })
  }

  /** When all entries were taken. */
  end(): void {
    const first = this.#first
    const before = this.#headBefore
    if (first === null && before !== null)
      this.#report({
        sequence: before.sequence,
        id: before.accountId,
        what: 'the entries that its head names are missing',
      })
    if (first === null || first.sequence <= this.#keptFrom) return
    this.#report({ sequence: first.sequence, id: first.id, what: 'the entries before it are missing' })
  }
}
