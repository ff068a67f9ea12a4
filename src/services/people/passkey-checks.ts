import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { ApiError } from '../../contract/errors.ts'
import type { NewPasskey, PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { Deps, Origin } from '../request/context.ts'

/** Signatures of the authenticators that there are: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257]

/** Where passkeys are made and used. */
export interface Site {
  /** The relying party: the name of the host, without its port. */
  readonly rpId: string
  /** Of the pages that may ask for a signature. */
  readonly origins: readonly string[]
}

interface Asking {
  readonly settings: Pick<Deps['settings'], 'publicOrigin'>
  readonly from: Pick<Origin, 'host'>
}

/**
 * The public URL where there is one: whoever asks must not choose the host by a header. Else the host of the request: over HTTPS, or
 * on the machine itself, where browsers make passkeys without.
 */
export function siteOf({ settings: { publicOrigin }, from: { host } }: Asking): Site {
  const rpId = URL.parse(publicOrigin ?? `http://${host}`)?.hostname ?? ''
  if (publicOrigin !== null) return { rpId, origins: [publicOrigin] }
  const isOwnMachine = rpId === 'localhost' || rpId.endsWith('.localhost')
  return { rpId, origins: [`https://${host}`, ...(isOwnMachine ? [`http://${host}`] : [])] }
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

interface Asked {
  readonly challenge: Buffer
  readonly site: Site
}

const expected = ({ challenge, site }: Asked) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: [...site.origins],
  expectedRPID: site.rpId,
  requireUserVerification: true,
})

/** The credential that an authenticator has made, before anything of it is checked. Throws `passkey_refused`. */
export const credentialIn = (attestationObject: string): Promise<string> =>
  orRefused(async () => credentialIdIn(attestationObject))

function credentialIdIn(attestationObject: string): string {
  const { credentialID = new Uint8Array() } = parseAuthenticatorData(
    decodeAttestationObject(bytes(Buffer.from(attestationObject, 'base64url'))).get('authData'),
  )
  return Buffer.from(credentialID).toString('base64url')
}

/** What an authenticator has made. Throws `passkey_refused`. */
export async function checkRegistration(
  { clientData, attestationObject }: Pick<NewPasskey, 'clientData' | 'attestationObject'>,
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
