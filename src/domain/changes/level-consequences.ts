import { agentChange, customerChange } from './audited.ts'
import type { ResourceChange } from '../audit/audited-act.ts'
import { levelRulesHash } from '../decision/level-rules.ts'
import { changedFields, policyChanged, changesPolicyOrLimits } from '../events/change-events.ts'
import type { DomainEvent } from '../events/events.ts'
import type { AgentChange } from './agent.ts'
import { agentAnswer } from './agent-answer.ts'
import type { CustomerChange } from './customer.ts'
import { customerAnswer } from './customer-answer.ts'

/**
 * The consequences of a change of an agent or a customer, which have to be saved and sent. A change without a changed field has no events.
 */
export interface LevelConsequences {
  readonly audited: ResourceChange
  readonly events: readonly DomainEvent[]
  /** Whether the issuers of all the customer's cards must be called, because they keep copies of the limits of all levels. */
  readonly callsIssuers: boolean
}

export interface AgentConsequences extends LevelConsequences {
  /** Whether the agent was deleted, so that another agent can have its external id. */
  readonly freesExternalId: boolean
}

/** Computes the consequences of a change of an agent. `at`: when the change is made, in Unix milliseconds. */
export function agentConsequences({ before, after }: AgentChange, at: number): AgentConsequences {
  const audited = agentChange(before, after)
  const { id, accountId, customerId, status } = after
  const level = { level: 'agent', id, accountId, customerId, agentId: id, cardId: null } as const
  const data = { agentId: id, customerId, status, changed: changedFields(audited), agent: agentAnswer(after) }
  const updated: DomainEvent = { type: 'agent.updated', data, accountId, customerId, at }
  return {
    audited,
    events: [
      ...(audited.changes.length === 0 ? [] : [updated]),
      ...policyChanged(() => ({ ...level, version: levelRulesHash(after) }), audited, at),
    ],
    callsIssuers: changesPolicyOrLimits(audited),
    freesExternalId: before.deletedAt === null && after.deletedAt !== null,
  }
}

/** Computes the consequences of a change of a customer. `at`: when the change is made, in Unix milliseconds. */
export function customerConsequences({ before, after }: CustomerChange, at: number): LevelConsequences {
  const audited = customerChange(before, after)
  const { id, accountId, status } = after
  const level = { level: 'customer', id, accountId, customerId: id, agentId: null, cardId: null } as const
  const data = { customerId: id, status, changed: changedFields(audited), customer: customerAnswer(after) }
  const updated: DomainEvent = { type: 'customer.updated', data, accountId, customerId: id, at }
  return {
    audited,
    events: [
      ...(audited.changes.length === 0 ? [] : [updated]),
      ...policyChanged(() => ({ ...level, version: levelRulesHash(after) }), audited, at),
    ],
    callsIssuers: changesPolicyOrLimits(audited),
  }
}
