import { Type, type Static } from 'typebox'
import { FreeForm, Id, IdInput, NullableTimestamp, Timestamp } from './primitives.ts'

/** A challenge is good for so long, and once. */
export const CHALLENGE_LIFE_MINUTES = 5
export const MAX_PASSKEYS = 20

const base64url = (maxLength: number, description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    minLength: 1,
    maxLength,
    description,
    examples: ['q83vEjRWeJCrze8SNFZ4kA'],
  })
const credentialId = base64url(1400, 'Of the authenticator, base64url.')
const clientData = base64url(8192, '`response.clientDataJSON`, base64url.')
const authenticatorData = base64url(4096, '`response.authenticatorData`, base64url.')
const signature = base64url(2048, '`response.signature`, base64url.')
const name = Type.String({ minLength: 1, maxLength: 100, description: 'What its person calls it.' })

export const Passkey = Type.Object(
  {
    id: Id,
    personId: Id,
    name,
    credentialId,
    host: Type.String({ maxLength: 253, description: 'Where it was made, and works.' }),
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
        'For `PublicKeyCredential.parseCreationOptionsFromJSON`, or to sign for `parseRequestOptionsFromJSON`, of a browser.',
    }),
    statement: Type.Unsafe<FreeForm>({
      ...FreeForm,
      description: 'What is agreed to: the challenge is SHA-256 of its canonical JSON.',
    }),
    expiresAt: Timestamp,
  },
  { title: 'PasskeyOptions' },
)

export const CreatePasskeyBody = Type.Object(
  { name, clientData, attestationObject: base64url(65_536, '`response.attestationObject`, base64url.') },
  { additionalProperties: false },
)

/** What an authenticator answers to a challenge: the fields of a browser's `AuthenticatorAssertionResponse`. */
export const PasskeyAssertion = Type.Object(
  { credentialId, clientData, authenticatorData, signature },
  { additionalProperties: false, title: 'PasskeyAssertion' },
)
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

export const ApprovalDecision = Type.Enum(['approve', 'reject'])
export const CreateApprovalOptionsBody = Type.Object({ decision: ApprovalDecision }, { additionalProperties: false })

export const ApprovalProof = Type.Object(
  {
    approvalId: Id,
    intentId: Id,
    personId: Id,
    statement: Type.Unsafe<FreeForm>({
      ...FreeForm,
      description: 'What the person agreed to: account, intent, ceiling, decision, person, and a nonce.',
    }),
    credentialId,
    publicKey: Type.String({ maxLength: 4096, description: 'PEM.' }),
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
