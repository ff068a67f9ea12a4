import { MINUTE_MS } from '../lib/clock.ts'
import type { BucketScope } from '../store/sharding/groups.ts'
import { dueHeads, signHead } from '../store/audit/heads.ts'
import type { AuditKeys } from '../store/audit/proof.ts'
import type { AuditHeadRow } from '../store/rows/audit-tables.ts'
import type { Database } from '../store/connection/database.ts'

/** The end of a chain that is not signed, and why. */
export interface Unsigned {
  readonly accountId: string
  readonly why: string
}

export interface HeadSigningDeps {
  readonly database: Database
  readonly vault: AuditKeys
  /** Told of each chain that is not signed, again and again while that is so. */
  readonly onUnsigned?: (unsigned: Unsigned) => void
  /** How many there are now. */
  readonly unsigned?: (count: number) => void
}

/** A chain is long where an account is busy: one that was refused is followed anew only after a while. */
const LOOKED_AT_EVERY_MS = 10 * MINUTE_MS

/**
 * Signs and keeps the ends of chains an hour after they have grown (contract, section 13), where each follows from the last signed one by
 * entries with good MACs. Another one is left unsigned, and told of: purchases and changes go on, and what was tampered with stays visible.
 */
export class HeadSigning {
  readonly #deps: HeadSigningDeps
  /** Accounts whose chains were refused, and when. */
  #refused: ReadonlyMap<string, number> = new Map()

  constructor(deps: HeadSigningDeps) {
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
    for await (const head of dueHeads(this.#deps.database.db, { bucketScope, now })) {
      const accountId = head.account_id
      const before = this.#refused.get(accountId)
      if (before !== undefined && Math.abs(now - before) < LOOKED_AT_EVERY_MS) refused.set(accountId, before)
      else if (!(await this.#sign(head, now))) refused.set(accountId, now)
    }
  }

  /** False: it was refused. */
  async #sign(head: AuditHeadRow, now: number): Promise<boolean> {
    const { database, vault, onUnsigned } = this.#deps
    const refusal = await signHead(database, vault, { head, now })
    if (refusal !== null) onUnsigned?.({ accountId: head.account_id, why: refusal.why })
    return refusal === null
  }
}
