import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { ApiError } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations.ts'
import type { PasskeyAssertion } from '../../contract/passkeys.ts'
import type { PasskeyRow } from '../../store/people/people-tables.ts'

/** Signatures of the authenticators that there are: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257]

/** The relying party: the name of the host, without its port. */
export const relyingParty = (host: string): string => URL.parse(`http://${host}`)?.hostname ?? ''

/** Pages of this host: over HTTPS, or on the machine itself, where browsers make passkeys without. */
function originsOf(host: string): string[] {
  const name = relyingParty(host)
  const isOwnMachine = name === 'localhost' || name.endsWith('.localhost')
  return [`https://${host}`, ...(isOwnMachine ? [`http://${host}`] : [])]
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

interface Asked {
  readonly challenge: Buffer
  readonly host: string
}

const expected = ({ challenge, host }: Asked) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: originsOf(host),
  expectedRPID: relyingParty(host),
  requireUserVerification: true,
})

function credentialIdIn(attestationObject: string): string {
  const { credentialID = new Uint8Array() } = parseAuthenticatorData(
    decodeAttestationObject(bytes(Buffer.from(attestationObject, 'base64url'))).get('authData'),
  )
  return Buffer.from(credentialID).toString('base64url')
}

/** What an authenticator has made. Throws `passkey_refused`. */
export async function checkRegistration(
  { clientData, attestationObject }: Pick<InputOf<'createPasskey'>['body'], 'clientData' | 'attestationObject'>,
  asked: Asked,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>> {
  const made = await orRefused(async () => {
    const id = credentialIdIn(attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(asked),
      supportedAlgorithmIDs: ALGORITHMS,
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, attestationObject },
      },
    })
    return registrationInfo?.credential
  })
  return {
    credential_id: Buffer.from(made.id, 'base64url'),
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
  }
}

/** The count of the signature, where it is the passkey's and of what was asked. Throws `passkey_refused`. */
export const checkAssertion = (
  { credentialId, clientData, authenticatorData, signature }: PasskeyAssertion,
  { passkey, ...asked }: Asked & { readonly passkey: PasskeyRow },
): Promise<number> =>
  orRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(asked),
      credential: { id: credentialId, publicKey: bytes(passkey.public_key), counter: passkey.counter },
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, authenticatorData, signature },
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })

/** The library throws at whatever does not fit: a person learns that it does not, and an attacker not how. */
async function orRefused<T>(check: () => Promise<T | undefined>): Promise<T> {
  const result = await check().catch(() => undefined)
  if (result === undefined) throw new ApiError('passkey_refused')
  return result
}
