import { sql } from 'kysely'
import type { Tx } from '../connection/db.ts'
import type { SignInFailureRow } from '../rows/people-tables.ts'

/**
 * A keyed hash (`subject`) of an email address or an IP network whose tries to sign in are counted, with the rule that says how long the
 * next try must wait.
 */
export interface SignInTrySubject {
  readonly subject: Buffer
  /**
   * How many failed tries need no wait. After them the next try must wait for a second, and each further try twice as long as the try
   * before, up to `longestMs`.
   */
  readonly free: number
  readonly longestMs: number
}

interface Times {
  /** The present time, in Unix milliseconds. */
  readonly now: number
  /** Failed tries to sign in before this moment (Unix milliseconds) no longer count. */
  readonly forgottenBefore: number
}

/**
 * The most times that the wait after failed tries to sign in is doubled, so that the computed power stays finite. The longest wait is
 * reached before.
 */
const MAX_DOUBLINGS = 20

const waitOf = sql`case when f.failures < a.free then 0
  else least(1000 * power(2, least(f.failures - a.free, ${MAX_DOUBLINGS}::int)), a.longest) end`

const subjectRows = (subjects: readonly SignInTrySubject[]) =>
  sql`select * from unnest(${subjects.map(({ subject }) => subject)}::bytea[], ${subjects.map(({ free }) => free)}::int[],
    ${subjects.map(({ longestMs }) => longestMs)}::bigint[]) as tries (subject, free, longest)`

/**
 * Counts one try to sign in for each subject (an email address or an IP network). If the try comes too soon for one of them, counts nothing
 * and resolves with false. One statement checks and counts, so that of two tries at the same time the second waits for the row of the
 * first, and sees the count of the first.
 */
export async function countSignInTry(
  tx: Tx,
  subjects: readonly SignInTrySubject[],
  { now, forgottenBefore }: Times,
): Promise<boolean> {
  const isHasty = sql`f.last_at >= ${forgottenBefore} and f.last_at + ${waitOf} > ${now}`
  const { rows } = await sql`
    with a as (${subjectRows(subjects)})
    insert into sign_in_failures as f (subject, failures, last_at)
    select a.subject, 1, ${now}::bigint from a
    where not exists (select from a join sign_in_failures f on f.subject = a.subject where ${isHasty})
    order by a.subject
    on conflict (subject) do update set last_at = excluded.last_at,
      failures = case when f.last_at < ${forgottenBefore} then 1 else f.failures + 1 end
    where not exists (select from a where a.subject = f.subject and ${isHasty})
    returning f.subject`.execute(tx)
  return rows.length === subjects.length
}

/** The last failed sign-in of an email address or IP network (Unix milliseconds), and after how many milliseconds the next may come. */
export interface SignInFailure {
  readonly lastAt: number
  readonly apartMs: number
}

export const signInWaitMs = ({ lastAt, apartMs }: SignInFailure, now: number): number => lastAt + apartMs - now

export async function readSignInFailures(
  tx: Tx,
  subjects: readonly SignInTrySubject[],
  { forgottenBefore }: Times,
): Promise<SignInFailure[]> {
  const { rows } = await sql<SignInFailure>`
    select f.last_at as "lastAt", (${waitOf})::float8 as "apartMs"
    from (${subjectRows(subjects)}) a join sign_in_failures f on f.subject = a.subject
    where f.last_at >= ${forgottenBefore}`.execute(tx)
  return rows
}

/** Takes back one counted try to sign in that turned out not to be a failure. */
export async function giveBackSignInTry(tx: Tx, subject: Buffer): Promise<void> {
  await tx
    .updateTable('sign_in_failures')
    .set((row) => ({ failures: row('failures', '-', 1) }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

export async function forgetSignInFailures(tx: Tx, subjects: readonly SignInFailureRow['subject'][]): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute()
}

export async function deleteSignInFailuresBefore(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('last_at', '<', before).execute()
}
