import type { ChallengeState } from '../../domain/changes/challenge.ts'
import type { Db } from '../connection/db.ts'
import { challenges } from '../rows/challenges.ts'
import { givenIds } from '../statements/given-rows.ts'

/** Reads challenges by their ids. */
export async function challengesById(db: Db, ids: readonly string[]): Promise<ChallengeState[]> {
  const rows = await db
    .selectFrom(givenIds(ids))
    .innerJoin('challenges as challenge', (on) =>
      on.onRef('challenge.bucket', '=', 'given.bucket').onRef('challenge.id', '=', 'given.id'),
    )
    .selectAll('challenge')
    .execute()
  return rows.map(challenges.state)
}
