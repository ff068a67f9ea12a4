import { Type, type Static } from 'typebox'
import { PolicyWarnings } from '../policy.ts'
import { agentSheet } from '../sheets/agent.ts'
import { answerFields, createBody, updateBody } from '../sheets/schemas.ts'
import { confirmable } from './passkeys.ts'

/** An agent, as its sheet has it. */
export const Agent = Type.Object(answerFields(agentSheet), { title: 'Agent' })
export type Agent = Static<typeof Agent>

/** The answer to creating or changing an agent, with the warnings of `GET /agents/{agentId}/policy`. */
export const ChangedAgent = Type.Object({ ...Agent.properties, warnings: PolicyWarnings }, { title: 'ChangedAgent' })
export type ChangedAgent = Static<typeof ChangedAgent>

export const CreateAgentBody = createBody(agentSheet)
export const UpdateAgentBody = confirmable(updateBody(agentSheet))
