import { ApiError } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { type PasskeyWithPerson, findPasskey, notePasskeyUse } from '../../store/people/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { Deps, Origin } from '../request/context.ts'
import { checkAssertion, siteOf } from './passkey-checks.ts'
import { isOurs, passkeyMac, personMac, proven } from '../../store/people/person-proof.ts'

type UseDeps = Pick<Deps, 'vault' | 'clock' | 'settings'> & { readonly from: Pick<Origin, 'host'> }

/** Whether it confirms: a first passkey that a session has made waits before it does. */
export const isActive = ({ waits_until: until }: Pick<PasskeyRow, 'waits_until'>, now: number): boolean =>
  until === null || until <= now

/** Whose signature it is, counted. Throws `passkey_refused`: not theirs, not of this challenge, or an old one again. */
export async function usePasskey(
  tx: Tx,
  deps: UseDeps,
  { assertion, challenge }: { readonly assertion: PasskeyAssertion; readonly challenge: Buffer },
): Promise<PasskeyWithPerson> {
  const { vault, clock } = deps
  const known = await findPasskey(tx, Buffer.from(assertion.credentialId, 'base64url'))
  if (known === undefined || !isProven(deps, known) || known.person.status !== 'active') {
    throw new ApiError('passkey_refused')
  }
  const { passkey } = known
  const counter = await checkAssertion(assertion, { passkey, challenge, site: siteOf(deps) })
  const used: PasskeyRow = { ...passkey, counter, last_used_at: clock.now() }
  if (!(await notePasskeyUse(tx, passkey, proven(used, passkeyMac(vault, used))))) throw new ApiError('passkey_refused')
  return known
}

/** Whether the service itself wrote both rows. */
const isProven = ({ vault }: UseDeps, { passkey, person }: PasskeyWithPerson): boolean =>
  isOurs(passkeyMac(vault, passkey), passkey) && isOurs(personMac(vault, person), person)
