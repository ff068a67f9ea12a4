import { Type, type Static } from 'typebox'
import { exampleApiKeySecret } from '../example-secret.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { Id, IdInput, Timestamp, TimestampInput } from '../primitives.ts'

export const apiKeyRoles = ['admin', 'approver', 'read', 'agent', 'network'] as const
export const ApiKeyRole = Type.Enum([...apiKeyRoles])
export type ApiKeyRole = (typeof apiKeyRoles)[number]

export const ApiKeyTier = Type.Enum(['standard', 'pro', 'enterprise'])
export type ApiKeyTier = Static<typeof ApiKeyTier>

const name = Type.String({ minLength: 1, maxLength: 200 })
/**
 * The highest rate limits of an API key. An account's first admin key has them, and no key can create one with more (contract, section 3).
 */
export const MAX_REQUESTS_PER_MINUTE = 10_000_000
const requestsPerMinute = Type.Integer({
  minimum: 1,
  maximum: MAX_REQUESTS_PER_MINUTE,
  description:
    'How many requests a key of the tier `enterprise` may make in a minute. A key cannot create a key with more than its own.',
})

/**
 * How many requests an API key of a tier may make in a minute. Null: the key's own `requestsPerMinute` says so (contract, section 2, Rate
 * limits).
 */
export const requestsPerMinuteOfTier: Record<ApiKeyTier, number | null> = { standard: 100, pro: 1000, enterprise: null }

const Network = Type.String({
  minLength: 1,
  maxLength: 49,
  description: 'A network of addresses in CIDR notation.',
  examples: ['203.0.113.0/24', '2001:db8::/32'],
})
/** The addresses that may use an API key. Requests from others are answered with 403 `address_not_allowed` (contract, section 3). */
const allowedAddresses = Type.Array(Network, {
  minItems: 1,
  maxItems: 100,
  description: 'Networks in CIDR notation from which the key works. Absent: it works from everywhere.',
})

/**
 * The API key's setting that lets its tools of the MCP server show card numbers. They do so only if the setting of the process that runs
 * the tools allows it, too (contract, section 7).
 */
const mcpCardDetails = Type.Enum(['plain'], {
  description:
    'Whether the MCP tools of a key with the role `agent` show card numbers. `plain`: in clear, if PURSER_MCP_CARD_DETAILS is `plain`, too. Absent: never.',
})

/** The form of an access token's subject and client id: printable ASCII, as OpenID Connect and OAuth allow. */
const TOKEN_NAME = { minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' }
const tokenNames = {
  subject: Type.String({
    ...TOKEN_NAME,
    description: 'The subject of the access tokens, which is a person or the client itself: their claim `sub`.',
    examples: ['f3b1c2d4-ada'],
  }),
  clientId: Type.String({
    ...TOKEN_NAME,
    description: 'The OAuth client to which the issuer gave the access tokens: their claim `client_id`, or else `azp`.',
    examples: ['https://agents.example/client.json'],
  }),
}
const TOKEN_DESCRIPTION =
  'For the role `agent`: the OAuth access tokens that act as this key at `/mcp`, by their subject and client. PURSER_MCP_ISSUER is the issuer of these tokens. The secret of the key works, too. Absent: no access token acts as this key.'
const McpToken = Type.Object(
  {
    issuer: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The issuer of the access tokens that act as the key: their claim `iss`.',
    }),
    ...tokenNames,
  },
  { title: 'McpToken', description: TOKEN_DESCRIPTION },
)
const McpTokenInput = Type.Object(tokenNames, {
  title: 'McpTokenInput',
  additionalProperties: false,
  description: TOKEN_DESCRIPTION,
})

const lastUsedAt = Type.String({
  ...Timestamp,
  description:
    'The minute in which the API key was last used. Other nodes may show it about a second later. Absent: the key was not used yet.',
})

