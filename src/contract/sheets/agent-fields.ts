import { Type } from 'typebox'

export const AgentStatus = Type.Enum(['active', 'paused', 'disabled'])
export const ExternalId = Type.String({ minLength: 1, maxLength: 255 })
