import { agentSheet } from '../../contract/sheets/agent.ts'
import type { WholeAgent } from './agent.ts'
import { sheetAnswers } from './sheet-fields.ts'

/** Makes the answer about an agent, as requests and events show it. */
export const agentAnswer = sheetAnswers<typeof agentSheet, [agent: WholeAgent]>(agentSheet, {})