const apiKeyFields = {
  id: Id,
  name,
  role: ApiKeyRole,
  agentId: Type.Optional(Id),
  tier: ApiKeyTier,
  requestsPerMinute: Type.Optional(requestsPerMinute),
  allowedAddresses: Type.Optional(allowedAddresses),
  mcpCardDetails: Type.Optional(mcpCardDetails),
  mcpToken: Type.Optional(McpToken),
  expiresAt: Type.Optional(Timestamp),
  revokedAt: Type.Optional(Timestamp),
  lastUsedAt: Type.Optional(lastUsedAt),
  createdAt: Timestamp,
}
export const ApiKey = Type.Object(apiKeyFields, { title: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

const Secret = Type.String({
  pattern: '^sk_[0-9A-Za-z]{40}$',
  maxLength: 43,
  description: 'The secret of the API key. Only this answer shows it.',
  examples: [exampleApiKeySecret(1)],
})

export const ApiKeyWithSecret = Type.Object({ ...apiKeyFields, secret: Secret }, { title: 'ApiKeyWithSecret' })

export const RotatedApiKey = Type.Object(
  {
    ...apiKeyFields,
    secret: Secret,
    previousSecretUntil: Type.String({
      ...Timestamp,
      description:
        'The time, excluded, until which the previous secret of the API key works. Without an overlap, the moment of the rotation.',
    }),
  },
  { title: 'RotatedApiKey' },
)

export const CreateApiKeyBody = Type.Object(
  {
    name,
    role: ApiKeyRole,
    agentId: Type.Optional(IdInput),
    tier: Type.Optional(ApiKeyTier),
    requestsPerMinute: Type.Optional(requestsPerMinute),
    allowedAddresses: Type.Optional(allowedAddresses),
    mcpCardDetails: Type.Optional(mcpCardDetails),
    mcpToken: Type.Optional(McpTokenInput),
    expiresAt: Type.Optional(TimestampInput),
    proof: Type.Optional(PasskeyAssertion),
  },
  { additionalProperties: false },
)

export const RotateApiKeyBody = Type.Object(
  {
    overlapMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 525_600,
        description: 'For how many minutes the previous secret of the API key still works. Default 1440.',
      }),
    ),
    proof: Type.Optional(PasskeyAssertion),
  },
  { additionalProperties: false },
)

/** How many requests of an API key its log shows at most: 50 that succeeded and 50 that failed. */
export const MAX_LOGGED_KEY_REQUESTS = 100
const MAX_COUNT = 2_147_483_647

const ApiKeyRequest = Type.Object(
  {
    id: Type.String({ ...Id, description: "Purser's own id of the request, as the audit trail has it." }),
    requestId: Type.String({
      maxLength: 128,
      description: 'The `requestId` of the reply: the `X-Request-Id` that the caller sent, or `id`.',
    }),
    at: Type.String({ ...Timestamp, description: 'When the request arrived.' }),
    method: Type.String({ pattern: '^[A-Z]{3,7}$', maxLength: 7, examples: ['POST'] }),
    path: Type.String({
      maxLength: 512,
      description:
        "The path of the request without its query. In place of what is neither a word of the API's paths nor an id, there is `…`, because it may be a secret.",
      examples: ['/v1/network/authorizations'],
    }),
    operation: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The API operation that the request called. Absent: the request reached none, or was a call of `/mcp`.',
      }),
    ),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    errorCode: Type.Optional(
      Type.String({ pattern: '^[a-z_]+$', maxLength: 64, description: 'The `code` of the error in the reply.' }),
    ),
    durationMs: Type.Integer({
      minimum: 0,
      maximum: MAX_COUNT,
      description: 'How many milliseconds passed from the arrival of the request until its reply began.',
    }),
    byToken: Type.Optional(
      Type.Boolean({
        description:
          "True: the request came to `/mcp` with an access token of the key's `mcpToken`. Absent: the request came with the key's secret.",
      }),
    ),
  },
  { title: 'ApiKeyRequest' },
)
export type ApiKeyRequest = Static<typeof ApiKeyRequest>

export const apiKeyRequestOutcomes = ['succeeded', 'failed'] as const

export const ApiKeyRequests = Type.Object(
  {
    data: Type.Array(ApiKeyRequest, {
      maxItems: MAX_LOGGED_KEY_REQUESTS,
      description: 'The requests of the key, newest first.',
    }),
    notRecorded: Type.Integer({
      minimum: 0,
      maximum: MAX_COUNT,
      description:
        'How many requests before the newest one are missing, because a node had too many to record or could not store them. Those that a node had not stored when it was killed are not counted.',
    }),
  },
  { title: 'ApiKeyRequests' },
)
