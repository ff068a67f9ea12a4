import { CHALLENGE_LIFE_MINUTES, MAX_PASSKEYS } from '../../contract/resources/passkeys.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Tx } from '../../store/connection/db.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { NodeDeps, RequestOrigin } from '../request/context.ts'
import { createPasskeyChallenge, type SignedStatement } from './passkey-challenges.ts'
import { ALGORITHMS, passkeySiteOf } from './passkey-checks.ts'

/** Passkeys in the form of WebAuthn's credential descriptors. */
export const credentialDescriptors = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id: id }) => ({ type: 'public-key', id: id.toString('base64url') }))

export const TIMEOUT_MS = CHALLENGE_LIFE_MINUTES * MINUTE_MS

type Asking = Pick<NodeDeps, 'vault' | 'clock' | 'settings'> & {
  readonly tx: Tx
  readonly from: Pick<RequestOrigin, 'host'>
}

/** The person that a passkey is made for, with the name and email that the authenticator shows. */
export interface PasskeyHolder {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The WebAuthn options with which a browser makes a passkey. */
export async function creationOptions(
  context: Asking,
  agreed: Extract<SignedStatement, { purpose: 'registration' | 'invitation' }>,
  { id, name, email }: PasskeyHolder,
) {
  const { tx } = context
  const { challenge, ...rest } = await createPasskeyChallenge(tx, context, agreed)
  const options = {
    challenge,
    rp: { id: passkeySiteOf(context).rpId, name: 'Purser' },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    // The options ask for a discoverable credential, so that nobody has to type their email to sign in, and for verification of the person.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: credentialDescriptors(await passkeysOf(tx, id, MAX_PASSKEYS)),
  }
  return { options, ...rest }
}

/** The WebAuthn options with which a browser signs a statement, with the person's passkeys of this host that `among` accepts. */
export async function requestOptions(
  context: Asking,
  agreed: Extract<SignedStatement, { personId: string }>,
  among: (passkey: PasskeyRow) => boolean = () => true,
) {
  const { challenge, ...rest } = await createPasskeyChallenge(context.tx, context, agreed)
  const { rpId } = passkeySiteOf(context)
  const own = await passkeysOf(context.tx, agreed.personId, MAX_PASSKEYS)
  const options = {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: credentialDescriptors(own.filter((passkey) => passkey.host === rpId && among(passkey))),
  }
  return { options, ...rest }
}
