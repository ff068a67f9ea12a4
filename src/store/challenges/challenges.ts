import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import type { ChallengeState } from '../../domain/changes/challenge.ts'
import type { LevelNames } from '../../domain/names.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import { leastIdAt } from '../../lib/ids.ts'
import { rowById } from '../sharding/by-id.ts'
import { challengesTable } from '../rows/challenges.ts'
import type { SelectedRow } from '../statements/table-types.ts'
import { type LockedCustomer, lockWithCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { newestFirst } from '../statements/keyset.ts'
import { cardResourcesFilter, type CardResourcesQuery } from '../statements/of-cards.ts'
import { levelNameColumns, type LevelNameColumns, levelNamesOf } from '../statements/names.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'

/** A challenge with the names of its customer, agent and card. */
export interface NamedChallenge extends ChallengeState {
  readonly names: LevelNames
}

export type ChallengeQuery = CardResourcesQuery<ChallengeStatus>

export async function findChallenge(db: Db, scope: VisibleScope, id: string): Promise<NamedChallenge | undefined> {
  const row = await named(db).where(rowById(id)).where(isVisibleSql(scope)).executeTakeFirst()
  return row && withNames(row)
}

/** Finds a card's challenge by the id that the issuer has given the authentication. */
export async function challengeOfReference(
  db: Db,
  cardId: string,
  reference: string,
): Promise<ChallengeState | undefined> {
  const row = await db
    .selectFrom('challenges')
    .selectAll()
    .where(rowById(cardId, 'card_id'))
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && challengesTable.state(row)
}

/** Reads the challenges that wait for the decision about an intent. */
export async function challengesOfIntent(db: Db, intentId: string): Promise<ChallengeState[]> {
  const rows = await db.selectFrom('challenges').selectAll().where(rowById(intentId, 'intent_id')).execute()
  // The status is compared here. With the status in the statement, PostgreSQL may read all waiting challenges, by their index.
  return rows.map(challengesTable.state).filter(({ status }) => status === 'pending')
}

/** Whether an intent, or the approval of the intent, has answered a challenge. */
export async function hasAnsweredChallenge(db: Db, intentId: string): Promise<boolean> {
  const rows = await db.selectFrom('challenges').select('status').where(rowById(intentId, 'intent_id')).execute()
  return rows.some(({ status }) => status === 'approved')
}

/** For how long a challenge may wait at most: issuers stop waiting after some minutes. */
const LONGEST_WAIT_MS = HOUR_MS

/** Counts the challenges of a card that wait for a person, at `now` (Unix milliseconds). */
export async function countWaitingChallenges(db: Db, cardId: string, now: number): Promise<number> {
  const rows = await db
    .selectFrom('challenges')
    .select(['status', 'expires_at'])
    .where(rowById(cardId, 'card_id'))
    .where('id', '>=', leastIdAt('chl', now - LONGEST_WAIT_MS))
    .execute()
  return rows.filter(({ status, expires_at: expiresAt }) => status === 'pending' && expiresAt > now).length
}

/**
 * Locks the customer of a challenge (see `lockCustomer`), and then reads the challenge. Undefined: the caller cannot see such a challenge.
 */
export async function lockChallenge(
  writing: AuditedTx,
  scope: VisibleScope,
  id: string,
): Promise<{ locked: LockedCustomer; challenge: NamedChallenge } | undefined> {
  const behind = await lockWithCustomer(writing, (db) => findChallenge(db, scope, id))
  return behind && { locked: behind.locked, challenge: behind.found }
}

export async function listChallenges(db: Db, scope: VisibleScope, query: ChallengeQuery): Promise<NamedChallenge[]> {
  const rows = await newestFirst(named(db), cardResourcesFilter(scope, query), query).execute()
  return rows.map(withNames)
}

const named = (db: Db) => db.selectFrom('challenges').selectAll().select(levelNameColumns('challenges'))

const withNames = (row: SelectedRow<typeof challengesTable> & LevelNameColumns): NamedChallenge => ({
  ...challengesTable.state(row),
  names: levelNamesOf(row),
})
