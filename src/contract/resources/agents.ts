import { Type, type Static } from 'typebox'
import { confirmable } from './passkeys.ts'
import { mergePatch } from '../patch.ts'
import { Limits, LimitsInput, Policy, PolicyWarnings } from '../policy.ts'
import { FreeForm, Id, IdInput, NullableId, NullableTimestamp, Timestamp } from '../primitives.ts'
import { ShadowPolicy } from './shadows.ts'

export const AgentStatus = Type.Enum(['active', 'paused', 'disabled'])
export const ExternalId = Type.String({ minLength: 1, maxLength: 255 })
const name = Type.String({ minLength: 1, maxLength: 255, description: 'Default: the `externalId`.' })

export const Agent = Type.Object(
  {
    id: Id,
    name,
    status: AgentStatus,
    customerId: NullableId,
    externalId: Type.Union([ExternalId, Type.Null()]),
    limits: Type.Optional(Limits),
    policy: Policy,
    shadowPolicy: ShadowPolicy,
    metadata: Type.Optional(FreeForm),
    createdAt: NullableTimestamp,
    deletedAt: Type.Optional(Timestamp),
  },
  { title: 'Agent' },
)
export type Agent = Static<typeof Agent>

/** The answer to creating or changing an agent, with the warnings of `GET /agents/{agentId}/policy`. */
export const ChangedAgent = Type.Object({ ...Agent.properties, warnings: PolicyWarnings }, { title: 'ChangedAgent' })
export type ChangedAgent = Static<typeof ChangedAgent>

const changeable = {
  name: Type.Optional(name),
  status: Type.Optional(AgentStatus),
  limits: Type.Optional(LimitsInput),
  policy: Type.Optional(Policy),
  shadowPolicy: ShadowPolicy,
  metadata: Type.Optional(FreeForm),
}

export const CreateAgentBody = Type.Object(
  { customerId: IdInput, externalId: ExternalId, ...changeable },
  { additionalProperties: false },
)
export const UpdateAgentBody = confirmable(
  mergePatch(Type.Object(changeable, { additionalProperties: false }), ['name', 'status']),
)
