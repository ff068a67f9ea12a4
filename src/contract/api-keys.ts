import { Type, type Static } from 'typebox'
import { Id, IdInput, Timestamp, TimestampInput } from './primitives.ts'

export const roles = ['admin', 'approver', 'read', 'agent', 'network'] as const
export const Role = Type.Enum([...roles])
export type Role = (typeof roles)[number]

export const Tier = Type.Enum(['standard', 'pro', 'enterprise'])
export type Tier = Static<typeof Tier>

const name = Type.String({ minLength: 1, maxLength: 200 })
const requestsPerMinute = Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Of the tier `enterprise`.' })

const apiKeyFields = {
  id: Id,
  name,
  role: Role,
  agentId: Type.Optional(Id),
  tier: Tier,
  requestsPerMinute: Type.Optional(requestsPerMinute),
  expiresAt: Type.Optional(Timestamp),
  revokedAt: Type.Optional(Timestamp),
  createdAt: Timestamp,
}
export const ApiKey = Type.Object(apiKeyFields, { title: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

const Secret = Type.String({
  pattern: '^sk_[0-9A-Za-z]{40}$',
  maxLength: 43,
  description: 'Shown only here.',
  examples: [`sk_${'0123456789'.repeat(4)}`],
})

export const ApiKeyWithSecret = Type.Object({ ...apiKeyFields, secret: Secret }, { title: 'ApiKeyWithSecret' })

export const CreateApiKeyBody = Type.Object(
  {
    name,
    role: Role,
    agentId: Type.Optional(IdInput),
    tier: Type.Optional(Tier),
    requestsPerMinute: Type.Optional(requestsPerMinute),
    expiresAt: Type.Optional(TimestampInput),
  },
  { additionalProperties: false },
)

export const RotateApiKeyBody = Type.Object(
  { overlapMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 525_600, description: 'Default 1440.' })) },
  { additionalProperties: false },
)
