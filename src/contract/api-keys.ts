import { Type, type Static } from 'typebox'
import { Id, IdInput, Timestamp } from './primitives.ts'

export const roles = ['admin', 'approver', 'read', 'agent', 'network'] as const
export const Role = Type.Enum([...roles])
export type Role = (typeof roles)[number]

export const Tier = Type.Enum(['standard', 'pro', 'enterprise'])
export type Tier = Static<typeof Tier>

const apiKeyFields = {
  id: Id,
  name: Type.String(),
  role: Role,
  agentId: Type.Optional(Id),
  tier: Tier,
  requestsPerMinute: Type.Optional(Type.Integer()),
  expiresAt: Type.Optional(Timestamp),
  revokedAt: Type.Optional(Timestamp),
  createdAt: Timestamp,
}
export const ApiKey = Type.Object(apiKeyFields, { title: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyWithSecret = Type.Object(
  { ...apiKeyFields, secret: Type.String({ description: 'Shown only here.' }) },
  { title: 'ApiKeyWithSecret' },
)

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    role: Role,
    agentId: Type.Optional(IdInput),
    tier: Type.Optional(Tier),
    requestsPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    expiresAt: Type.Optional(Timestamp),
  },
  { additionalProperties: false },
)

export const RotateApiKeyBody = Type.Object(
  { overlapMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 525_600, description: 'Default 1440.' })) },
  { additionalProperties: false },
)
