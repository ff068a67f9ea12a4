import { sql } from 'kysely'
import { recognizedKey } from '../../domain/merchant-match/merchant-match.ts'
import type { Database } from '../connection/database.ts'
import { isInBucketScopeSql } from '../sharding/by-id.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'
import { MERCHANT_KEY_VERSION, storedMerchantKey } from '../rows/merchant-key.ts'

/** How many merchants' names are read, and their recognized keys stored, at a time. It takes the thread some ten milliseconds. */
const BATCH = 200

/**
 * Stores the recognized keys of merchants for purchases that older versions have stored, page by page. A step of such a purchase waits for
 * milliseconds until the page is committed; rows that others have locked are left for the next call. Resolves with true once no row is
 * left, or with false if `isOver` returned true before that.
 */
export async function fillMerchantKeys(database: Database, isOver: () => boolean): Promise<boolean> {
  for (const bucketScope of (await database.groups()).bucketScopes) {
    for (;;) {
      const filled = await database.transaction(async (tx) => {
        const { rows } = await sql<{
          id: string
          name: string | null
        }>`select id, merchant->>'name' as name from transactions
          where ${isInBucketScopeSql(bucketScope)} and decision = 'approve' and type = 'authorization' and merchant_key < ${sql.lit(MERCHANT_KEY_VERSION)}
          order by id limit ${BATCH} for update skip locked`.execute(tx)
        if (rows.length === 0) return 0
        const keys = rows.map(({ name }) => storedMerchantKey(recognizedKey(name)))
        const given = givenIdsQueryTable(
          rows.map(({ id }) => id),
          { key: sql`${keys}::text[]` },
        )
        await sql`update transactions stored set merchant_key = given.key from ${given}
          where stored.bucket = given.bucket and stored.id = given.id`.execute(tx)
        return rows.length
      })
      if (filled < BATCH) break
      if (isOver()) return false
    }
  }
  return true
}
