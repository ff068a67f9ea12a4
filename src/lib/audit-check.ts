import { type ExportedAuditEntry, type ExportedAuditHead, auditEntryHash, EMPTY_CHAIN_HASH } from './audit-chain.ts'

/** A fault of an audit chain: at an entry, or at the end of the chain. */
export interface AuditFinding {
  readonly sequence: number
  /** The id of the faulty audit entry, or of the account where the fault is not at an entry. */
  readonly id: string
  readonly what: string
}

type ChainPosition = Pick<ExportedAuditHead, 'accountId' | 'sequence' | 'hash'>

/**
 * The path of the change in an audit entry whose value is the number of the first entry that the service keeps. Older entries were deleted.
 */
export const AUDIT_KEPT_FROM_PATH = 'auditKeptFrom'

/**
 * The path of the change in an audit entry whose value is the number of the first entry with a MAC. Only a chain whose first entries have
 * no MACs, because an earlier version wrote them, has such an entry.
 */
export const AUDIT_MACS_FROM_PATH = 'auditMacsFrom'

/**
 * Checks the audit chain of one account. The caller passes entries in their order, each head after the entry that it names, and calls
 * `end` last. The check needs nothing but the chain itself, so it checks an export as well as a database.
 */
export class AuditChainCheck {
  readonly #report: (finding: AuditFinding) => void
  #first: ExportedAuditEntry | null = null
  #last: ExportedAuditEntry | null = null
  /** A head that comes before the first entry of the audit chain. It names the last of the entries that were deleted. */
  #headBefore: ChainPosition | null = null
  /** The number of the first audit entry that is kept: the service has deleted the entries before it, as an entry of the chain says. */
  #keptFrom = 1

  constructor(report: (finding: AuditFinding) => void) {
    this.#report = report
  }

  /** The number of the first audit entry that is kept: the service deletes entries after their retention time. */
  get keptFrom(): number {
    return this.#keptFrom
  }

  /** Whether the service has deleted old audit entries. The chain then lacks the first changes of some resources. */
  get isShortened(): boolean {
    return this.#keptFrom > 1
  }

  /** Checks an audit entry against the entry before it. */
  entry(entry: ExportedAuditEntry): void {
    const last = this.#last
    const say = (what: string) => this.#report({ sequence: entry.sequence, id: entry.id, what })
    if (auditEntryHash(entry) !== entry.hash) say('it was changed: it has not the hash that it names')
    if (last === null) {
      this.#first = entry
      if (entry.sequence === 1 && entry.previousHash !== EMPTY_CHAIN_HASH) say('it does not begin a chain')
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
      if (path === AUDIT_KEPT_FROM_PATH && typeof after === 'number') this.#keptFrom = Math.max(this.#keptFrom, after)
    }
  }

  /** Checks a head of the audit chain: it must name the entry that came last. */
  head({ accountId, sequence, hash }: ChainPosition): void {
    if (this.#last === null && sequence > 0) {
      this.#headBefore = { accountId, sequence, hash }
      return
    }
    const end = { sequence: this.#last?.sequence ?? 0, hash: this.#last?.hash ?? EMPTY_CHAIN_HASH }
    if (end.sequence === sequence && end.hash === hash) return
    this.#report({
      sequence,
      id: accountId,
      what: `its head names another entry than the last, which is ${end.sequence}`,
    })
  }

  /** Checks that no entries are missing at the beginning of the audit chain. To be called after all entries and heads. */
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
