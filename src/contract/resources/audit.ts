import { Type, type Static } from 'typebox'
import { Id, Timestamp } from '../primitives.ts'

/** The greatest number of an audit entry: the largest integer that a JSON number carries exactly. */
const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER

const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
})

const Actor = Type.Object(
  {
    type: Type.Enum(['key', 'token', 'person', 'shell', 'system']),
    id: Type.String({
      maxLength: 256,
      description:
        'The id of the actor: of the API key or person, or the name of the user at the shell. For an access token it is the id of the API key that the token acts as.',
    }),
    name: Type.String({
      maxLength: 1024,
      description:
        'The name of the actor. For an access token it is the name of the API key, with the subject and client of the token.',
    }),
  },
  {
    description:
      'Who made the change: an API key, an access token at `/mcp`, a person, somebody at the shell, or the service itself.',
  },
)

const FieldChange = Type.Object({
  path: Type.String({
    maxLength: 128,
    description:
      'The changed field, named as in answers. Fields of a policy, a limit or an approval have a dot: `policy.requireIntent`.',
  }),
  before: Type.Unknown({ description: 'The value of the field before the change. Null: the field was not set.' }),
  after: Type.Unknown({ description: 'The value of the field after the change. Null: the field is not set any more.' }),
})

/**
 * An audit entry: a change by an actor. It is stored in the same transaction as the change, and is never changed (contract, section 13).
 */
export const AuditEntry = Type.Object(
  {
    id: Id,
    sequence: Type.Integer({
      minimum: 1,
      maximum: MAX_SEQUENCE,
      description: "The number of the audit entry in the account's chain, without gaps.",
    }),
    at: Timestamp,
    actor: Actor,
    requestId: Type.Union([Id, Type.Null()], {
      description: 'The id of the request that caused the change (`req_...`). Null: no request did.',
    }),
    operation: Type.String({
      maxLength: 64,
      description: 'The name of the API operation, or of the task of the service itself, that made the change.',
    }),
    resource: Type.Object({
      type: Type.Enum([
        'account',
        'customer',
        'agent',
        'card',
        'transaction',
        'intent',
        'change_request',
        'challenge',
        'subscription',
        'access_event',
        'filler',
        'api_key',
        'webhook',
        'person',
        'invitation',
        'notification_channel',
      ]),
      id: Id,
    }),
    customerId: Type.Optional(Id),
    changes: Type.Array(FieldChange, { maxItems: 1000 }),
    redacted: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: 1000,
        description:
          'Paths of changes whose values are shown shortened, because only the role `admin` sees them whole. `hash` is that of the whole entry, without `redacted`.',
      }),
    ),
    hash: Type.String({
      ...Sha256,
      description:
        'The hash of the audit entry: SHA-256 over the canonical JSON of all its other members, in hexadecimal.',
    }),
    previousHash: Type.String({
      ...Sha256,
      description: "The `hash` of the previous audit entry in the account's chain; zeros for the first entry.",
    }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

/** The signed last entry of an audit chain. The signature shows every later change or removal of an entry up to it. */
export const AuditHead = Type.Object(
  {
    accountId: Id,
    sequence: Type.Integer({
      minimum: 0,
      maximum: MAX_SEQUENCE,
      description: "The number of the last audit entry in the account's chain. 0: there is none.",
    }),
    hash: Type.String({
      ...Sha256,
      description: 'The `hash` of the last audit entry: SHA-256 in lower-case hexadecimal. Zeros: there is no entry.',
    }),
    at: Timestamp,
    signature: Type.String({
      pattern: '^[A-Za-z0-9+/]{86}==$',
      maxLength: 88,
      description:
        'The signature of the end of the audit trail: Ed25519 over the canonical JSON of `accountId`, `at`, `hash` and `sequence`, base64.',
    }),
    publicKey: Type.String({ maxLength: 200, description: 'The public key that verifies the signature, PEM.' }),
  },
  { title: 'AuditHead' },
)
export type AuditHead = Static<typeof AuditHead>
