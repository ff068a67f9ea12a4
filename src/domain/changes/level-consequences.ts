import { agentAuditChange, customerAuditChange } from './audited.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import { levelRulesHash } from '../decision/level-rules.ts'
import { changedResourceFields, policyChangedEvents, changesPolicyOrLimits } from '../events/change-events.ts'
import type { DomainEvent } from '../events/events.ts'
import type { UnsavedAgentChange } from './agent.ts'
import { agentApiAnswer } from './agent-answer.ts'
import type { UnsavedCustomerChange } from './customer.ts'
import { customerApiAnswer } from './customer-answer.ts'

/**
 * The consequences of a change of an agent or a customer, which have to be saved and sent. A change without a changed field has no events.
 */
export interface LevelConsequences {
  readonly audited: ResourceChangesOfAct
  readonly events: readonly DomainEvent[]
  /** Whether the issuers of all the customer's cards must be called, because they keep copies of the limits of all levels. */
  readonly callsIssuers: boolean
}

export interface AgentConsequences extends LevelConsequences {
  /** Whether the agent was deleted, so that another agent can have its external id. */
  readonly freesExternalId: boolean
}

/** Computes the consequences of a change of an agent. `at`: when the change is made, in Unix milliseconds. */
export function agentConsequences({ before, after }: UnsavedAgentChange, at: number): AgentConsequences {
  const audited = agentAuditChange(before, after)
  const { id, accountId, customerId, status } = after
  const level = { level: 'agent', id, accountId, customerId, agentId: id, cardId: null } as const
  const data = {
    agentId: id,
    customerId,
    status,
    changed: changedResourceFields(audited),
    agent: agentApiAnswer(after),
  }
  const updated: DomainEvent = { type: 'agent.updated', data, accountId, customerId, at }
  return {
    audited,
    events: [
      ...(audited.changes.length === 0 ? [] : [updated]),
      ...policyChangedEvents(() => ({ ...level, version: levelRulesHash(after) }), audited, at),
    ],
    callsIssuers: changesPolicyOrLimits(audited),
    freesExternalId: before.deletedAt === null && after.deletedAt !== null,
  }
}

/** Computes the consequences of a change of a customer. `at`: when the change is made, in Unix milliseconds. */
export function customerConsequences({ before, after }: UnsavedCustomerChange, at: number): LevelConsequences {
  const audited = customerAuditChange(before, after)
  const { id, accountId, status } = after
  const level = { level: 'customer', id, accountId, customerId: id, agentId: null, cardId: null } as const
  const data = { customerId: id, status, changed: changedResourceFields(audited), customer: customerApiAnswer(after) }
  const updated: DomainEvent = { type: 'customer.updated', data, accountId, customerId: id, at }
  return {
    audited,
    events: [
      ...(audited.changes.length === 0 ? [] : [updated]),
      ...policyChangedEvents(() => ({ ...level, version: levelRulesHash(after) }), audited, at),
    ],
    callsIssuers: changesPolicyOrLimits(audited),
  }
}
