import { Type, type Static } from 'typebox'
import { Id, Timestamp } from '../primitives.ts'

/** The greatest number of an audit entry: the largest integer that a JSON number carries exactly. */
const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER

const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  description: 'SHA-256, lower-case hex.',
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
      'Who did it: an API key, an access token at `/mcp`, a person, somebody at the shell, or the service itself.',
  },
)

const FieldChange = Type.Object({
  path: Type.String({
    maxLength: 128,
    description:
      'The field, named as in answers. Fields of a policy, a limit or an approval have a dot: `policy.requireIntent`.',
  }),
  before: Type.Unknown({ description: 'Null: it was not set.' }),
  after: Type.Unknown({ description: 'Null: it is not set any more.' }),
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
      description: "The number of the entry in the account's chain, without gaps.",
    }),
    at: Timestamp,
    actor: Actor,
    requestId: Type.Union([Id, Type.Null()], { description: 'Null if no request caused it.' }),
    operation: Type.String({
      maxLength: 64,
      description: 'The name of an operation of the API, or of a task of the service itself.',
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
          'Paths of changes whose values are shown shortened, because only the role `admin` sees them whole. `hash` is that of the whole entry, without this member.',
      }),
    ),
    hash: Type.String({ ...Sha256, description: 'SHA-256 over the canonical JSON of all other members.' }),
    previousHash: Type.String({ ...Sha256, description: '`hash` of the entry before it; zeros for the first.' }),
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
      description: 'The number of the last entry. 0: there is none.',
    }),
    hash: Sha256,
    at: Timestamp,
    signature: Type.String({
      pattern: '^[A-Za-z0-9+/]{86}==$',
      maxLength: 88,
      description: 'Ed25519 over the canonical JSON of `accountId`, `at`, `hash` and `sequence`, base64.',
    }),
    publicKey: Type.String({ maxLength: 200, description: 'The public key that verifies the signature, PEM.' }),
  },
  { title: 'AuditHead' },
)
export type AuditHead = Static<typeof AuditHead>
