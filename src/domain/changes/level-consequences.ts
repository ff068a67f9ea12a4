import { agentChange, customerChange } from '../audit/audited.ts'
import type { ResourceChange } from '../audit/record.ts'
import { nameOfRules } from '../decision/level-rules.ts'
import { changedFields, policyChanged, touchesRules } from '../events/change-events.ts'
import type { DomainEvent } from '../events/events.ts'
import type { AgentChange } from './agent.ts'
import type { CustomerChange } from './customer.ts'

/** What follows from a change of a level above cards. Nothing is told of a change that changes nothing. */
export interface LevelConsequences {
  readonly audited: ResourceChange
  readonly events: readonly DomainEvent[]
  /** Whether the issuers of all the customer's cards are called: they keep the limits of all levels. */
  readonly callsIssuers: boolean
}

export interface AgentConsequences extends LevelConsequences {
  /** Whether its external id is free for another agent. */
  readonly freesExternalId: boolean
}

/** `at`: when the change is made, Unix milliseconds. */
export function agentConsequences({ before, after }: AgentChange, at: number): AgentConsequences {
  const audited = agentChange(before, after)
  const { id, accountId, customerId, status } = after
  const level = { level: 'agent', id, accountId, customerId, agentId: id, cardId: null } as const
  const data = { agentId: id, customerId, status, changed: changedFields(audited) }
  const updated: DomainEvent = { type: 'agent.updated', data, accountId, customerId, at }
  return {
    audited,
    events: [
      ...(audited.changes.length === 0 ? [] : [updated]),
      ...policyChanged(() => ({ ...level, version: nameOfRules(after) }), audited, at),
    ],
    callsIssuers: touchesRules(audited),
    freesExternalId: before.deletedAt === null && after.deletedAt !== null,
  }
}

/** `at`: when the change is made, Unix milliseconds. */
export function customerConsequences({ before, after }: CustomerChange, at: number): LevelConsequences {
  const audited = customerChange(before, after)
  const { id, accountId, status } = after
  const level = { level: 'customer', id, accountId, customerId: id, agentId: null, cardId: null } as const
  const data = { customerId: id, status, changed: changedFields(audited) }
  const updated: DomainEvent = { type: 'customer.updated', data, accountId, customerId: id, at }
  return {
    audited,
    events: [
      ...(audited.changes.length === 0 ? [] : [updated]),
      ...policyChanged(() => ({ ...level, version: nameOfRules(after) }), audited, at),
    ],
    callsIssuers: touchesRules(audited),
  }
}
