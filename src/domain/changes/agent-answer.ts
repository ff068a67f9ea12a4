import { agentSheet } from '../../contract/sheets/agent.ts'
import type { AgentWithAllFields } from './agent.ts'
import { resourceAnswerMaker } from './sheet-fields.ts'

/** Makes the answer about an agent, as requests and events show it. */
export const agentApiAnswer = resourceAnswerMaker<typeof agentSheet, [agent: AgentWithAllFields]>(agentSheet, {})
