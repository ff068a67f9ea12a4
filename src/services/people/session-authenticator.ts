import { ApiError } from '../../contract/errors.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import { findSessionBySecretHash, type SessionWithPerson, noteSessionUse } from '../../store/people/sessions.ts'
import type { SessionRow } from '../../store/rows/people-tables.ts'
import type { Caller, ApiKeySecretAttemptLimit } from '../request/authenticate.ts'
import type { NodeDeps } from '../request/context.ts'
import { hashPersonSecret } from './person-secrets.ts'
import { hasExpectedMac, personMac, sessionMac } from '../../store/people/person-proof.ts'
import { signInMethodOf } from './no-password.ts'
import { apiRoleOfPerson } from './person-view.ts'
import { sessionEndsAt, sessionLifeMs } from './session-life.ts'

/** How many requests a person's session may make in a minute: many times as many as the dashboard's largest page makes. */
const REQUESTS_PER_MINUTE = 1000
/** How many milliseconds a copy of a person's session is used. So one that ended on another node is refused here within a second. */
const COPY_LIFE_MS = 900
const MAX_COPIES = 10_000
const SECRET = /^session_[0-9A-Za-z_-]{43}$/

export interface SessionAuthenticator {
  /** The person of the session with this secret. Rejects with 401 `invalid_session`. */
  authenticate(secret: string, attempt: ApiKeySecretAttemptLimit): Promise<Caller>
  /** Drops all copies of sessions, because a session or a person was changed on this node. */
  forget(): void
}

interface Copy {
  readonly caller: Caller
  readonly session: SessionRow
  readonly readAt: number
}

/** Looks sessions up by the hash of their secret, and keeps copies for less than a second. */
export function createSessionAuthenticator(
  deps: Pick<NodeDeps, 'database' | 'clock' | 'vault' | 'settings'>,
): SessionAuthenticator {
  const copies = new LastUsedCache<Copy>(MAX_COPIES)
  let generation = 0

  const lookUp = async (secret: string, attempt: ApiKeySecretAttemptLimit): Promise<Copy> => {
    const startedIn = generation
    const readAt = performance.now()
    await attempt.enter()
    const stored = await findSessionBySecretHash(deps.database.db, hashPersonSecret(secret))
    const now = deps.clock.now()
    if (stored === undefined || !isProven(deps, stored) || stored.person.status !== 'active')
      throw new ApiError('invalid_session')
    const lifeMs = sessionLifeMs(stored.person, deps.settings)
    // The longest life of a session is computed again here, because the settings may have let sessions last longer when it was opened.
    if (Math.min(stored.session.expires_at, stored.session.created_at + lifeMs) <= now)
      throw new ApiError('invalid_session')
    attempt.leave()
    const copy = { caller: callerOf(stored), session: await renewed(deps, stored.session, { now, lifeMs }), readAt }
    if (startedIn === generation) copies.set(secret, copy)
    return copy
  }

  return {
    async authenticate(secret, attempt) {
      if (!SECRET.test(secret)) throw new ApiError('invalid_session')
      const copy = copies.get(secret)
      const { caller } = copy !== undefined && isFresh(copy, deps.clock.now()) ? copy : await lookUp(secret, attempt)
      return caller
    },
    forget() {
      generation += 1
      copies.clear()
    },
  }
}

/**
 * Whether a copy of a person's session is fresh and the session's use in this minute is stored. The age of a copy is measured by the
 * machine's clock, because a test clock may stand still.
 */
const isFresh = ({ session, readAt }: Copy, now: number): boolean =>
  performance.now() - readAt < COPY_LIFE_MS && now - session.last_used_at < MINUTE_MS && now < session.expires_at

/** Whether the service itself wrote the rows of the session and its person. */
const isProven = ({ vault }: Pick<NodeDeps, 'vault'>, { session, person }: SessionWithPerson): boolean =>
  hasExpectedMac(sessionMac(vault, session), session) && hasExpectedMac(personMac(vault, person), person)

/** Stores at most once a minute that a session was used, and that it therefore ends later. Resolves with the changed session. */
async function renewed(
  { database, vault }: Pick<NodeDeps, 'database' | 'vault'>,
  session: SessionRow,
  { now, lifeMs }: { readonly now: number; readonly lifeMs: number },
): Promise<SessionRow> {
  if (now - session.last_used_at < MINUTE_MS) return session
  const next = { ...session, last_used_at: now, expires_at: sessionEndsAt(session.created_at, now, lifeMs) }
  const mac = sessionMac(vault, next)
  await database.transaction((tx) => noteSessionUse(tx, { ...next, mac }))
  return { ...next, mac }
}

const callerOf = ({ session, person }: SessionWithPerson): Caller => ({
  principal: {
    accountId: person.account_id,
    type: 'person',
    id: person.id,
    name: person.name,
    role: apiRoleOfPerson[person.role],
    agentId: null,
    person: { role: person.role, email: person.email, signsInBy: signInMethodOf(person), sessionId: session.id },
  },
  requestsPerMinute: REQUESTS_PER_MINUTE,
  tier: null,
})
