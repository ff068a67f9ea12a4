import { sql, type SqlBool } from 'kysely'
import { systemAct } from '../../domain/audit/record.ts'
import { challengeAfterIntent, type ChallengeState } from '../../domain/changes/challenge.ts'
import { present } from '../../lib/assert.ts'
import { saveChanges } from '../changes/save-changes.ts'
import type { LockedCustomers } from '../customers/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import type { Expiry } from '../due/overdue.ts'
import { underLocks } from '../due/under-locks.ts'
import { intentState } from '../rows/states.ts'
import { byId, ofBucketScope } from '../sharding/by-id.ts'
import { challengesById } from './challenges-by-id.ts'

const BATCH = 500
const FOLLOWING = systemAct('followIntent')

/**
 * Answers every challenge whose intent no longer waits for a person. The request that decides about an intent does this itself; this finds
 * what such a request has left because its node stopped, and intents that were canceled or have expired. Resolves with how many it answered.
 */
export async function followIntentDecisions(
  database: Database,
  { now, ids, vault, bucketScope = null }: Expiry,
): Promise<number> {
  const rows = await database.db
    .selectFrom('challenges')
    .select(['id', 'customer_id as customerId'])
    .where(ofBucketScope(bucketScope))
    .where(sql<SqlBool>`status = 'pending'`)
    .where(
      sql<SqlBool>`exists (select from intents i
        where i.bucket = challenges.bucket and i.id = challenges.intent_id and i.status <> 'pending_approval')`,
    )
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return 0
  return underLocks(
    database,
    { ids, vault, act: FOLLOWING },
    {
      rows,
      customerOf: ({ customerId }) => customerId,
      run: async (locked, own) =>
        followIntents(
          locked,
          await challengesById(
            locked.tx,
            own.map(({ id }) => id),
          ),
          now,
        ),
    },
  )
}

/** Answers those of the given challenges whose intent no longer waits for a person. Resolves with how many it answered. */
export async function followIntents(
  locked: LockedCustomers,
  challenges: readonly ChallengeState[],
  now: number,
): Promise<number> {
  const changes = []
  for (const challenge of challenges) {
    if (challenge.intentId === null) continue
    const row = await locked.tx.selectFrom('intents').selectAll().where(byId(challenge.intentId)).executeTakeFirst()
    const change = challengeAfterIntent(challenge, intentState(present(row, 'an intent is never deleted')), now)
    if (change !== null) changes.push(change)
  }
  if (changes.length > 0) await saveChanges(locked, { challenges: changes }, now)
  return changes.length
}
