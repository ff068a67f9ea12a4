import type { AgentSheet } from '../../contract/sheets/agent.ts'
import type { ResourceSettings } from '../../contract/sheets/schemas.ts'
import type { LoadedAgent } from '../loaded-levels.ts'
import { agentLifecycle } from '../lifecycles/agent.ts'
import { isFinalStatus } from '../lifecycles/moves.ts'

/** All fields of an agent: those that decisions read, and those that people set and see. */
export interface WholeAgent extends LoadedAgent, Omit<ResourceSettings<AgentSheet>, keyof LoadedAgent> {
  readonly accountId: string
  readonly customerId: string
  readonly externalId: string
  /** When the shadow policy was last changed, in Unix milliseconds. Null: there is no shadow policy. */
  readonly shadowSince: number | null
  readonly createdAt: number
  /** When the agent was deleted, in Unix milliseconds. Null: the agent is not deleted. */
  readonly deletedAt: number | null
}

/** An agent before and after a change that is not saved yet. `agentConsequences` gives its audit entry and events. */
export interface AgentChange {
  readonly before: WholeAgent
  readonly after: WholeAgent
}

/**
 * Changes the fields of an agent that decisions read: its rules and its status. If the agent is disabled, these fields cannot change any
 * more, and `agent_disabled` is returned.
 */
export function setAgent(before: WholeAgent, set: (agent: WholeAgent) => WholeAgent): AgentChange | 'agent_disabled' {
  return isFinalStatus(agentLifecycle, before.status) ? 'agent_disabled' : { before, after: set(before) }
}

/** Changes an agent's name and metadata, which is also allowed after the agent was disabled. */
export const agentDetailsChange = (
  before: WholeAgent,
  { name, metadata }: Pick<WholeAgent, 'name' | 'metadata'>,
): AgentChange => ({ before, after: { ...before, name, metadata } })

/** Disables an agent for good. `now`: Unix milliseconds. */
export const agentDeletion = (before: WholeAgent, now: number): AgentChange => ({
  before,
  after: { ...before, status: 'disabled', deletedAt: now },
})
