import type { Selectable } from 'kysely'
import type { ChallengeStatus } from '../../contract/resources/challenges.ts'
import type { ChallengeState } from '../../domain/changes/challenge.ts'
import type { Names } from '../../domain/names.ts'
import { present } from '../../lib/assert.ts'
import type { Writing } from '../audit/trail.ts'
import { byId } from '../sharding/by-id.ts'
import { challengeState } from '../rows/states.ts'
import type { ChallengeRow } from '../rows/challenge-table.ts'
import { lockCustomer, type LockedCustomer } from '../customers/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matching } from '../statements/filters.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { nameColumns, type NameColumns, namesIn } from '../statements/names.ts'
import { scopeFilters, visibleTo, type Scope } from '../statements/scope.ts'

/** A challenge with the names of its customer, agent and card. */
export interface NamedChallenge extends ChallengeState {
  readonly names: Names
}

export interface ChallengeQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly status?: ChallengeStatus | undefined
}

export async function findChallenge(db: Db, scope: Scope, id: string): Promise<NamedChallenge | undefined> {
  const row = await named(db).where(byId(id)).where(visibleTo(scope)).executeTakeFirst()
  return row && withNames(row)
}

/** Finds the challenge of a card that an issuer names by its own id of the authentication. */
export async function challengeOfReference(
  db: Db,
  cardId: string,
  reference: string,
): Promise<ChallengeState | undefined> {
  const row = await db
    .selectFrom('challenges')
    .selectAll()
    .where(byId(cardId, 'card_id'))
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && challengeState(row)
}

/** Reads the challenges that wait for the decision about an intent. */
export async function challengesOfIntent(db: Db, intentId: string): Promise<ChallengeState[]> {
  const rows = await db.selectFrom('challenges').selectAll().where(byId(intentId, 'intent_id')).execute()
  // With the status in the statement, PostgreSQL may read all challenges that wait, by the index of these.
  return rows.map(challengeState).filter(({ status }) => status === 'pending')
}

/** Locks the customer of a challenge (see `lockCustomer`), and then reads it. Undefined: the caller cannot see such a challenge. */
export async function lockChallenge(
  writing: Writing,
  scope: Scope,
  id: string,
): Promise<{ locked: LockedCustomer; challenge: NamedChallenge } | undefined> {
  const unlocked = await findChallenge(writing.tx, scope, id)
  if (unlocked === undefined) return undefined
  const locked = await lockCustomer(writing, unlocked.accountId, unlocked.customerId)
  const challenge = await findChallenge(writing.tx, scope, id)
  return {
    locked: present(locked, 'a challenge has a customer'),
    challenge: present(challenge, 'a challenge is never deleted'),
  }
}

const indexes = [['card_id'], ['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

export async function listChallenges(db: Db, scope: Scope, query: ChallengeQuery): Promise<NamedChallenge[]> {
  const { customerId, agentId, cardId, status } = query
  const rows = await newestFirst(
    named(db),
    matching<ChallengeRow>(indexes, scopeFilters(scope), {
      customer_id: customerId,
      agent_id: agentId,
      card_id: cardId,
      status,
    }),
    query,
  ).execute()
  return rows.map(withNames)
}

const named = (db: Db) => db.selectFrom('challenges').selectAll().select(nameColumns('challenges'))

const withNames = (row: Selectable<ChallengeRow> & NameColumns): NamedChallenge => ({
  ...challengeState(row),
  names: namesIn(row),
})
