import { sql } from 'kysely'
import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { challengeChangeAfterIntentWait, type ChallengeState } from '../../domain/changes/challenge.ts'
import { assertPresent } from '../../lib/assert.ts'
import { saveAuditedChanges } from '../changes/save-changes.ts'
import { challengeSaveStatements } from './challenge-saving.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import type { ApprovalAskExpiryContext } from '../asks/overdue-asks.ts'
import { underCustomerLocks } from '../locks/under-customer-locks.ts'
import { intentsTable } from '../rows/intents.ts'
import { bucketOfScope, rowByIdSql, isInBucketScopeOfTableSql } from '../sharding/by-id.ts'
import { approvalAsksById } from '../asks/asks-by-id.ts'
import { challengesTable } from '../rows/challenges.ts'

/** The most challenges that wait for an intent at which one sweep looks. It begins with those that expire first. */
const MOST_LOOKED_AT = 200
const FOLLOWING = auditedActOfSystem('followIntent')

/**
 * Answers every challenge whose intent no longer waits for a person. The request that decides about an intent does this itself. This
 * function finds the challenges that such a request has left because its node stopped, and those of intents that were canceled or have
 * expired. Resolves with how many challenges it answered.
 */
export async function answerChallengesOfIntents(
  database: Database,
  { now, ids, vault, bucketScope = null }: ApprovalAskExpiryContext,
): Promise<number> {
  // Only the challenges that expire first are looked at, so that a sweep costs the same however many wait. Challenges that wait for a
  // person and not for an intent take no room among them.
  const rows = await readRowsBySql(
    database.db,
    sql<{ id: string; customerId: string }>`
    select waiting.id, waiting.customer_id as "customerId" from (
      select bucket, id, customer_id, intent_id from challenges
      where ${isInBucketScopeOfTableSql(bucketScope)} and status = 'pending' and intent_id is not null order by expires_at, id limit ${MOST_LOOKED_AT}
    ) waiting
    join intents on intents.bucket = ${bucketOfScope(bucketScope, 'waiting.bucket')} and intents.id = waiting.intent_id
      and intents.status <> 'pending_approval'`,
  )
  if (rows.length === 0) return 0
  return underCustomerLocks(
    database,
    { ids, vault, act: FOLLOWING },
    {
      rows,
      customerOf: ({ customerId }) => customerId,
      run: async (locked, own) =>
        answerGivenChallenges(
          locked,
          await approvalAsksById(
            locked.tx,
            challengesTable,
            own.map(({ id }) => id),
          ),
          now,
        ),
    },
  )
}

/** Answers those of the given challenges whose intent no longer waits for a person. Resolves with how many it answered. */
export async function answerGivenChallenges(
  locked: LockedCustomers,
  waiting: readonly ChallengeState[],
  now: number,
): Promise<number> {
  const changes = []
  for (const challenge of waiting) {
    if (challenge.intentId === null) continue
    const row = await locked.tx
      .selectFrom('intents')
      .selectAll()
      .where(rowByIdSql(challenge.intentId))
      .executeTakeFirst()
    const change = challengeChangeAfterIntentWait(
      challenge,
      intentsTable.state(assertPresent(row, 'an intent is never deleted')),
      now,
    )
    if (change !== null) changes.push(change)
  }
  if (changes.length > 0) await saveAuditedChanges(locked, [challengeSaveStatements(changes, now)])
  return changes.length
}
