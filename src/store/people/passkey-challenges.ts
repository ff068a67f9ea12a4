import type { Tx } from '../connection/db.ts'
import type { PasskeyChallengeRow } from '../rows/people-tables.ts'

export async function insertChallenge(tx: Tx, challenge: PasskeyChallengeRow): Promise<void> {
  await tx.insertInto('passkey_challenges').values(challenge).execute()
}

/** Deletes the challenge that a passkey is to sign and returns it, so that it can be used only once. */
export const takePasskeyChallenge = (tx: Tx, challenge: Buffer): Promise<PasskeyChallengeRow | undefined> =>
  tx.deleteFrom('passkey_challenges').where('challenge', '=', challenge).returningAll().executeTakeFirst()

export async function deleteChallengesUntil(tx: Tx, until: number): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<=', until).execute()
}
