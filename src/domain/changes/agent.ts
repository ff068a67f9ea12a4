import type { AgentSheet } from '../../contract/sheets/agent.ts'
import type { ResourceSettings } from '../../contract/sheets/schemas.ts'
import type { LoadedAgent } from '../loaded-levels.ts'
import { agentLifecycle } from '../lifecycles/agent.ts'
import { isFinalLifecycleStatus } from '../lifecycles/moves.ts'

/** All fields of an agent: those that decisions read, and those that people set and see. */
export interface AgentWithAllFields extends LoadedAgent, Omit<ResourceSettings<AgentSheet>, keyof LoadedAgent> {
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
export interface UnsavedAgentChange {
  readonly before: AgentWithAllFields
  readonly after: AgentWithAllFields
}

/**
 * Changes the fields of an agent that decisions read: its rules and its status. If the agent is disabled, these fields cannot change any
 * more, and `agent_disabled` is returned.
 */
export function changeAgentRulesOrStatus(
  before: AgentWithAllFields,
  set: (agent: AgentWithAllFields) => AgentWithAllFields,
): UnsavedAgentChange | 'agent_disabled' {
  return isFinalLifecycleStatus(agentLifecycle, before.status) ? 'agent_disabled' : { before, after: set(before) }
}

/** Changes an agent's name and metadata, which is also allowed after the agent was disabled. */
export const agentNameAndMetadataChange = (
  before: AgentWithAllFields,
  { name, metadata }: Pick<AgentWithAllFields, 'name' | 'metadata'>,
): UnsavedAgentChange => ({ before, after: { ...before, name, metadata } })

/** Disables an agent for good. `now`: Unix milliseconds. */
export const disableAgentForGood = (before: AgentWithAllFields, now: number): UnsavedAgentChange => ({
  before,
  after: { ...before, status: 'disabled', deletedAt: now },
})
