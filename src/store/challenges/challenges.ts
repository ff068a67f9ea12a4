import type { ChallengeState } from '../../domain/changes/challenge.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { challengesTable } from '../rows/challenges.ts'
import { type NamedApprovalAsk, namedApprovalAskReaders } from '../asks/named-asks.ts'
import type { Db } from '../connection/db.ts'

export type NamedChallenge = NamedApprovalAsk<ChallengeState>

const asks = namedApprovalAskReaders(challengesTable)
export const findChallenge = asks.find
export const lockChallenge = asks.lock
export const listChallenges = asks.list

/** Finds a card's challenge by the id that the issuer has given the authentication. */
export const findChallengeByIssuerReference = (
  db: Db,
  cardId: string,
  reference: string,
): Promise<ChallengeState | undefined> =>
  challengesTable.first(
    db.selectFrom('challenges').selectAll().where(rowByIdSql(cardId, 'card_id')).where('reference', '=', reference),
  )

/** Reads the challenges that wait for the decision about an intent. */
export async function challengesOfIntent(db: Db, intentId: string): Promise<ChallengeState[]> {
  const ofIntent = db.selectFrom('challenges').selectAll().where(rowByIdSql(intentId, 'intent_id'))
  // The status is compared here. With the status in the statement, PostgreSQL may read all waiting challenges, by their index.
  return (await challengesTable.all(ofIntent)).filter(({ status }) => status === 'pending')
}

/** Whether an intent, or the approval of the intent, has answered a challenge. */
export async function hasIntentAnsweredChallenge(db: Db, intentId: string): Promise<boolean> {
  const rows = await db.selectFrom('challenges').select('status').where(rowByIdSql(intentId, 'intent_id')).execute()
  return rows.some(({ status }) => status === 'approved')
}

/** For how long a challenge may wait at most: issuers stop waiting after some minutes. */
const LONGEST_WAIT_MS = HOUR_MS

/** Counts the challenges of a card that wait for a person, at `now` (Unix milliseconds). */
export async function countWaitingChallenges(db: Db, cardId: string, now: number): Promise<number> {
  const rows = await db
    .selectFrom('challenges')
    .select(['status', 'expires_at'])
    .where(rowByIdSql(cardId, 'card_id'))
    .where('id', '>=', smallestIdMadeAt('chl', now - LONGEST_WAIT_MS))
    .execute()
  return rows.filter(({ status, expires_at: expiresAt }) => status === 'pending' && expiresAt > now).length
}
