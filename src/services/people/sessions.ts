import type { OperationOutputOf } from '../../contract/operations.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Session } from '../../contract/resources/people.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { findPerson, peopleWithEmail } from '../../store/people/people.ts'
import {
  endSession as endRow,
  insertSession,
  listSessions as listRows,
  lockSession,
} from '../../store/people/sessions.ts'
import type { PersonRow, SessionRow } from '../../store/rows/people-tables.ts'
import type { AuditedTx } from '../../store/audit/trail.ts'
import { timeOfId } from '../../lib/ids.ts'
import { objectOr404 } from '../input/or-throw.ts'
import {
  type KeylessOperationContext,
  type KeylessOperationService,
  type OpenedSessionCookies,
  type Principal,
  type ReadOperationContext,
  type ReadOperationService,
  SignInAnswer,
  SignOutAnswer,
  type WriteOperationService,
} from '../request/context.ts'
import { keylessOperationHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { paginate } from '../request/pagination.ts'
import { knownBrowserToken, knownBrowserCookie } from './known-browser.ts'
import { spendPasswordCheckTime, isPasswordCorrect } from './password.ts'
import { demandPasswordSignIn } from './no-password.ts'
import { hasExpectedMac, personMac, rowWithMac, sessionMac } from '../../store/people/person-proof.ts'
import { hashPersonSecret, newSessionSecret } from './person-secrets.ts'
import { sessionView } from './person-view.ts'
import { sessionEndsAt, sessionLifeMs } from './session-life.ts'
import { clearSignInFailures, countSignInAttempt } from './sign-in-throttle.ts'

/** Names the person as the actor of the operation, for the audit trail, where the person has no session yet. */
export const auditedActOfPerson = (
  { id, name }: Pick<PersonRow, 'id' | 'name'>,
  { act }: Pick<KeylessOperationContext, 'act'>,
) => ({
  ...act,
  actor: { type: 'person' as const, id, name },
})

const createSession: KeylessOperationService<'createSession'> = async (context, { body }) => {
  demandPasswordSignIn(context)
  const email = body.email.toLowerCase()
  const attempt = { what: 'sign_in' as const, email, from: context.from }
  await countSignInAttempt(context, attempt)
  const person = await personWith(context, email, body.password)
  if (person === undefined) throw new ApiError('sign_in_failed')
  await clearSignInFailures(context, attempt)
  const by = { ids: context.ids, vault: context.vault, act: auditedActOfPerson(person, context) }
  return inAuditedTransaction(context.database, by, async (writing) => {
    const { session, ...opened } = await openSession({ ...context, ...writing }, person)
    return new SignInAnswer(sessionView(session, session.id), opened)
  })
}

/**
 * The person with this email and password; undefined: nobody has them. The check of the password takes the same time where nobody has the
 * email. The callers' IP networks take turns at the check, but a browser with which the person has signed in before does not wait for them.
 */
async function personWith(
  { database, vault, from }: KeylessOperationContext,
  email: string,
  password: string,
): Promise<PersonRow | undefined> {
  const people = await peopleWithEmail(database.db, email)
  const whose = knownBrowserToken(vault, from.knownBrowser, email) === undefined ? from : 'known'
  if (people.length === 0) await spendPasswordCheckTime(whose, password)
  for (const person of people) {
    const isRight = await isPasswordCorrect(whose, password, person.password)
    if (isRight && person.status === 'active' && hasExpectedMac(personMac(vault, person), person)) return person
  }
  return undefined
}

/** Opens a new session of a person. Every sign-in opens a new one, so that nobody continues an older session. */
export async function openSession(
  context: AuditedTx & Pick<KeylessOperationContext, 'vault' | 'from' | 'settings'>,
  person: Pick<PersonRow, 'id' | 'account_id' | 'email' | 'password'>,
): Promise<OpenedSessionCookies & { session: SessionRow }> {
  const secret = newSessionSecret()
  const id = context.ids('ses')
  const createdAt = timeOfId(id)
  const lifeMs = sessionLifeMs(person, context.settings)
  const row = {
    id,
    account_id: person.account_id,
    person_id: person.id,
    secret_hash: hashPersonSecret(secret),
    address: context.from.address,
    user_agent: context.from.userAgent?.slice(0, 256) ?? null,
    created_at: createdAt,
    last_used_at: createdAt,
    expires_at: sessionEndsAt(createdAt, createdAt, lifeMs),
  }
  const session = rowWithMac(row, sessionMac(context.vault, row))
  await insertSession(context, session)
  return { session, secret, lifeMs, known: knownBrowserCookie(context.vault, context.from.knownBrowser, person.email) }
}

const currentOf = ({ person }: Principal): string | null => person?.sessionId ?? null

const listSessions: ReadOperationService<'listSessions'> = async (context, { query }) => {
  const { db, principal } = context
  const person = await ownSessionPerson(context, query.personId ?? principal.id)
  return paginate(context, {
    name: 'listSessions',
    query,
    load: (page) => listRows(db, person, page),
    view: (row): Session => sessionView(row, currentOf(principal)),
  })
}

/** Checks that the caller may see a person's sessions or passkeys: their own, or as an admin anybody's. Throws `person_not_found`. */
export async function ownSessionPerson(
  { db, principal }: Pick<ReadOperationContext, 'db' | 'principal'>,
  id: string,
): Promise<string> {
  if (id === principal.id) return id
  if (principal.role !== 'admin') throw new ApiError('person_not_found')
  return objectOr404(await findPerson(db, principal.accountId, id), 'person_not_found').id
}

const endSession: WriteOperationService<'endSession'> = async (context, { params }) => {
  const { tx, principal } = context
  const current = currentOf(principal)
  const id = params.sessionId === 'current' ? current : params.sessionId
  const session = id === null ? undefined : await lockSession(tx, principal.accountId, id)
  const isOthers = session !== undefined && session.person_id !== principal.id
  if (session === undefined || (isOthers && principal.role !== 'admin')) throw new ApiError('session_not_found')
  await endRow(context, session)
  const answer: OperationOutputOf<'endSession'> = { id: session.id, ended: true }
  return session.id === current ? new SignOutAnswer(answer) : answer
}

export const sessionHandlers = {
  createSession: keylessOperationHandler(createSession),
  listSessions: readOperationHandler(listSessions),
  endSession: writeOperationHandler(endSession),
}
