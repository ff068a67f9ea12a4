import { purser } from './client.ts'

/** Passkeys belong to a name, and to a page that nobody else could have sent: not to an address of numbers. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(location.hostname)

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The person let the browser's question go by: nothing went wrong. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

type Options = Readonly<Record<string, unknown>>

/** Makes a passkey of the person who is signed in. */
export async function createPasskey(name: string) {
  const { options } = await purser.passkeys.options()
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  return purser.passkeys.create({
    name,
    clientData: base64url(clientDataJSON),
    attestationObject: base64url(attestationObject),
  })
}

export async function signInByPasskey() {
  const { options } = await purser.sessions.passkeyOptions()
  return purser.sessions.createByPasskey(await sign(options))
}

/** What to send as `proof` with a decision: one touch, for this intent, its ceiling and this decision alone. */
export async function signDecision(intentId: string, decision: 'approve' | 'reject') {
  const { options } = await purser.intents.approvalOptions(intentId, { decision })
  return sign(options)
}

async function sign(options: Options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const { id, response } = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse
  return {
    credentialId: id,
    clientData: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
  }
}
