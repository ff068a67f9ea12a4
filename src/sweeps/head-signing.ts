import { MINUTE_MS } from '../lib/clock.ts'
import type { BucketScope } from '../store/sharding/groups.ts'
import { auditHeadsDueToSign, checkAndSignAuditHead } from '../store/audit/heads.ts'
import type { AuditKeys } from '../store/audit/audit-macs.ts'
import type { AuditHeadRow } from '../store/rows/audit-tables.ts'
import type { Database } from '../store/connection/database.ts'

/** An audit chain whose head is not signed, and the reason. */
export interface UnsignedAuditHead {
  readonly accountId: string
  readonly why: string
}

export interface AuditHeadSigningDeps {
  readonly database: Database
  readonly vault: AuditKeys
  /** Called for each audit chain whose head could not be signed, again with every attempt. */
  readonly onUnsigned?: (unsigned: UnsignedAuditHead) => void
  /** Called with the number of audit chains that are not signed now. */
  readonly unsigned?: (count: number) => void
}

/**
 * Milliseconds until an audit chain whose head was refused is checked again. Chains of busy accounts are long, so not every sweep checks
 * them.
 */
const LOOKED_AT_EVERY_MS = 10 * MINUTE_MS

/**
 * Signs and stores the heads of audit chains an hour after the chains have grown (contract, section 13), where entries
 * with valid MACs lead from the last signed head to the new one. Otherwise somebody has tampered with the chain: its head
 * stays unsigned and is reported, while purchases and changes go on.
 */
export class AuditHeadSigning {
  readonly #deps: AuditHeadSigningDeps
  /**
   * The accounts whose audit chain's head was not signed because the chain was refused, with the time of the refusal in Unix milliseconds.
   */
  #refused: ReadonlyMap<string, number> = new Map()

  constructor(deps: AuditHeadSigningDeps) {
    this.#deps = deps
  }

  async run(now: number): Promise<void> {
    const { database, unsigned } = this.#deps
    const refused = new Map<string, number>()
    for (const bucketScope of (await database.groups()).bucketScopes)
      await this.#signBucketScope({ bucketScope, now, refused })
    this.#refused = refused
    unsigned?.(refused.size)
  }

  async #signBucketScope({
    bucketScope,
    now,
    refused,
  }: {
    bucketScope: BucketScope
    now: number
    refused: Map<string, number>
  }): Promise<void> {
    for await (const head of auditHeadsDueToSign(this.#deps.database.db, { bucketScope, now })) {
      const accountId = head.account_id
      const before = this.#refused.get(accountId)
      if (before !== undefined && Math.abs(now - before) < LOOKED_AT_EVERY_MS) refused.set(accountId, before)
      else if (!(await this.#sign(head, now))) refused.set(accountId, now)
    }
  }

  /** Signs the head of one audit chain. False: signing was refused. */
  async #sign(head: AuditHeadRow, now: number): Promise<boolean> {
    const { database, vault, onUnsigned } = this.#deps
    const refusal = await checkAndSignAuditHead(database, vault, { head, now })
    if (refusal !== null) onUnsigned?.({ accountId: head.account_id, why: refusal.why })
    return refusal === null
  }
}
