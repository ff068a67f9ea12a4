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

/** What to say where a passkey was asked for and none has confirmed it; undefined for every other error. */
export function passkeyComplaint(error: unknown): string | undefined {
  if (error instanceof NoPasskeyHere) return error.message
  return isDismissed(error) ? 'It was not confirmed with a passkey, so that nothing has happened.' : undefined
}

class NoPasskeyHere extends Error {
  constructor() {
    super(
      `This is confirmed with a passkey, and you have none at ${location.hostname}. Add one in the settings, under “You”.`,
    )
  }
}

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
  return confirm(options)
}

/** The same with a look at a card's number: for this card, intent and purpose alone. */
export async function signLook(cardId: string, look: { purpose: string; intentId?: string }) {
  const { options } = await purser.cards.detailsOptions(cardId, look)
  return confirm(options)
}

/** By a passkey of the person who is signed in: where they have none here, there is nothing to ask the browser for. */
function confirm(options: Options) {
  const { allowCredentials } = options
  if (!canUsePasskeys() || (Array.isArray(allowCredentials) && allowCredentials.length === 0)) throw new NoPasskeyHere()
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
