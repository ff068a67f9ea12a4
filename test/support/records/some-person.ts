import type { PersonRole } from '../../../src/contract/resources/people.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { monotonicIds } from '../../../src/lib/ids.ts'
import { makeInvitation } from '../../../src/services/people/invitations.ts'
import { asTestActor } from './acts.ts'
import type { TestPurser } from '../processes/start-purser.ts'
import { openTestVault } from '../test-vault.ts'

/** How long the invitation is valid: long enough for a test clock that is far ahead. */
const LIFE_MS = 400 * 86_400_000
export const TEST_PASSWORD = 'seven green bottles'

export interface SignedInPerson {
  readonly id: string
  /** The header `cookie` of a browser in which the person is signed in. */
  readonly cookie: string
}

/** Makes an invitation to the service's first account. */
export async function newInvitation(
  { purser, database }: Pick<TestPurser, 'purser' | 'database'>,
  role: PersonRole,
  email: string | null,
): Promise<{ readonly secret: string }> {
  const { accountId } = await purser.self.get()
  const vault = await openTestVault(database)
  return asTestActor(database, monotonicIds(systemClock), (writing) =>
    makeInvitation(writing, vault, { accountId, email, role, lifeMs: LIFE_MS, atShell: true }),
  )
}

/** Makes a person of the service's first account, who has accepted an invitation and is signed in. */
export async function newPerson(
  service: Pick<TestPurser, 'purser' | 'baseUrl' | 'database'>,
  role: PersonRole,
  email: string,
): Promise<SignedInPerson> {
  const { secret } = await newInvitation(service, role, email)
  const reply = await fetch(`${service.baseUrl}/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret, name: email, password: TEST_PASSWORD }),
  })
  const { id } = (await reply.json()) as { id: string }
  return { id, cookie: sessionCookieOf(reply) }
}

/** The cookie in a reply, as a browser sends it back. */
export const sessionCookieOf = (reply: Response): string => reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
