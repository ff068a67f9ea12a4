import { sql } from 'kysely'
import type { ChallengeStatus } from '../../contract/resources/challenges.ts'

/** A challenge that was decided, and whose issuer waits for a call with the answer. */
export interface UnansweredChallenge {
  readonly id: string
  /** The id that the issuer has given the authentication (3-D Secure) that the challenge belongs to. */
  readonly reference: string
  readonly status: Exclude<ChallengeStatus, 'pending'>
}

/**
 * An SQL expression for the oldest decided challenge that the issuer waits to hear of, as JSON: of the card of a row of `issuer_calls` with
 * the alias `call`. An answer that comes after the issuer's deadline is not given any more. `now`: Unix milliseconds.
 */
export const unansweredChallengeSql = (now: number) => sql<UnansweredChallenge | null>`(
    select json_build_object('id', challenge.id, 'reference', challenge.reference, 'status', challenge.status) from challenges challenge
    where challenge.bucket = call.bucket and challenge.card_id = call.card_id and challenge.status <> 'pending'
      and challenge.answer_until is not null and challenge.answered_at is null and challenge.answer_error is null
      and challenge.answer_until > ${now}
    order by challenge.id limit 1)`
