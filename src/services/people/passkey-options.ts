import { CHALLENGE_LIFE_MINUTES, MAX_PASSKEYS } from '../../contract/resources/passkeys.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Tx } from '../../store/connection/db.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { Deps, Origin } from '../request/context.ts'
import { ask, type Statement } from './passkey-challenges.ts'
import { ALGORITHMS, siteOf } from './passkey-checks.ts'

/** Passkeys as a browser is told of them. */
export const descriptors = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id: id }) => ({ type: 'public-key', id: id.toString('base64url') }))

export const TIMEOUT_MS = CHALLENGE_LIFE_MINUTES * MINUTE_MS

type Asking = Pick<Deps, 'vault' | 'clock' | 'settings'> & { readonly tx: Tx; readonly from: Pick<Origin, 'host'> }

/** For whom a passkey is made, as their authenticator shows them. */
export interface Holder {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** What a browser makes a passkey by. */
export async function creationOptions(
  context: Asking,
  agreed: Extract<Statement, { purpose: 'registration' | 'invitation' }>,
  { id, name, email }: Holder,
) {
  const { tx } = context
  const { challenge, ...asked } = await ask(tx, context, agreed)
  const options = {
    challenge,
    rp: { id: siteOf(context).rpId, name: 'Purser' },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    // Found by the authenticator itself, so that nobody has to type who they are; and it asks who holds it.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: descriptors(await passkeysOf(tx, id, MAX_PASSKEYS)),
  }
  return { options, ...asked }
}

/** What a browser has one passkey of a person sign by, where any of `among` works at this host. */
export async function requestOptions(
  context: Asking,
  agreed: Extract<Statement, { personId: string }>,
  among: (passkey: PasskeyRow) => boolean = () => true,
) {
  const { challenge, ...asked } = await ask(context.tx, context, agreed)
  const { rpId } = siteOf(context)
  const own = await passkeysOf(context.tx, agreed.personId, MAX_PASSKEYS)
  const options = {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: descriptors(own.filter((passkey) => passkey.host === rpId && among(passkey))),
  }
  return { options, ...asked }
}
