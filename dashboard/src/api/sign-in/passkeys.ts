import { queryOptions } from '@tanstack/react-query'
import { type CallOptions, type Passkey, PurserError } from '@purser/client'
import { purser } from '../client.ts'
import { type RequestUnderOneIdempotencyKey, newRequestUnderOneIdempotencyKey } from '../one-time-request.ts'

/**
 * Whether this page can use passkeys: the browser must support them, and the page's host must be a name, because passkeys do not exist for
 * an IP address.
 */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(location.hostname)

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Whether the person closed the browser's passkey dialog, or let it time out: no failure to report. */
export const isPasskeyDialogDismissed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The message for an error of a passkey that was requested and did not confirm. Undefined for every other error. */
export function passkeyErrorMessage(error: unknown): string | undefined {
  if (error instanceof NoPasskeyHere || error instanceof AnotherHost) return error.message
  return isPasskeyDialogDismissed(error) ? 'The passkey did not confirm it. Nothing was changed.' : undefined
}

/** Whether an action failed because the person has no passkey for this host and has to create one first. */
export const lacksPasskey = (error: unknown): boolean => error instanceof NoPasskeyHere

class NoPasskeyHere extends Error {
  constructor() {
    super(
      `This is confirmed with a passkey, and you have none at ${location.hostname}. Add one in the settings, under “You”.`,
    )
  }
}

/** The page was opened by another host name than the one that the installation's passkeys belong to. */
class AnotherHost extends Error {
  constructor(rpId: unknown) {
    super(`Passkeys belong to ${String(rpId)} here. Open the dashboard by that name.`)
  }
}

/** The reload interval of the person's own passkeys while one of them waits until it may confirm. */
const AGREED_LOOK_MS = 15_000

/** The query of the signed-in person's passkeys: whether one confirms on this host, or will after a wait, or confirms elsewhere. */
export const ownPasskeysQuery = queryOptions({
  queryKey: ['passkeys', 'own'],
  queryFn: async ({ signal }) => {
    const { data } = await purser.passkeys.list({ limit: 100 }, { signal })
    const here = data.filter(({ host }) => host === location.hostname)
    return {
      confirmsHere: here.some(({ status }) => status === 'active'),
      waitsHere: here.find(({ status }) => status === 'waiting'),
      confirmsAnywhere: data.some(({ status }) => status === 'active'),
    }
  },
  refetchInterval: ({ state: { data } }) =>
    data?.waitsHere !== undefined && !data.confirmsHere ? AGREED_LOOK_MS : false,
})

type Options = Readonly<Record<string, unknown>>
export type PasskeySignature = Awaited<ReturnType<typeof sign>>
export type NewPasskey = Awaited<ReturnType<typeof makePasskey>>

/** The idempotency key of a request under an intention. The request with a passkey's proof has another body, and therefore another key. */
export const idempotencyKeyOf = ({ idempotencyKey, proof }: RequestUnderOneIdempotencyKey): CallOptions => ({
  idempotencyKey: proof === undefined ? idempotencyKey : `${idempotencyKey}-confirmed`,
})

/**
 * Sends a request. If the service answers that a passkey has to confirm it, the person is asked to sign the consequences that the service
 * names, and the request is sent again with the signature. A further try under the same intention carries the same signature.
 */
export async function confirmedByPasskey<Answer>(
  send: (more: { proof?: PasskeySignature }, once: CallOptions) => Promise<Answer>,
  intention?: RequestUnderOneIdempotencyKey,
): Promise<Answer> {
  const own = intention ?? newRequestUnderOneIdempotencyKey()
  if (own.proof !== undefined) return send({ proof: own.proof }, idempotencyKeyOf(own))
  try {
    return await send({}, idempotencyKeyOf(own))
  } catch (error) {
    const options = error instanceof PurserError && error.code === 'passkey_required' && error.details?.['options']
    if (!options) throw error
    own.proof = await confirm(options as Options)
    return send({ proof: own.proof }, idempotencyKeyOf(own))
  }
}

/**
 * Creates a passkey for the signed-in person. `ownProof` (a password or the provider's confirmation) authenticates a person without another
 * passkey.
 */
export async function createPasskey(
  name: string,
  ownProof: { password?: string; confirmation?: string },
): Promise<Passkey> {
  const { options } = await purser.passkeys.options()
  const made = await makePasskey(name, options)
  return confirmedByPasskey((proof) => purser.passkeys.create({ ...made, ...ownProof, ...proof }))
}

/** Creates the passkey of a person who accepts an invitation. */
export async function passkeyForInvitation(secret: string, name: string): Promise<NewPasskey> {
  const { options } = await purser.invitations.passkeyOptions({ secret })
  return makePasskey(name, options)
}

/** Signs with a passkey while a password is reset by a link: the passkey then stays valid. */
export async function signToKeepPasskeyAtReset(secret: string): Promise<PasskeySignature> {
  const { options } = await purser.passwordResets.passkeyOptions({ secret })
  return confirm(options)
}

async function makePasskey(name: string, options: Options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await ofThisHost(publicKey.rp.id, navigator.credentials.create({ publicKey }))
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  return { name, clientData: base64url(clientDataJSON), attestationObject: base64url(attestationObject) }
}

async function ofThisHost(rpId: unknown, request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await request) as PublicKeyCredential
  } catch (error) {
    throw error instanceof DOMException && error.name === 'SecurityError' ? new AnotherHost(rpId) : error
  }
}

export async function signInByPasskey() {
  const { options } = await purser.sessions.passkeyOptions()
  return purser.sessions.createByPasskey(await sign(options))
}

/** The `proof` of a decision: a signature with a passkey, valid for this intent as it was shown, and for this decision alone. */
export async function signDecisionWithPasskey(
  intentId: string,
  body: { decision: 'approve' | 'reject'; shown?: string },
) {
  const { options } = await purser.intents.approvalOptions(intentId, body)
  return confirm(options)
}

/** A passkey's signature that permits one look at a card's number: for this card, intent and purpose alone. */
export async function signNumberRead(cardId: string, look: { purpose: string; intentId?: string }) {
  const { options } = await purser.cards.detailsOptions(cardId, look)
  return confirm(options)
}

/** A passkey's signature that permits resuming the account: for this stop and this reason alone. */
export async function signSpendingResume(reason: string) {
  const { options } = await purser.account.resumeOptions({ reason })
  return confirm(options)
}

/** Signs with a passkey of the signed-in person. Throws `NoPasskeyHere` without asking the browser if the person has none for this host. */
function confirm(options: Options) {
  const { allowCredentials } = options
  if (!canUsePasskeys() || (Array.isArray(allowCredentials) && allowCredentials.length === 0)) throw new NoPasskeyHere()
  return sign(options)
}

async function sign(options: Options) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const { id, response } = await ofThisHost(publicKey.rpId, navigator.credentials.get({ publicKey }))
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse
  return {
    credentialId: id,
    clientData: base64url(clientDataJSON),
    authenticatorData: base64url(authenticatorData),
    signature: base64url(signature),
  }
}
