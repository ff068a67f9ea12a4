import { sql } from 'kysely'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'
import { unpackTransactionFlags } from '../rows/transaction-flags.ts'

/** The stand-ins (purchases that an issuer approved without asking Purser) among the newest facts of issuers. */
export interface RecentStandIns {
  readonly facts: number
  readonly standIns: number
  /** When the newest stand-in was recorded, in Unix milliseconds. Null: there is no stand-in among the newest facts of issuers. */
  readonly lastAt: number | null
}

const MOST_FACTS = 200

/**
 * Looks among the newest facts that issuers have reported since `since` (Unix milliseconds) for purchases that an issuer approved without
 * asking Purser.
 */
export async function readRecentStandIns(db: Db, since: number): Promise<RecentStandIns> {
  const facts = await db
    .selectFrom('facts')
    .select(['transaction_id as id', 'created_at as at'])
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(MOST_FACTS)
    .execute()
  if (facts.length === 0) return { facts: 0, standIns: 0, lastAt: null }
  const flagged = await readRowsBySql(
    db,
    sql<{ id: string; flags: number }>`
    select transactions.id, transactions.flags from ${givenIdsQueryTable([...new Set(facts.map(({ id }) => id))])}
    join transactions on transactions.bucket = given.bucket and transactions.id = given.id`,
  )
  const standIns = new Set(
    flagged.filter(({ flags }) => unpackTransactionFlags(flags).standIn === true).map(({ id }) => id),
  )
  return {
    facts: facts.length,
    standIns: standIns.size,
    lastAt: facts.find(({ id }) => standIns.has(id))?.at ?? null,
  }
}
