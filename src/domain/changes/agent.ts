import type { LoadedAgent } from '../batch/working-set.ts'
import { agentLife } from '../lifecycles/agent.ts'
import { isFinal } from '../lifecycles/moves.ts'

/** An agent with what people set and see of it, beside what decisions read. */
export interface WholeAgent extends LoadedAgent {
  readonly accountId: string
  readonly customerId: string
  readonly externalId: string
  /** Since when the shadow policy is what it is, Unix milliseconds. */
  readonly shadowSince: number | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly createdAt: number
  /** Unix milliseconds. Null: the agent was not deleted. */
  readonly deletedAt: number | null
}

/** What a change makes of an agent. Nothing is saved yet: see `agentConsequences` in `level-consequences.ts` for what follows from it. */
export interface AgentChange {
  readonly before: WholeAgent
  readonly after: WholeAgent
}

/** Changes what decisions read of an agent: its rules and its status. Nothing of it changes once the agent is disabled. */
export function setAgent(before: WholeAgent, set: (agent: WholeAgent) => WholeAgent): AgentChange | 'agent_disabled' {
  return isFinal(agentLife, before.status) ? 'agent_disabled' : { before, after: set(before) }
}

/** Changes what people note about an agent, disabled or not. */
export const notedAgent = (
  before: WholeAgent,
  { name, metadata }: Pick<WholeAgent, 'name' | 'metadata'>,
): AgentChange => ({ before, after: { ...before, name, metadata } })

/** Disables an agent for good. `now`: Unix milliseconds. */
export const deletedAgent = (before: WholeAgent, now: number): AgentChange => ({
  before,
  after: { ...before, status: 'disabled', deletedAt: now },
})
