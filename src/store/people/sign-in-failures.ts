import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { SignInFailureRow } from './people-tables.ts'

/** What is known of some subjects: whom or where wrong passwords were for. */
export const failuresOf = (db: Db, subjects: readonly Buffer[]): Promise<SignInFailureRow[]> =>
  db.selectFrom('sign_in_failures').selectAll().where('subject', 'in', subjects).execute()

/** Counts one more failure of each subject; those before `forgottenBefore` count no more. */
export async function countFailures(
  tx: Tx,
  subjects: readonly Buffer[],
  { now, forgottenBefore }: { readonly now: number; readonly forgottenBefore: number },
): Promise<void> {
  for (const subject of subjects) {
    await sql`insert into sign_in_failures as known (subject, failures, last_at) values (${subject}, 1, ${now})
      on conflict (subject) do update set last_at = ${now},
        failures = case when known.last_at < ${forgottenBefore} then 1 else known.failures + 1 end`.execute(tx)
  }
}

export async function forgetFailures(tx: Tx, subjects: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute()
}

export async function deleteFailuresBefore(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('last_at', '<', before).execute()
}
