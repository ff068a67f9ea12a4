import { Type, type Static } from 'typebox'
import { Id, Timestamp } from './primitives.ts'

/** Of the ids in examples. */
const TAIL = '01kdvy2n7rj4t8w0q3m5x9zb6c'

const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  maxLength: 64,
  description: 'SHA-256, lower-case hex.',
})

const Actor = Type.Object(
  {
    type: Type.Enum(['key', 'person', 'shell', 'system']),
    id: Type.String({ maxLength: 256, description: 'Of the key or person; the name of the user at the shell.' }),
    name: Type.String({ maxLength: 256 }),
  },
  { description: 'Who did it: an API key, a person, somebody at the shell, or the service itself.' },
)

const FieldChange = Type.Object({
  path: Type.String({
    maxLength: 128,
    description: 'The field, as in answers; of a policy, a limit or an approval with a dot: `policy.requireIntent`.',
  }),
  before: Type.Unknown({ description: 'Null: it was not set.' }),
  after: Type.Unknown({ description: 'Null: it is not set any more.' }),
})

/** One change by one actor, written with it and never again (contract, section 13). */
export const AuditEntry = Type.Object(
  {
    id: Id,
    sequence: Type.Integer({ minimum: 1, description: "Place in the account's chain, without gaps." }),
    at: Timestamp,
    actor: Actor,
    requestId: Type.Union([Id, Type.Null()], { description: 'Null where no request asked for it.' }),
    operation: Type.String({ maxLength: 64, description: 'Of the API by its name, or what the service does itself.' }),
    resource: Type.Object({
      type: Type.Enum(['account', 'customer', 'agent', 'card', 'intent', 'access_event', 'api_key', 'webhook']),
      id: Id,
    }),
    customerId: Type.Optional(Id),
    changes: Type.Array(FieldChange, { maxItems: 1000 }),
    hash: Type.String({ ...Sha256, description: 'SHA-256 over the canonical JSON of all other members.' }),
    previousHash: Type.String({ ...Sha256, description: '`hash` of the entry before it; zeros for the first.' }),
  },
  {
    title: 'AuditEntry',
    examples: [
      {
        id: `aud_${TAIL}`,
        sequence: 412,
        at: '2026-01-31T23:59:59.123Z',
        actor: { type: 'key', id: `key_${TAIL}`, name: 'Finance' },
        requestId: `req_${TAIL}`,
        operation: 'updateCard',
        resource: { type: 'card', id: `card_${TAIL}` },
        customerId: `cust_${TAIL}`,
        changes: [{ path: 'policy.requireApproval', before: true, after: null }],
        hash: '5b1f'.repeat(16),
        previousHash: 'c09e'.repeat(16),
      },
    ],
  },
)
export type AuditEntry = Static<typeof AuditEntry>

/** The end of a chain, signed: what it vouches for can neither be changed nor left out unnoticed. */
export const AuditHead = Type.Object(
  {
    accountId: Id,
    sequence: Type.Integer({ minimum: 0, description: 'Of the last entry; 0: there is none.' }),
    hash: Sha256,
    at: Timestamp,
    signature: Type.String({
      pattern: '^[A-Za-z0-9+/]{86}==$',
      maxLength: 88,
      description: 'Ed25519 over the canonical JSON of `accountId`, `at`, `hash` and `sequence`, base64.',
    }),
    publicKey: Type.String({ maxLength: 200, description: 'The key that it is checked with, PEM.' }),
  },
  {
    title: 'AuditHead',
    examples: [
      {
        accountId: `acct_${TAIL}`,
        sequence: 412,
        hash: '5b1f'.repeat(16),
        at: '2026-01-31T23:59:59.123Z',
        signature: `${'Aa0+'.repeat(21)}Aa==`,
        publicKey: '-----BEGIN PUBLIC KEY-----\n...\n-----END PUBLIC KEY-----\n',
      },
    ],
  },
)
export type AuditHead = Static<typeof AuditHead>
