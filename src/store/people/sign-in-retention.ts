import { HOUR_MS } from '../../lib/clock.ts'
import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { AuditAppendContext } from '../audit/chain.ts'
import { inAuditedTransaction } from '../audit/trail.ts'
import type { Database } from '../connection/database.ts'
import { deleteChallengesUntil } from './passkey-challenges.ts'
import { expirePasswordResets } from './password-resets.ts'
import { deleteProviderSignInsUntil } from './provider-sign-ins.ts'
import { expireSessions } from './sessions.ts'
import { deleteSignInFailuresBefore } from './sign-in-failures.ts'

/** How long a wrong password counts, in milliseconds. */
export const SIGN_IN_FAILURE_LIFE_MS = HOUR_MS

/** The most people's sessions or links that one database transaction deletes. Each deletion has an audit entry. */
const BATCH = 500

/**
 * Deletes expired sessions, challenges, sign-ins at the provider and links for a new password, and failures to sign in that do not count
 * any more. `now`: Unix milliseconds.
 */
export async function deleteExpiredSignIns(
  database: Database,
  { now, ...by }: AuditAppendContext & { now: number },
): Promise<void> {
  for (const expire of [expireSessions, expirePasswordResets]) {
    const expireSome = () =>
      inAuditedTransaction(database, { ...by, act: auditedActOfSystem('expireSession') }, (writing) =>
        expire(writing, now, BATCH),
      )
    while ((await expireSome()) === BATCH);
  }
  await database.transaction(async (tx) => {
    await deleteChallengesUntil(tx, now)
    await deleteProviderSignInsUntil(tx, now)
    await deleteSignInFailuresBefore(tx, now - SIGN_IN_FAILURE_LIFE_MS)
  })
}
