import { Type, type Static, type TObject, type TUnsafe } from 'typebox'
import { FreeFormObject, Id, IdInput, NullableTimestamp, Timestamp, ShownSubjectHash } from '../primitives.ts'

/** For how many minutes a passkey challenge is valid. A challenge can be used once. */
export const PASSKEY_CHALLENGE_LIFE_MINUTES = 5
export const MAX_PASSKEYS = 20

const base64url = (maxLength: number, description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    minLength: 1,
    maxLength,
    description,
    examples: ['q83vEjRWeJCrze8SNFZ4kA'],
  })
const credentialId = base64url(1400, 'The credential id that the authenticator gave the passkey, base64url.')
const clientData = base64url(8192, "`response.clientDataJSON` of the browser's WebAuthn credential, base64url.")
const authenticatorData = base64url(
  4096,
  "`response.authenticatorData` of the browser's WebAuthn assertion, base64url.",
)
const signature = base64url(2048, "`response.signature` of the browser's WebAuthn assertion, base64url.")
const name = Type.String({ minLength: 1, maxLength: 100, description: 'The name that the person gave the passkey.' })

export const PasskeyStatus = Type.Enum(['active', 'waiting'], {
  description: 'The status of the passkey. `waiting`: the passkey signs its person in, and confirms nothing yet.',
})

export const Passkey = Type.Object(
  {
    id: Id,
    personId: Id,
    name,
    credentialId,
    host: Type.String({
      maxLength: 253,
      description: 'The host at which the passkey was made, and at which it works.',
    }),
    status: PasskeyStatus,
    waitsUntil: Type.Optional(
      Type.String({
        ...Timestamp,
        description: 'When the passkey begins to confirm, unless an owner agrees to it earlier.',
      }),
    ),
    createdAt: Timestamp,
    lastUsedAt: NullableTimestamp,
  },
  { title: 'Passkey' },
)
export type Passkey = Static<typeof Passkey>

export const PasskeyOptions = Type.Object(
  {
    options: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "The WebAuthn options: to make a passkey, for the browser's `PublicKeyCredential.parseCreationOptionsFromJSON`; to sign with one, for `parseRequestOptionsFromJSON`.",
    }),
    statement: Type.Unsafe<FreeFormObject>({
      ...FreeFormObject,
      description:
        'The statement that the person agrees to by signing. The challenge in `options` is the SHA-256 of the canonical JSON of the statement.',
    }),
    expiresAt: Timestamp,
  },
  { title: 'PasskeyOptions' },
)

/** An authenticator's answer to a challenge: the fields of a browser's `AuthenticatorAssertionResponse`. */
export const PasskeyAssertion = Type.Object(
  { credentialId, clientData, authenticatorData, signature },
  { additionalProperties: false, title: 'PasskeyAssertion' },
)
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

const proof = Type.Optional(PasskeyAssertion)

/** The body of a request that a person may have to confirm. The `details` of 403 `passkey_required` say what to sign. */
export const passkeyConfirmableBody = <T extends object>(
  body: TUnsafe<T>,
): TUnsafe<T & { proof?: PasskeyAssertion }> => {
  const { properties, ...schema } = body as unknown as TObject
  return Type.Object({ ...properties, proof }, { ...schema, additionalProperties: false }) as never
}
export const PasskeyProofBody = Type.Object({ proof }, { additionalProperties: false })

/** The body that registers a new passkey: what an authenticator has made from the WebAuthn options of the service. */
const made = {
  name,
  clientData,
  attestationObject: base64url(
    65_536,
    "`response.attestationObject` of the browser's new WebAuthn credential, base64url.",
  ),
}
export const NewPasskey = Type.Object(made, { additionalProperties: false, title: 'NewPasskey' })
export type NewPasskey = Static<typeof NewPasskey>

/**
 * The fields with which a person confirms a request: by a passkey or, without one, by their password or by signing in at their provider
 * again.
 */
const guarded = {
  proof,
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: "The person's password, if no passkey of theirs confirms yet.",
    }),
  ),
  confirmation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The `confirmation` that `POST /self/provider` answers. A person who signs in at the provider sends it in place of a password.',
    }),
  ),
}
export const CreatePasskeyBody = Type.Object({ ...made, ...guarded }, { additionalProperties: false })
export const RenamePasskeyBody = Type.Object({ name, ...guarded }, { additionalProperties: false })
export const DeletePasskeyBody = Type.Object(guarded, { additionalProperties: false })

export const ApprovalDecision = Type.Enum(['approve', 'reject'])
export const CreateApprovalOptionsBody = Type.Object(
  { decision: ApprovalDecision, shown: ShownSubjectHash },
  { additionalProperties: false },
)

export const ApprovalProof = Type.Object(
  {
    approvalId: Id,
    intentId: Id,
    personId: Id,
    statement: Type.Unsafe<FreeFormObject>({
      ...FreeFormObject,
      description:
        'What the person agreed to: account, intent, its `subjectHash`, ceiling, decision, person, and a nonce.',
    }),
    credentialId,
    publicKey: Type.String({ maxLength: 4096, description: 'The public key of the passkey, as PEM.' }),
    host: Type.String({ maxLength: 253 }),
    clientData,
    authenticatorData,
    signature,
    createdAt: Timestamp,
    howToCheck: Type.String({ maxLength: 1000 }),
  },
  { title: 'ApprovalProof' },
)
export type ApprovalProof = Static<typeof ApprovalProof>

export const passkeyFilters = { personId: Type.Optional(IdInput) }
