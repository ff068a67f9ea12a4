import { sql } from 'kysely'
import type { WorkLease } from '../../lib/traffic/leased-work.ts'
import type { Tx } from '../connection/db.ts'
import { endIssuerCall } from './issuer-call-queue.ts'
import { rowByIdSql } from '../sharding/by-id.ts'

/** Records that an issuer has taken the answer to a challenge. The next call to the issuer about the challenge's card is due at once. */
export async function recordChallengeAnswered(
  tx: Tx,
  lease: WorkLease,
  given: { challengeId: string; at: number },
): Promise<void> {
  await sql`update challenges set answered_at = ${given.at} where ${rowByIdSql(given.challengeId)} and answered_at is null`.execute(
    tx,
  )
  await endIssuerCall(tx, lease)
}

/**
 * Records why an issuer refused the answer to a challenge. The answer is not given again. The next call to the issuer about the challenge's
 * card is due at once.
 */
export async function recordRefusedChallengeAnswer(
  tx: Tx,
  lease: WorkLease,
  refused: { challengeId: string; error: string },
): Promise<void> {
  await sql`update challenges set answer_error = ${refused.error} where ${rowByIdSql(refused.challengeId)} and answered_at is null`.execute(
    tx,
  )
  await endIssuerCall(tx, lease)
}
