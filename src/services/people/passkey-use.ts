import { ApiError } from '../../contract/errors.ts'
import type { PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import { type PasskeyWithPerson, findPasskey, notePasskeyUse } from '../../store/people/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { NodeDeps, HttpRequestSource } from '../request/context.ts'
import { checkPasskeyAssertion, passkeySiteOf } from './passkey-checks.ts'
import { hasExpectedMac, passkeyMac, personMac, rowWithMac } from '../../store/people/person-proof.ts'

type UseDeps = Pick<NodeDeps, 'vault' | 'clock' | 'settings'> & { readonly from: Pick<HttpRequestSource, 'host'> }

/** Whether a passkey can confirm changes. A first passkey that was made in a session has to wait first. `now`: Unix milliseconds. */
export const isPasskeyActive = ({ waits_until: until }: Pick<PasskeyRow, 'waits_until'>, now: number): boolean =>
  until === null || until <= now

/**
 * Checks a passkey's signature and stores its counter. Resolves with the passkey and its person. Throws `passkey_refused` for an unknown
 * passkey, a disabled person, another challenge, and a signature that was used before.
 */
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
  const counter = await checkPasskeyAssertion(assertion, { passkey, challenge, site: passkeySiteOf(deps) })
  const used: PasskeyRow = { ...passkey, counter, last_used_at: clock.now() }
  if (!(await notePasskeyUse(tx, passkey, rowWithMac(used, passkeyMac(vault, used)))))
    throw new ApiError('passkey_refused')
  return known
}

/** Whether the service itself wrote the rows of the passkey and of its person. */
const isProven = ({ vault }: UseDeps, { passkey, person }: PasskeyWithPerson): boolean =>
  hasExpectedMac(passkeyMac(vault, passkey), passkey) && hasExpectedMac(personMac(vault, person), person)
