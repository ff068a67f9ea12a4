import { sql } from 'kysely'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'

/** A hold, an intent or an approval that waits. Times are Unix milliseconds. */
export interface WaitingHoldIntentOrApproval {
  readonly id: string
  readonly accountId: string
  readonly createdAt: number
}

/** A hold or an intent that waits until it expires. */
export interface ExpiringHoldOrIntent extends WaitingHoldIntentOrApproval {
  readonly expiresAt: number
}

export interface OldestHoldIntentAndApproval {
  /** The hold that expires first: holds last equally long, so it is the oldest one. Null: nothing is held. */
  readonly hold: ExpiringHoldOrIntent | null
  /** The waiting intent that expires first. Null: no intent waits. */
  readonly intent: ExpiringHoldOrIntent | null
  /** The approval that has waited longest. Null: no approval waits. */
  readonly approval: WaitingHoldIntentOrApproval | null
}

/** Reads the hold, the intent and the approval that have waited longest. Each statement reads the first row of an index. */
export async function readOldestHoldIntentAndApproval(db: Db): Promise<OldestHoldIntentAndApproval> {
  const [hold = null] = await readRowsBySql(
    db,
    sql<ExpiringHoldOrIntent>`
    select id, account_id as "accountId", created_at as "createdAt", expires_at as "expiresAt"
    from transactions where status = 'pending' order by expires_at, id limit 1`,
  )
  const [intent = null] = await readRowsBySql(
    db,
    sql<ExpiringHoldOrIntent>`
    select id, account_id as "accountId", created_at as "createdAt", expires_at as "expiresAt"
    from intents where ${sql.raw(isIntentWaitingSql)} order by expires_at, id limit 1`,
  )
  const [approval = null] = await readRowsBySql(
    db,
    sql<WaitingHoldIntentOrApproval>`
    select id, account_id as "accountId", created_at as "createdAt"
    from approvals where status = 'pending' order by id limit 1`,
  )
  return { hold, intent, approval }
}
