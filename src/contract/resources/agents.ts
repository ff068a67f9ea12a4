import { Type, type Static } from 'typebox'
import { PolicyWarnings } from '../policy.ts'
import { agentSheet } from '../sheets/agent.ts'
import { resourceAnswerFields, resourceCreateBody, resourceUpdateBody } from '../sheets/schemas.ts'
import { passkeyConfirmableBody } from './passkeys.ts'

/** An agent in answers: the fields of `agentSheet`. */
export const Agent = Type.Object(resourceAnswerFields(agentSheet), { title: 'Agent' })
export type Agent = Static<typeof Agent>

/** The answer to creating or changing an agent, with the warnings of `GET /agents/{agentId}/policy`. */
export const ChangedAgent = Type.Object({ ...Agent.properties, warnings: PolicyWarnings }, { title: 'ChangedAgent' })
export type ChangedAgent = Static<typeof ChangedAgent>

export const CreateAgentBody = resourceCreateBody(agentSheet)
export const UpdateAgentBody = passkeyConfirmableBody(resourceUpdateBody(agentSheet))
