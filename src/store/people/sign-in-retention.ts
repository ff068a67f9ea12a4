import { HOUR_MS } from '../../lib/clock.ts'
import type { Database } from '../connection/database.ts'
import { deleteChallengesUntil } from './passkey-challenges.ts'
import { deletePasswordResetsUntil } from './password-resets.ts'
import { deleteProviderSignInsUntil } from './provider-sign-ins.ts'
import { deleteSessionsUntil } from './sessions.ts'
import { deleteFailuresBefore } from './sign-in-failures.ts'

/** Wrong passwords so long ago count no more. */
export const FAILURE_LIFE_MS = HOUR_MS

/** Deletes sessions, challenges, sign-ins at the provider and links for a new password that are over, and failures that count no more. */
export const forgetSignIns = (database: Database, now: number): Promise<void> =>
  database.transaction(async (tx) => {
    await deleteSessionsUntil(tx, now)
    await deleteChallengesUntil(tx, now)
    await deletePasswordResetsUntil(tx, now)
    await deleteProviderSignInsUntil(tx, now)
    await deleteFailuresBefore(tx, now - FAILURE_LIFE_MS)
  })
