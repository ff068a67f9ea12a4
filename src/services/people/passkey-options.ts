import { PASSKEY_CHALLENGE_LIFE_MINUTES, MAX_PASSKEYS } from '../../contract/resources/passkeys.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { Tx } from '../../store/connection/db.ts'
import { passkeysOf } from '../../store/people/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { NodeDeps, HttpRequestSource } from '../request/context.ts'
import { createPasskeyChallenge, type PasskeyStatement } from './passkey-challenges.ts'
import { PASSKEY_ALGORITHMS, passkeySiteOf } from './passkey-checks.ts'

/** Passkeys in the form of WebAuthn's credential descriptors. */
export const passkeyDescriptors = (passkeys: readonly PasskeyRow[]) =>
  passkeys.map(({ credential_id: id }) => ({ type: 'public-key', id: id.toString('base64url') }))

export const PASSKEY_TIMEOUT_MS = PASSKEY_CHALLENGE_LIFE_MINUTES * MINUTE_MS

type Asking = Pick<NodeDeps, 'vault' | 'clock' | 'settings'> & {
  readonly tx: Tx
  readonly from: Pick<HttpRequestSource, 'host'>
}

/** The person that a passkey is made for, with the name and email that the authenticator shows. */
export interface PasskeyHolder {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The WebAuthn options with which a browser makes a passkey. */
export async function passkeyCreationOptions(
  context: Asking,
  agreed: Extract<PasskeyStatement, { purpose: 'registration' | 'invitation' }>,
  { id, name, email }: PasskeyHolder,
) {
  const { tx } = context
  const { challenge, ...rest } = await createPasskeyChallenge(tx, context, agreed)
  const options = {
    challenge,
    rp: { id: passkeySiteOf(context).rpId, name: 'Purser' },
    user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    // The options ask for a discoverable credential, so that nobody has to type their email to sign in, and for verification of the person.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: passkeyDescriptors(await passkeysOf(tx, id, MAX_PASSKEYS)),
  }
  return { options, ...rest }
}

/** The WebAuthn options with which a browser signs a statement, with the person's passkeys of this host that `among` accepts. */
export async function passkeyRequestOptions(
  context: Asking,
  agreed: Extract<PasskeyStatement, { personId: string }>,
  among: (passkey: PasskeyRow) => boolean = () => true,
) {
  const { challenge, ...rest } = await createPasskeyChallenge(context.tx, context, agreed)
  const { rpId } = passkeySiteOf(context)
  const own = await passkeysOf(context.tx, agreed.personId, MAX_PASSKEYS)
  const options = {
    challenge,
    rpId,
    timeout: PASSKEY_TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeyDescriptors(own.filter((passkey) => passkey.host === rpId && among(passkey))),
  }
  return { options, ...rest }
}
