import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { ApiError } from '../../contract/errors.ts'
import type { NewPasskey, PasskeyAssertion } from '../../contract/resources/passkeys.ts'
import type { PasskeyRow } from '../../store/rows/people-tables.ts'
import type { NodeDeps, HttpRequestSource } from '../request/context.ts'

/** The COSE ids of the signature algorithms that passkeys may use: ES256, EdDSA, RS256. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257]

/** The website whose pages make and use passkeys. */
export interface PasskeySite {
  /** The relying party: the name of the host, without its port. */
  readonly rpId: string
  /** The origins of pages that may ask for a signature. */
  readonly origins: readonly string[]
}

interface Asking {
  readonly settings: Pick<NodeDeps['settings'], 'publicOrigin'>
  readonly from: Pick<HttpRequestSource, 'host'>
}

/**
 * Returns the website whose passkeys count. If the public URL is set, it is the website of that URL, so that a request cannot choose the
 * host by a header. Otherwise it is the host of the request over HTTPS. On the machine itself it may also be HTTP, because browsers allow
 * passkeys there without HTTPS.
 */
export function passkeySiteOf({ settings: { publicOrigin }, from: { host } }: Asking): PasskeySite {
  const rpId = URL.parse(publicOrigin ?? `http://${host}`)?.hostname ?? ''
  if (publicOrigin !== null) return { rpId, origins: [publicOrigin] }
  const isOwnMachine = rpId === 'localhost' || rpId.endsWith('.localhost')
  return { rpId, origins: [`https://${host}`, ...(isOwnMachine ? [`http://${host}`] : [])] }
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

interface Expectation {
  readonly challenge: Buffer
  readonly site: PasskeySite
}

const expected = ({ challenge, site }: Expectation) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: [...site.origins],
  expectedRPID: site.rpId,
  requireUserVerification: true,
})

/**
 * Reads the id of a credential that an authenticator has made, and checks nothing else. Throws `passkey_refused` where there is no id to
 * read.
 */
export const credentialIdOfAttestation = (attestationObject: string): Promise<string> =>
  orRefused(async () => credentialIdIn(attestationObject))

function credentialIdIn(attestationObject: string): string {
  const { credentialID = new Uint8Array() } = parseAuthenticatorData(
    decodeAttestationObject(bytes(Buffer.from(attestationObject, 'base64url'))).get('authData'),
  )
  return Buffer.from(credentialID).toString('base64url')
}

/** Checks a new credential of an authenticator and returns it as columns of `passkeys`. Throws `passkey_refused`. */
export async function checkPasskeyRegistration(
  { clientData, attestationObject }: Pick<NewPasskey, 'clientData' | 'attestationObject'>,
  expectation: Expectation,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>> {
  const made = await orRefused(async () => {
    const id = credentialIdIn(attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(expectation),
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
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

/** Checks that a passkey signed the challenge, and returns the signature counter. Throws `passkey_refused`. */
export const checkPasskeyAssertion = (
  { credentialId, clientData, authenticatorData, signature }: PasskeyAssertion,
  { passkey, ...expectation }: Expectation & { readonly passkey: PasskeyRow },
): Promise<number> =>
  orRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(expectation),
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

/** Answers `passkey_refused` for every error of `@simplewebauthn/server`, so that an attacker does not learn which check failed. */
async function orRefused<T>(check: () => Promise<T | undefined>): Promise<T> {
  const result = await check().catch(() => undefined)
  if (result === undefined) throw new ApiError('passkey_refused')
  return result
}
